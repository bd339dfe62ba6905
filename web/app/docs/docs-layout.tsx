// The frame of the documentation: the site's header, a bar with breadcrumb and search, the sidebar, and the page.
import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { SiteHeader } from "#site/site-header.tsx";
import { breadcrumb } from "./navigation.ts";
import { Search } from "./search.tsx";
import { Sidebar } from "./sidebar.tsx";

function Breadcrumb() {
  const { section, title } = breadcrumb(useLocation().pathname.replace(/\/$/, ""));
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-14">
        <li className="shrink-0 text-ink-2">{section}</li>
        <li aria-hidden="true" className="text-ink-3">
          /
        </li>
        <li aria-current="page" className="truncate">
          {title}
        </li>
      </ol>
    </nav>
  );
}

function useOverlay() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!open) return;
    closer.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      // The focus returns to the button, which was inert until now, unless the page that the reader chose has taken it.
      if (
        document.activeElement === document.body ||
        closer.current?.parentElement?.contains(document.activeElement)
      ) {
        opener.current?.focus();
      }
    };
  }, [open]);
  return { open, setOpen, close, opener, closer };
}

export default function DocsLayout() {
  const { open, setOpen, close, opener, closer } = useOverlay();
  return (
    <div data-docs>
      <SkipLink>Skip to content</SkipLink>
      <SiteHeader />
      <div
        role="region"
        aria-label="Page tools"
        inert={open}
        className="fixed inset-x-0 top-16 z-20 border-b border-line bg-bg print:hidden"
      >
        <div className="frame flex h-12 items-center gap-3">
          <button
            ref={opener}
            type="button"
            aria-expanded={open}
            aria-controls="docs-navigation"
            onClick={() => setOpen(true)}
            className="only-js flex min-h-9 items-center gap-2 rounded-field px-2 text-14 hover:bg-sunken lg:hidden"
          >
            <Icon name="menu" /> <span className="sr-only sm:not-sr-only">Pages</span>
          </button>
          <Breadcrumb />
          <div className="ml-auto flex items-center gap-2 md:gap-4">
            <button
              type="button"
              popoverTarget="docs-themes"
              aria-label="Colour theme"
              className="only-js grid size-9 place-items-center rounded-field text-ink-2 hover:bg-sunken hover:text-ink md:hidden"
            >
              <Icon name="theme" />
            </button>
            <div id="docs-themes" popover="auto" className="docs-themes">
              <ThemeSwitch />
            </div>
            <Search />
          </div>
        </div>
      </div>
      <div className="frame grid gap-x-12 pt-36 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div
          data-testid="backdrop"
          aria-hidden="true"
          onClick={close}
          className={open ? "fixed inset-0 z-40 bg-[rgb(11_15_20/0.55)] lg:hidden" : "hidden"}
        />
        <nav
          id="docs-navigation"
          aria-label="Documentation"
          data-open={open ? "" : undefined}
          className="docs-navigation print:hidden"
        >
          <div className="mb-3 flex items-center justify-between lg:hidden">
            <p className="font-display text-18 font-semibold">Documentation</p>
            <button
              ref={closer}
              type="button"
              aria-label="Close navigation"
              onClick={close}
              className="only-js grid size-11 place-items-center rounded-field hover:bg-sunken"
            >
              <Icon name="close" />
            </button>
          </div>
          <Sidebar onChosen={() => setOpen(false)} />
        </nav>
        <main id="main" inert={open} className="min-w-0">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
