// Opens the index that the build writes next to the pages.
import MiniSearch from "minisearch";

export interface Section {
  address: string;
  title: string;
  page: string;
  text: string;
}

export interface Hit {
  address: string;
  title: string;
  context: string;
}

export type SearchEngine = (query: string) => Hit[];

const hitsMax = 12;
/** Characters of a hit's text that are shown. */
const excerptMax = 110;

function contextOf(section: Section, words: string[]): string {
  const lower = section.text.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), lower.length),
  );
  const from = at === lower.length ? 0 : lower.lastIndexOf(" ", Math.max(0, at - 40)) + 1;
  const rest = section.text.slice(from).trim();
  const end = rest.length <= excerptMax ? rest.length : rest.lastIndexOf(" ", excerptMax);
  return `${section.page} · ${from > 0 ? "… " : ""}${rest.slice(0, end)}${end < rest.length ? " …" : ""}`;
}

export function makeSearch(sections: Section[]): SearchEngine {
  const index = new MiniSearch<Section>({
    idField: "address",
    fields: ["title", "page", "text"],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: "AND" },
  });
  index.addAll(sections);
  const byAddress = new Map(sections.map((section) => [section.address, section]));
  return (query) =>
    index
      .search(query)
      .slice(0, hitsMax)
      .flatMap((result) => {
        const section = byAddress.get(String(result.id));
        if (!section) return [];
        return [
          { address: section.address, title: section.title, context: contextOf(section, result.terms) },
        ];
      });
}

export async function openSearch(): Promise<SearchEngine> {
  const response = await fetch("/docs-index.json");
  if (!response.ok) throw new Error(`The search index answered ${response.status}`);
  return makeSearch((await response.json()) as Section[]);
}
