/**
 * Writes server/schema.sql: the result of all migrations together, in one order, for reading and comparing. With
 * --check it writes nothing, and fails if the file is not up to date.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { startPostgres } from "@vitaran/dev-postgres";
import { migrate } from "../server/src/kit/lib/migrate.ts";
import { QUERIES } from "./schema-queries.ts";

interface Thing {
  schema: string;
  owner: string | null;
  sql: string;
}

type Kind = keyof typeof QUERIES;
type Catalog = Record<Kind, Thing[]>;

const FILE = resolve(import.meta.dirname, "../server/schema.sql");

if (import.meta.main) process.exitCode = await main(process.argv.includes("--check"));

async function main(check: boolean): Promise<number> {
  const dump = await dumpSchema();
  if (!check) {
    writeFileSync(FILE, dump);
    return 0;
  }
  if (readFileSync(FILE, "utf8") === dump) return 0;
  console.error("server/schema.sql is not what the migrations make: npm run dump-schema");
  return 1;
}

/** Returns the text of the schema that the migrations create in an empty database. */
async function dumpSchema(): Promise<string> {
  const silent = { info: () => undefined, warn: () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-schema-"));
  const postgres = await startPostgres({ dataDir, log: silent, temporary: true, settings: { fsync: "off" } });
  try {
    await migrate(postgres.url);
    return await dumpDatabase(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Returns the text of the schema of this database. */
export async function dumpDatabase(url: string): Promise<string> {
  return writeDump(await readCatalog(url));
}

async function readCatalog(url: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // With this setting, names of other schemas are always written in full.
    await client.query("set search_path = pg_catalog");
    const catalog: Partial<Catalog> = {};
    for (const [kind, query] of Object.entries(QUERIES)) {
      catalog[kind as Kind] = (await client.query<Thing>(query)).rows;
    }
    return catalog as Catalog;
  } finally {
    await client.end();
  }
}

function writeDump(catalog: Catalog): string {
  const schemas = catalog.schemas.map((thing) => thing.schema).toSorted();
  const parts = schemas.map((schema) => writeSchema(catalog, schema));
  return `-- Made from the migrations by npm run dump-schema; not to be edited.\n\n${parts.join("\n\n")}\n`;
}

function writeSchema(catalog: Catalog, schema: string): string {
  const of = (kind: Kind): string[] =>
    sqlOf(catalog[kind].filter((thing) => thing.schema === schema)).toSorted();
  const tables = new Set(
    catalog.columns.filter((thing) => thing.schema === schema).map((thing) => thing.owner),
  );
  return [
    `-- ${schema} ${"-".repeat(Math.max(3, 100 - schema.length))}`,
    [...of("schemas"), ...of("schemaGrants")].join("\n"),
    ...of("types"),
    ...of("sequences"),
    ...of("functions"),
    ...of("aggregates"),
    of("functionGrants").join("\n"),
    ...[...tables].toSorted().map((table) => writeTable(catalog, table as string)),
    ...of("views"),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function writeTable(catalog: Catalog, table: string): string {
  const of = (kind: Kind): string[] => sqlOf(catalog[kind].filter((thing) => thing.owner === table));
  const body = [...of("columns"), ...of("constraints")].map((line) => `  ${line}`).join(",\n");
  const partition = of("partitions")
    .map((text) => ` ${text}`)
    .join("");
  const after = [
    "options",
    "indexes",
    "triggers",
    "rowSecurity",
    "policies",
    "tableGrants",
    "columnGrants",
  ] as const;
  return [`create table ${table} (\n${body}\n)${partition};`, ...after.flatMap(of)].join("\n");
}

function sqlOf(things: Thing[]): string[] {
  return things.map((thing) => thing.sql);
}
