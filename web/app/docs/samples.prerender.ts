// The code samples of site and docs: files in web/samples that are also run, never text typed into a page.
import highlight from "./highlight.prerender.ts";
import type { CodePanel } from "#ui/code-tabs.tsx";
import { languages } from "#ui/code-language.ts";

const files = import.meta.glob<string>("/samples/**/*", { eager: true, query: "?raw", import: "default" });

const fileEndings = { curl: ".sh", node: ".mjs", java: ".java", python: ".py", php: ".php" } as const;
const grammars = { curl: "bash", node: "javascript", java: "java", python: "python", php: "php" } as const;

/** One panel for each language in which the sample exists. */
export default function samplePanels(name: string, labels: Record<string, string> = {}): CodePanel[] {
  const panels = languages.flatMap(({ id, label }) => {
    const entry = Object.entries(files).find(
      ([path]) => path.startsWith(`/samples/${name}/`) && path.endsWith(fileEndings[id]),
    );
    if (!entry) return [];
    return [{ language: id, label: labels[id] ?? label, lines: highlight(entry[1], grammars[id]) }];
  });
  if (panels.length === 0) throw new Error(`There is no sample in web/samples/${name}`);
  return panels;
}
