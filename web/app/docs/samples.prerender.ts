// The code samples of the site and the docs. They are files in web/samples that tests run, never text typed into a
// page.
import highlight from "./highlight.prerender.ts";
import type { CodePanel } from "#ui/code-tabs.tsx";
import { languages } from "#ui/code-language.ts";
import type { LanguageId } from "#ui/code-language.ts";

const files = import.meta.glob<string>("/samples/**/*", { eager: true, query: "?raw", import: "default" });

const fileEndings = { curl: ".sh", node: ".mjs", java: ".java", python: ".py", php: ".php" } as const;
const grammars = { curl: "bash", node: "javascript", java: "java", python: "python", php: "php" } as const;

/** Returns the paths in web of a sample's programs over plain HTTP, which need no library, by language. */
export function sampleFiles(name: string): Partial<Record<LanguageId, string>> {
  const folder = `/samples/${name}/`;
  const own = Object.keys(files).filter(
    (path) => path.startsWith(folder) && !path.slice(folder.length).includes("/"),
  );
  return Object.fromEntries(
    languages.flatMap(({ id }) => {
      const found = own.find((path) => path.endsWith(fileEndings[id]));
      return found === undefined ? [] : [[id, found]];
    }),
  );
}

/** Returns one panel for each language of the sample, over plain HTTP and with the language's library. */
export default function samplePanels(name: string, labels: Record<string, string> = {}): CodePanel[] {
  const panels = languages.flatMap(({ id, label }) => {
    const linesIn = (folder: string): string | undefined => {
      const isThere = (path: string) => path.startsWith(folder) && !path.slice(folder.length).includes("/");
      const entry = Object.entries(files).find(([path]) => isThere(path) && path.endsWith(fileEndings[id]));
      return entry && highlight(entry[1], grammars[id]);
    };
    const http = linesIn(`/samples/${name}/`);
    const library = linesIn(`/samples/${name}/library/`);
    return http === undefined ? [] : [{ language: id, label: labels[id] ?? label, http, library }];
  });
  if (panels.length === 0) throw new Error(`There is no sample in web/samples/${name}`);
  return panels;
}
