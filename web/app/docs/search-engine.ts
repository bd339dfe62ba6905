// Searches the index that the build writes next to the pages.
import MiniSearch from "minisearch";
import type { Query, SearchOptions, SearchResult } from "minisearch";
import { synonymsOf, wordsOf } from "./search-words.ts";

/** An address, its title, and the words of its text that are not in the title. */
export type IndexEntry = readonly [address: string, title: string, words: string];

export interface Hit {
  address: string;
  title: string;
  /** The title of the page that contains it. */
  page: string;
}

export type SearchEngine = (query: string) => Hit[];

const hitsMax = 12;

const pageOf = (address: string): string => address.split("#")[0] ?? address;

/** Whole pages come first, guides before the reference, and pages for operators last. */
function rankOf(address: string): number {
  if (address.includes("#command-")) return 0.1;
  return (address.includes("#") ? 1 : 1.6) * (address.startsWith("/payout/api/") ? 0.8 : 1);
}

/** Matches a word of a question or any of its synonyms. */
function anyOf(word: string): Query {
  return {
    combineWith: "OR",
    queries: [word, ...synonymsOf(word).map((other) => ({ queries: [other], boost: { title: 2, page: 1 } }))],
  };
}

const options: SearchOptions = {
  boost: { title: 5, page: 2 },
  prefix: (term) => term.length > 2,
  // In a short word, one letter more or less makes a different word.
  fuzzy: (term) => (term.length < 5 ? false : 0.2),
  weights: { prefix: 0.6, fuzzy: 0.15 },
  boostDocument: (address) => rankOf(String(address)),
};

/** Results with every word of the question come before results with some of them. */
function rank(index: MiniSearch, query: string): string[] {
  const queries = [...new Set(wordsOf(query))].map(anyOf);
  if (queries.length === 0) return [];
  const scores = new Map<string, number>();
  const add = (results: SearchResult[], factor: number): void => {
    for (const { id, score } of results)
      scores.set(String(id), (scores.get(String(id)) ?? 0) + score * factor);
  };
  add(index.search({ combineWith: "OR", queries }, options), 1);
  add(index.search({ combineWith: "AND", queries }, options), 2);
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([address]) => address);
}

/** Says how exactly a title answers a question: 2 for a page and 1 for a section that the question names, 0 for others. */
function exactness(
  address: string,
  title: readonly string[],
  page: readonly string[],
  asked: readonly string[],
): number {
  // Commands and settings are found by their names, which are often words of other pages.
  if (title.length === 0 || address.includes("#command-")) return 0;
  if (address === pageOf(address)) return title.join(" ") === asked.join(" ") ? 2 : 0;
  // The question contains every word of the section's title. Whatever else it contains names the page.
  const isNamed = title.every((word) => asked.includes(word));
  return isNamed && asked.every((word) => title.includes(word) || page.includes(word)) ? 1 : 0;
}

/** Puts what the question names first, pages before sections. */
function namedFirst(
  addresses: readonly string[],
  titles: ReadonlyMap<string, string>,
  query: string,
): string[] {
  const asked = [...new Set(wordsOf(query))];
  const titleOf = (address: string) => wordsOf(titles.get(address) ?? "");
  const exact = new Map(
    addresses.map((address) => [
      address,
      exactness(address, titleOf(address), titleOf(pageOf(address)), asked),
    ]),
  );
  return addresses.toSorted((one, other) => (exact.get(other) ?? 0) - (exact.get(one) ?? 0));
}

/** Hits of one page are grouped at the position of the best one. */
function groupByPage(hits: Hit[]): Hit[] {
  const pages = [...new Set(hits.map(({ address }) => pageOf(address)))];
  return pages.flatMap((page) => hits.filter(({ address }) => pageOf(address) === page));
}

export function makeSearch(entries: readonly IndexEntry[]): SearchEngine {
  const index = new MiniSearch<{ address: string; title: string; page: string; words: string }>({
    idField: "address",
    fields: ["title", "page", "words"],
    tokenize: (text) => wordsOf(text),
    processTerm: (term) => term,
  });
  const titles = new Map(entries.map(([address, title]) => [address, title]));
  const pageTitle = (address: string): string => titles.get(pageOf(address)) ?? "Vitaran";
  index.addAll(
    entries.map(([address, title, words]) => ({ address, title, page: pageTitle(address), words })),
  );
  return (query) =>
    groupByPage(
      namedFirst(rank(index, query), titles, query)
        .slice(0, hitsMax)
        .map((address) => ({ address, title: titles.get(address) ?? "", page: pageTitle(address) })),
    );
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

export async function openSearch(): Promise<SearchEngine> {
  return makeSearch(await fetchJson<IndexEntry[]>("/docs-index.json"));
}

/** Returns the texts of the sections by address. They are fetched only when there are hits. */
export function openTexts(): Promise<Record<string, string>> {
  return fetchJson<Record<string, string>>("/docs-texts.json");
}
