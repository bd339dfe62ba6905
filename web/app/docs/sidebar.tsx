// The documentation's navigation. Groups are disclosures that are closed at first. start-docs.ts keeps those open that
// the reader opened.
import { NavLink } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { navigation } from "./navigation.ts";
import type { NavigationEntry } from "./navigation.ts";

function PageLink({ entry }: { entry: NavigationEntry }) {
  return (
    <NavLink
      to={entry.path ?? "/payout"}
      className="flex min-h-9 items-center rounded-field px-3 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {entry.label}
    </NavLink>
  );
}

export function Sidebar() {
  return (
    <ul className="space-y-0.5 text-14">
      {navigation.map((entry) => (
        <li key={entry.label}>
          {entry.children ? (
            <details className="group">
              <summary className="flex min-h-9 items-center justify-between rounded-field px-3 text-ink-2 hover:bg-sunken hover:text-ink">
                {entry.label}
                <Icon
                  name="chevron"
                  className="size-4 transition-transform duration-150 group-open:rotate-90"
                />
              </summary>
              <ul className="my-1 ml-3 space-y-0.5 border-l border-line pl-2">
                {entry.children.map((child) => (
                  <li key={child.path}>
                    <PageLink entry={child} />
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <PageLink entry={entry} />
          )}
        </li>
      ))}
    </ul>
  );
}
