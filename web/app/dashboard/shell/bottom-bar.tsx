// The bar of a narrow window: the most used screens within reach of the thumb, everything else behind "More".
import { Link } from "react-router";
import { useState } from "react";
import { useLanguage } from "../texts/language.ts";
import { Drawer } from "../ui/drawer.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon.tsx";
import { navOf } from "./nav.ts";
import { currentEntry, usePlace } from "./rail.tsx";
import { useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";
import { useWaitingCounts, WaitingCount } from "./waiting-count.tsx";

/** The paths in the bar, if these screens exist. */
const first: readonly { path: string; icon: IconName }[] = [
  { path: "summary", icon: "summary" },
  { path: "transfers/all", icon: "transfers" },
  { path: "transfers/quick", icon: "plus" },
  { path: "transfers/approve", icon: "approve" },
];

const cell =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-12 text-ink-2 " +
  "aria-[current=page]:font-semibold aria-[current=page]:text-ink";

export function BottomBar() {
  const t = useTexts();
  const language = useLanguage();
  const { environment } = useSession();
  const to = useTo();
  const place = usePlace();
  const [open, setOpen] = useState(false);
  const groups = navOf(environment);
  const entries = groups.flatMap((group) => group.entries);
  const current = currentEntry(entries, place);
  const counts = useWaitingCounts();
  return (
    <nav aria-label={t("mainNavigation")} className="bottom-bar print:hidden">
      {first.map(({ path, icon }) => {
        const entry = entries.find((one) => one.path === path);
        return (
          entry && (
            <Link
              key={path}
              to={to(path)}
              className={cell}
              aria-current={entry === current ? "page" : undefined}
            >
              <span className="relative">
                <Icon name={icon} />
                <span className="absolute -top-1.5 left-3.5">
                  <WaitingCount count={counts[path]} />
                </span>
              </span>
              <span className="max-w-full truncate px-1">
                {path === "transfers/all"
                  ? t("transfers")
                  : path === "transfers/quick"
                    ? t("new")
                    : entry.label[language]}
              </span>
            </Link>
          )
        );
      })}
      <button type="button" className={cell} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
        {t("more")}
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t("moreNavigation")}>
        <nav aria-label={t("moreNavigation")} className="grid gap-6">
          {groups.map((group) => (
            <section key={group.id}>
              <h2 className="mb-1 flex items-center gap-2 text-14 text-ink-2">
                <Icon name={group.icon} size={16} />
                {t(group.id)}
              </h2>
              <ul>
                {group.entries.map((entry) => (
                  <li key={entry.path}>
                    <Link
                      to={to(entry.path)}
                      onClick={() => setOpen(false)}
                      aria-current={entry === current ? "page" : undefined}
                      className="flex min-h-11 items-center pl-6 text-16 aria-[current=page]:font-semibold"
                    >
                      {entry.label[language]}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </Drawer>
    </nav>
  );
}
