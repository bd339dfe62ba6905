// The rail lists all screens in groups. When it is collapsed, screen readers still get its texts.
import { Link, useLocation } from "react-router";
import { Wordmark } from "#ui/wordmark.tsx";
import type { NavEntry } from "../feature.ts";
import { useLanguage } from "../texts/language.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { navOf } from "./nav.ts";
import type { ShownGroup } from "./nav.ts";
import { useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";
import { useWaitingCounts, WaitingCount } from "./waiting-count.tsx";

const line =
  "flex min-h-9 items-center gap-3 rounded-field px-2.5 text-14 text-ink-2 hover:bg-sunken hover:text-ink " +
  "aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11";

/** Returns the current entry: the one with the longest path at the beginning of the address. */
export function currentEntry(entries: readonly NavEntry[], place: string): NavEntry | undefined {
  return entries
    .filter(({ path }) => place === path || place.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** Returns the address below /dashboard/{environment}/. */
export function usePlace(): string {
  return useLocation().pathname.split("/").slice(3).join("/");
}

function Single({ group, entry, current }: { group: ShownGroup; entry: NavEntry; current: boolean }) {
  const language = useLanguage();
  const to = useTo();
  return (
    <Link
      to={to(entry.path)}
      className={line}
      aria-current={current ? "page" : undefined}
      title={entry.label[language]}
    >
      <Icon name={group.icon} />
      <span className="rail-words">{entry.label[language]}</span>
    </Link>
  );
}

interface GroupProps {
  group: ShownGroup;
  current: NavEntry | undefined;
  counts: Readonly<Record<string, number>>;
}

function Group({ group, current, counts }: GroupProps) {
  const t = useTexts();
  const language = useLanguage();
  const to = useTo();
  const first = group.entries[0];
  const isOpen = current !== undefined;
  const waiting = group.entries.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0);
  return (
    <>
      <Link to={to(first?.path ?? "")} title={t(group.id)} className={`${line} ${isOpen ? "text-ink" : ""}`}>
        <Icon name={group.icon} />
        <span className="rail-words flex-1">{t(group.id)}</span>
        {!isOpen && (
          <span className="rail-words">
            <WaitingCount count={waiting} />
          </span>
        )}
        <Icon name="down" size={14} className={`rail-words ${isOpen ? "" : "-rotate-90"}`} />
      </Link>
      {isOpen && (
        <ul className="rail-children mt-0.5 ml-5 border-l border-line pl-2.5">
          {group.entries.map((entry, index) => (
            <li key={entry.path}>
              {entry.section && entry.section !== group.entries[index - 1]?.section && (
                <p className="px-2.5 pt-2 pb-1 text-12 text-ink-2">{entry.section[language]}</p>
              )}
              <Link
                to={to(entry.path)}
                className={line}
                aria-current={entry === current ? "page" : undefined}
              >
                <span className="flex-1">{entry.label[language]}</span>
                <WaitingCount count={counts[entry.path]} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function Rail({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const t = useTexts();
  const { environment } = useSession();
  const to = useTo();
  const place = usePlace();
  const groups = navOf(environment);
  const counts = useWaitingCounts();
  const current = currentEntry(
    groups.flatMap((group) => group.entries),
    place,
  );
  return (
    <nav aria-label={t("mainNavigation")} className="rail print:hidden">
      <Link to={to("")} aria-label={t("home")} className="flex h-13 items-center overflow-hidden px-3.5">
        <Wordmark />
      </Link>
      <div className="flex-1 overflow-y-auto px-2 py-2">
        <ul className="grid gap-0.5">
          {groups.map((group) => {
            const inside = current && group.entries.includes(current) ? current : undefined;
            const [only, second] = group.entries;
            return (
              <li key={group.id}>
                {only && !second ? (
                  <Single group={group} entry={only} current={inside !== undefined} />
                ) : (
                  <Group group={group} current={inside} counts={counts} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      <div className="border-t border-line p-2">
        <IconButton
          icon={collapsed ? "expand" : "collapse"}
          label={collapsed ? t("expand") : t("collapse")}
          onClick={onToggle}
          aria-expanded={!collapsed}
        />
      </div>
    </nav>
  );
}
