// The search dialog with its engine. It is loaded when a reader first opens it.
import { useEffect, useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { cutExcerpt } from "./cut-excerpt.ts";
import { Marked } from "./marked.tsx";
import { openSearch, openTexts } from "./search-engine.ts";
import type { Hit, SearchEngine } from "./search-engine.ts";

/** These are shown before anything is typed, and when nothing is found. */
const suggestions: readonly Hit[] = [
  { address: "/payout/quickstart", title: "Quick Start", page: "Start here" },
  { address: "/payout/integrations/sandbox", title: "Sandbox", page: "Start here" },
  { address: "/payout/make-payouts/webhooks", title: "Webhooks", page: "Often read" },
  { address: "/payout/integrations/errors-and-reasons", title: "Errors and Reasons", page: "Often read" },
  { address: "/payout/make-payouts/payout-methods", title: "Payout Methods", page: "Often read" },
];

let engine: Promise<SearchEngine> | undefined;

function loadEngine(): Promise<SearchEngine> {
  engine ??= openSearch();
  engine.catch(() => (engine = undefined));
  return engine;
}

/** The hits and their query, which may lag behind the typed text. */
interface Found {
  readonly query: string;
  readonly hits: readonly Hit[];
}

function useSearch(query: string) {
  const [found, setFound] = useState<Found>({ query: "", hits: suggestions });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    if (query.trim() === "") return setFound({ query, hits: suggestions });
    loadEngine().then(
      (search) => {
        if (!current) return;
        setFailed(false);
        setFound({ query, hits: search(query) });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [query]);
  return { found, failed };
}

/** The texts arrive after the hits, which can be chosen without them. */
function useTexts(): Record<string, string> {
  const [texts, setTexts] = useState<Record<string, string>>({});
  useEffect(() => {
    openTexts().then(setTexts, () => undefined);
  }, []);
  return texts;
}

interface Group {
  page: string;
  hits: { hit: Hit; at: number }[];
}

function groupHits(hits: readonly Hit[]): Group[] {
  const groups: Group[] = [];
  for (const [at, hit] of hits.entries()) {
    if (groups.at(-1)?.page !== hit.page) groups.push({ page: hit.page, hits: [] });
    groups.at(-1)?.hits.push({ hit, at });
  }
  return groups;
}

function Answer({ hit, text, query }: { hit: Hit; text: string; query: string }) {
  return (
    <>
      <span className="block font-semibold">
        <Marked text={hit.title} query={query} />
      </span>
      <span className="block text-13 text-ink-2">
        <Marked text={cutExcerpt(text, query)} query={query} />
      </span>
    </>
  );
}

interface HitListProps {
  hits: readonly Hit[];
  /** The query of the hits. */
  query: string;
  at: number;
  onChoose(hit: Hit): void;
}

function HitList({ hits, query, at, onChoose }: HitListProps) {
  const texts = useTexts();
  return (
    <div
      id="search-hits"
      role="listbox"
      aria-label="Results"
      className="max-h-[60vh] overflow-y-auto max-sm:max-h-[calc(100dvh-3.6rem)]"
    >
      {groupHits(hits).map((group) => (
        <div key={group.hits[0]?.hit.address} role="group" aria-label={group.page}>
          <p aria-hidden="true" className="px-4 pt-3 pb-1 text-13 font-semibold text-ink-3">
            {group.page}
          </p>
          {group.hits.map(({ hit, at: index }) => (
            <div
              key={hit.address}
              id={`hit-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => onChoose(hit)}
              className="cursor-pointer border-b border-line px-4 py-2 last:border-0 hover:bg-sunken aria-selected:bg-sunken"
            >
              <Answer hit={hit} text={texts[hit.address] ?? ""} query={query} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** `asked` grows each time the reader opens the dialog. */
export default function SearchDialog({ asked, goTo }: { asked: number; goTo(address: string): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { found, failed } = useSearch(query);
  const hits = found.hits.length === 0 ? suggestions : found.hits;

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
    goTo(hit.address);
  }

  /** The visible hits may belong to an earlier query. If so, this waits for the hits of the current one. */
  async function choose(): Promise<void> {
    if (found.query === query) return go(hits[at]);
    const search = await loadEngine().catch(() => null);
    const typed = dialog.current?.querySelector("input")?.value;
    if (dialog.current?.open && typed === query) go(search?.(query)[0]);
  }

  function onInputKey(event: React.KeyboardEvent): void {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") void choose();
    else return;
    event.preventDefault();
  }

  const message = failed
    ? "Search could not be loaded. Check your connection and type again."
    : found.hits.length === 0
      ? "Nothing found. Try one of these:"
      : "";
  return (
    <dialog
      ref={dialog}
      aria-label="Search the documentation"
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="mx-auto mt-[10vh] w-[min(40rem,calc(100vw-2rem))] rounded-card border border-line bg-surface text-ink shadow-overlay backdrop:bg-[rgb(11_15_20/0.55)] max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none max-sm:border-0"
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
      <p role="status" className={message === "" ? "sr-only" : "px-4 pt-4 text-14 text-ink-2"}>
        {message}
      </p>
      <HitList hits={hits} query={found.query} at={at} onChoose={go} />
    </dialog>
  );
}
