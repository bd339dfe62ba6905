// The button of search. watch-search.ts makes it work.
import { Icon } from "#ui/icon.tsx";

export function Search() {
  return (
    <>
      <button
        type="button"
        data-search
        data-early
        aria-keyshortcuts="Control+K Meta+K"
        className="only-js flex min-h-9 items-center gap-2 rounded-field border border-control bg-surface px-3 text-14 text-ink-2 hover:text-ink"
      >
        <Icon name="search" className="size-4" /> <span className="sr-only sm:not-sr-only">Search</span>
        <kbd className="hidden font-mono text-12 text-ink-3 md:inline">Ctrl K</kbd>
      </button>
      <p role="alert" data-search-failure hidden className="text-13 text-bad" />
    </>
  );
}
