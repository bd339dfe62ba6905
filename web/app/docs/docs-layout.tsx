// The frame of the documentation: the site's header, a bar with breadcrumb and search, the sidebar, and the page.
import { Outlet, useLocation } from "react-router";
import { FailureMessage } from "#ui/load-failure.tsx";
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

export default function DocsLayout() {
  return (
    <div data-docs>
      <SkipLink>Skip to content</SkipLink>
      <SiteHeader />
      <div
        role="region"
        aria-label="Page tools"
        className="fixed inset-x-0 top-16 z-20 border-b border-line bg-bg print:hidden"
      >
        <div className="frame flex h-12 items-center gap-3">
          <button
            type="button"
            data-opens-navigation
            data-early
            aria-expanded="false"
            aria-controls="docs-navigation"
            className="only-js flex min-h-9 items-center gap-2 rounded-field px-2 text-14 hover:bg-sunken lg:hidden"
          >
            <Icon name="menu" /> <span className="sr-only sm:not-sr-only">Pages</span>
          </button>
          <a
            href="#docs-navigation"
            className="only-no-js flex min-h-9 items-center text-14 text-link underline lg:hidden"
          >
            Pages
          </a>
          <Breadcrumb />
          <div className="ml-auto flex items-center gap-2 md:gap-4">
            <button
              type="button"
              popoverTarget="docs-themes"
              aria-label="Colour theme"
              className="only-js grid size-9 place-items-center rounded-field text-ink-2 hover:bg-sunken hover:text-ink"
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
          data-backdrop
          hidden
          aria-hidden="true"
          className="fixed inset-0 z-40 bg-[rgb(11_15_20/0.55)] lg:hidden"
        />
        <nav id="docs-navigation" aria-label="Documentation" className="docs-navigation print:hidden">
          <div className="mb-3 flex items-center justify-between lg:hidden">
            <p className="font-display text-18 font-semibold">Documentation</p>
            <button
              type="button"
              data-closes-navigation
              aria-label="Close navigation"
              className="only-js grid size-11 place-items-center rounded-field hover:bg-sunken"
            >
              <Icon name="close" />
            </button>
          </div>
          <Sidebar />
        </nav>
        <main id="main" className="min-w-0">
          <Outlet />
        </main>
      </div>
      <template data-load-failure>
        <FailureMessage reason="" />
      </template>
    </div>
  );
}
