/** The tidy rule about SQL that reads: it decides which tables a module may query. */
import { BOUNDARIES } from "../boundaries.js";
import { isTestFile, moduleOf, schemaOf } from "./tidy-code.ts";
import { READ_DEBTS, type ReadDebts } from "./read-debts.ts";
import type { Tree } from "./read-tree.ts";

const SCHEMA_DUMP = "server/schema.sql";

/** Composition calls verbs: although it may import every module, it reads no table of any. */
const ASKS_VERBS_ONLY = new Set([
  "api",
  "commands",
  "dashboard",
  "demo",
  "developer",
  "http",
  "monitoring",
  "sandbox",
  "worker",
]);
/** The proof compares the modules' tables with each other, so it has to read all of them. */
const READS_ALL = new Set(["proof"]);

const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(BOUNDARIES));
const OWNER = new Map([...ALLOWED.keys()].map((module) => [schemaOf(module), module]));

/** A text with SQL in it, and the module that is responsible for it. */
interface Source {
  /** The name of a file, or of a view or function in the schema dump. */
  readonly name: string;
  readonly module: string;
  readonly text: string;
}

/**
 * Finds queries, views and functions that read a table of a module that theirs may not import, and debts without a
 * query. A view is published by the module that creates it, so everyone may read it.
 */
export function findForeignReads(tree: Tree, debts: ReadDebts = READ_DEBTS): string[] {
  const tables = readTables(tree);
  const reads = [...readSources(tree), ...readDefinitions(tree)].flatMap((source) =>
    [...tablesNamedIn(source.text, tables)]
      .filter((table) => !mayRead(source.module, OWNER.get(table.split(".")[0]!)))
      .map((table) => ({ ...source, table })),
  );
  const owed = new Set(
    Object.entries(debts).flatMap(([name, debt]) => debt.reads.map((table) => `${name} ${table}`)),
  );
  const found = new Set(reads.map(({ name, table }) => `${name} ${table}`));
  return [
    ...reads
      .filter(({ name, table }) => !owed.has(`${name} ${table}`))
      .map(
        ({ name, module, table }) =>
          `${name}: ${module} reads ${table}; ask a verb or a published view instead`,
      ),
    ...[...owed]
      .filter((debt) => !found.has(debt))
      .map((debt) => `scripts/read-debts.ts: paid, so take it out: ${debt}`),
  ];
}

function mayRead(module: string, owner: string | undefined): boolean {
  if (owner === undefined || owner === module || owner === "lib" || READS_ALL.has(module)) return true;
  return !ASKS_VERBS_ONLY.has(module) && (ALLOWED.get(module) ?? []).includes(owner);
}

/** Returns all tables, as `schema.table`. Views are left out, because they are published. */
function readTables(tree: Tree): ReadonlySet<string> {
  const dump = tree.get(SCHEMA_DUMP) ?? "";
  return new Set([...dump.matchAll(/^create table (\w+\.\w+)/gim)].map(([, table = ""]) => table));
}

function readSources(tree: Tree): Source[] {
  return [...tree].flatMap(([name, text]) => {
    if (!name.startsWith("server/src/") || isTestFile(name)) return [];
    const module = moduleOf(name);
    return module === null ? [] : [{ name, module, text: withoutComments(text) }];
  });
}

const DEFINITION = /^create (view|(?:or replace )?function) (\w+)\.(\w+)([\s\S]*?)(?:;\n\n|\$function\$;)/gim;

/** Returns the current definitions in the database; the migrations also contain past ones. */
function readDefinitions(tree: Tree): Source[] {
  return [...(tree.get(SCHEMA_DUMP) ?? "").matchAll(DEFINITION)].flatMap(
    ([, , schema = "", name = "", text = ""]) => {
      const module = OWNER.get(schema);
      return module === undefined ? [] : [{ name: `${schema}.${name}`, module, text }];
    },
  );
}

/**
 * Returns the tables that a text names anywhere in a query: after `from` or `join`, after a comma, or as a row type.
 */
function tablesNamedIn(text: string, tables: ReadonlySet<string>): Set<string> {
  const named = [...text.matchAll(/(?<![\w.#/"'-])([a-z_]+\.[a-z_]+)\b(?!\s*\()/g)].map(
    ([, table = ""]) => table,
  );
  return new Set(named.filter((table) => tables.has(table)));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}
