/** Tidy rules about the English of comments. */
import type { Tree } from "./read-tree.ts";

/** Generated code, and samples whose checksum is recorded when they are run. */
const PUBLISHED = /\/generated\/|^web\/samples\//;
/** Words that begin a question or the rest of a sentence. */
const FRAGMENT = /^(What|Who|Whom|Whose|How|Whether|Which|Of|By|Where|As|So)\b/;
/** A clause before the main one: "Where a bank is stopped, its payments wait." */
const CLAUSE = /^(?:Of|By|Where|As|So)\b[^.;:]*, |^How\b[^.]*\?/;
const COMMENT = /^[ \t]*(?:\/\*\*(?<block>[^]*?)\*\/|(?<lines>\/\/.*(?:\n[ \t]*\/\/.*)*))/gm;

/** Finds comments that begin like a question or with half of a sentence. A comment is made of whole sentences. */
export function findFragments(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!/\.(ts|tsx|mjs)$/.test(path) || PUBLISHED.test(path)) return [];
    return [...text.matchAll(COMMENT)].flatMap(({ index, groups }) => {
      const said = (groups!["block"] ?? groups!["lines"]!).replaceAll(/^[ \t]*(?:\*|\/\/) ?/gm, "").trim();
      if (!FRAGMENT.test(said) || CLAUSE.test(said.replaceAll(/\s+/g, " "))) return [];
      const line = text.slice(0, index).split("\n").length;
      return [`${path}:${line}: a comment is made of whole sentences: ${said.slice(0, 60).split("\n")[0]}`];
    });
  });
}
