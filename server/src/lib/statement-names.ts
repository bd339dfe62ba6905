/** Every statement is prepared and named by its text, except those that begin and end transactions. */

const STATEMENTS_MAX = 2_000;
const statementNames = new Map<string, string>();
/** Anyone who watches the wire can read these; preparing them again costs next to nothing. */
const UNNAMED: ReadonlySet<string> = new Set(["begin", "begin read only", "commit"]);

/** Returns the prepared statement's name; texts beyond the limit (built ones, by mistake) stay unnamed. */
export function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= STATEMENTS_MAX || UNNAMED.has(text)) return known;
  const name = `s${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}
