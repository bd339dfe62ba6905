// Search over every section of the documentation: the button and its keys. The dialog is fetched on first use.
import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import { Icon } from "#ui/icon.tsx";
import { loadChunk } from "#ui/load-chunk.ts";

type Dialog = ComponentType<{ asked: number }>;

const loadDialog = () => loadChunk("search", async () => (await import("./search-dialog.tsx")).default);

export function Search() {
  const [asked, setAsked] = useState(0);
  const [dialog, setDialog] = useState<{ Show: Dialog }>();
  const [failed, setFailed] = useState(false);

  function open(): void {
    setAsked((times) => times + 1);
    if (dialog) return;
    loadDialog().then(
      (Show) => setDialog({ Show }),
      () => setFailed(true),
    );
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className="only-js flex min-h-9 items-center gap-2 rounded-field border border-control bg-surface px-3 text-14 text-ink-2 hover:text-ink"
      >
        <Icon name="search" className="size-4" /> <span className="sr-only sm:not-sr-only">Search</span>
        <kbd className="hidden font-mono text-12 text-ink-3 md:inline">Ctrl K</kbd>
      </button>
      {failed && (
        <p role="alert" className="text-13 text-bad">
          Search could not be loaded.
        </p>
      )}
      {dialog && <dialog.Show asked={asked} />}
    </>
  );
}
