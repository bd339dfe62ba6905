// The search dialog, with its engine; loaded when a reader first asks for it.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { openSearch } from "./search-engine.ts";
import type { Hit, SearchEngine } from "./search-engine.ts";

let engine: Promise<SearchEngine> | undefined;

function loadEngine(): Promise<SearchEngine> {
  engine ??= openSearch();
  engine.catch(() => (engine = undefined));
  return engine;
}

function useSearch(query: string) {
  const [hits, setHits] = useState<Hit[]>([]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    if (query.trim() === "") return setHits([]);
    loadEngine().then(
      (search) => {
        if (!current) return;
        setFailed(false);
        setHits(search(query));
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [query]);
  return { hits, failed };
}

/** `asked` grows each time the reader asks for the dialog. */
export default function SearchDialog({ asked }: { asked: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { hits, failed } = useSearch(query);
  const navigate = useNavigate();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector("input")?.select();
  }, [asked]);

  useEffect(() => {
    document.getElementById(`hit-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function go(hit: Hit | undefined): void {
    if (!hit) return;
    dialog.current?.close();
    void navigate(hit.address);
  }

  function onInputKey(event: React.KeyboardEvent): void {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") go(hits[at]);
    else return;
    event.preventDefault();
  }

  const message = failed
    ? "Search could not be loaded. Check your connection and type again."
    : query.trim() !== "" && hits.length === 0
      ? "Nothing found."
      : "";
  return (
    <dialog
      ref={dialog}
      aria-label="Search the documentation"
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="mx-auto mt-[10vh] w-[min(40rem,calc(100vw-2rem))] rounded-card border border-line bg-surface text-ink shadow-overlay backdrop:bg-[rgb(11_15_20/0.55)]"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="shrink-0 text-ink-3" />
        <input
          type="text"
          role="combobox"
          aria-label="Search the documentation"
          aria-expanded={hits.length > 0}
          aria-controls="search-hits"
          aria-activedescendant={hits[at] ? `hit-${at}` : undefined}
          autoComplete="off"
          placeholder="Page, status, error text, field"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onInputKey}
          className="min-h-14 w-full bg-transparent text-16 placeholder:text-ink-3 focus:outline-none"
        />
        <button
          type="button"
          aria-label="Close search"
          onClick={() => dialog.current?.close()}
          className="grid size-11 shrink-0 place-items-center"
        >
          <Icon name="close" />
        </button>
      </div>
      <ul id="search-hits" role="listbox" aria-label="Results" className="max-h-[60vh] overflow-y-auto">
        {hits.map((hit, index) => (
          <li
            key={hit.address}
            id={`hit-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(hit)}
            className="cursor-pointer border-b border-line px-4 py-3 last:border-0 hover:bg-sunken aria-selected:bg-sunken"
          >
            <span className="block font-semibold">{hit.title}</span>
            <span className="block text-13 text-ink-2">{hit.context}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={message === "" ? "sr-only" : "px-4 py-4 text-14 text-ink-2"}>
        {message}
      </p>
    </dialog>
  );
}
