// Reads the words that merchants meet from the project's glossary, so that the page and the code share one source.
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface GlossaryWord {
  word: string;
  meaning: string;
}

const SECTION = "## Words that merchants meet";

const file = join(import.meta.dirname, "../../GLOSSARY.md");

/** Reads the table of that section. Throws if there is none. */
export function readGlossary(text: string = readFileSync(file, "utf8")): GlossaryWord[] {
  const [, after = ""] = text.split(`\n${SECTION}\n`);
  const [section = ""] = after.split("\n## ");
  const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
    .map(([, word = "", meaning = ""]) => ({ word, meaning }))
    .filter(({ word }) => word !== "word" && word !== "---");
  if (rows.length === 0) throw new Error(`GLOSSARY.md has no table under "${SECTION}"`);
  return rows;
}
