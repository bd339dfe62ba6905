/** Measures one source file or a glossary, for `npm run count`. */
import { parseSync } from "vite";

export interface SourceMeasures {
  readonly lines: number;
  /** Lines that are neither blank nor only comment. */
  readonly significant: number;
  /** Lines that contain a comment or part of one. */
  readonly comments: number;
  /** Names that the file declares and exports; re-exported names of other files do not count. */
  readonly exports: readonly string[];
  /** The exported names of types: interfaces, aliases, classes and enums. */
  readonly types: readonly string[];
  readonly unnest: number;
  readonly rowsMap: number;
  readonly camelAliases: number;
}

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed["program"]["body"][number];

/** Measures a file of TypeScript or JavaScript; throws if it cannot be parsed. */
export function measureSource(path: string, text: string): SourceMeasures {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return {
    lines: countLines(text),
    ...countComments(text, parsed.comments),
    ...listExports(parsed.program.body),
    unnest: count(text, /\bunnest\b/g),
    rowsMap: count(text, /\brows\.map\b/g),
    camelAliases: count(text, /\bas "[a-z]+[A-Z][A-Za-z]*"/g),
  };
}

const countLines = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

function countComments(
  text: string,
  found: Parsed["comments"],
): Pick<SourceMeasures, "significant" | "comments"> {
  const touched = new Set<number>();
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let code = text;
  for (const { start, end } of found) {
    const first = lineStarts.findLastIndex((at) => at <= start);
    const last = lineStarts.findLastIndex((at) => at < end);
    for (let line = first; line <= last; line += 1) touched.add(line);
    const blank = text.slice(start, end).replaceAll(/[^\n]/g, " ");
    code = code.slice(0, start) + blank + code.slice(end);
  }
  return {
    significant: code.split("\n").filter((line) => line.trim() !== "").length,
    comments: touched.size,
  };
}

function listExports(body: readonly Statement[]): Pick<SourceMeasures, "exports" | "types"> {
  const own = new Set(body.flatMap((statement) => (isType(statement) ? namesOf(statement) : [])));
  const exports: string[] = [];
  const types: string[] = [];
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration") exports.push("default");
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) continue;
    const { declaration, specifiers } = statement;
    if (declaration !== null) {
      exports.push(...namesOf(declaration));
      if (isType(declaration)) types.push(...namesOf(declaration));
    }
    for (const { local } of specifiers) {
      if (local.type !== "Identifier") continue;
      exports.push(local.name);
      if (own.has(local.name)) types.push(local.name);
    }
  }
  return { exports, types };
}

const TYPES = new Set<string>([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "ClassDeclaration",
  "TSEnumDeclaration",
]);

const isType = ({ type }: { type: string }): boolean => TYPES.has(type);

/** Returns the names that a declaration defines; an overloaded function has one. */
function namesOf(declaration: Statement): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => namesOfPattern(id));
  }
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

/** Returns the names in `const { a, b: [c] } = ...`. */
function namesOfPattern(pattern: { readonly type: string }): string[] {
  const { type, name, left, argument, elements, properties } = pattern as PatternParts;
  if (type === "Identifier") return [name];
  if (type === "AssignmentPattern") return namesOfPattern(left);
  if (type === "RestElement") return namesOfPattern(argument);
  if (type === "ArrayPattern") return elements.flatMap((one) => (one === null ? [] : namesOfPattern(one)));
  return properties.flatMap((one) => namesOfPattern(one.value ?? one));
}

interface PatternParts {
  readonly type: string;
  readonly name: string;
  readonly left: PatternParts;
  readonly argument: PatternParts;
  readonly elements: readonly (PatternParts | null)[];
  readonly properties: readonly (PatternParts & { readonly value?: PatternParts })[];
}

/** Counts the entries of a glossary, and lists the words that more than one entry explains. */
export function measureGlossary(text: string): { entries: number; repeated: string[] } {
  const rows = [...text.matchAll(/^\| (.+?) \| .+ \|$/gm)]
    .map(([, words = ""]) => words)
    .filter((words) => words !== "word" && words !== "---");
  return { entries: rows.length, repeated: listRepeated(rows.flatMap((words) => words.split(", "))) };
}

/** Returns the names that occur more than once in a list, each once and sorted. */
export function listRepeated(names: readonly string[]): string[] {
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(repeated)].toSorted();
}
