/** The documentation as an assistant reads it: the Markdown version of every page of the site. */
export interface DocsPage {
  readonly uri: string;
  readonly title: string;
  readonly text: string;
}

interface Section {
  readonly uri: string;
  readonly page: string;
  readonly text: string;
}

const FOUND_MAX = 5;
const SECTION_LENGTH_MAX = 2_000;

/** Finds sections that contain most words of a query, best first. */
export function searchDocs(pages: readonly DocsPage[], query: string): Section[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].slice(0, 12);
  const sections = pages.flatMap(({ uri, title, text }) =>
    text
      .split(/^(?=#{1,3} )/m)
      .map((part) => ({ uri, page: title, text: part.slice(0, SECTION_LENGTH_MAX) })),
  );
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, FOUND_MAX)
    .map(({ section }) => section);
}

/** A word counts once in the text, and more in the first line, which is the heading. */
function scoreOf({ text }: Section, words: readonly string[]): number {
  const said = text.toLowerCase();
  const heading = said.slice(0, Math.max(0, said.indexOf("\n")));
  return words.reduce(
    (sum, word) => sum + (said.includes(word) ? 1 : 0) + (heading.includes(word) ? 2 : 0),
    0,
  );
}
