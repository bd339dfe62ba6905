/** Compares the rows that modules declare with the tables of the database, and writes some. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  bigint,
  bytea,
  day,
  definedRows,
  defineRow,
  insertRows,
  nullable,
  rareFlag,
  smallint,
  smallPaise,
  snake,
  text,
  uuid,
} from "#lib/rows";
import { newId } from "#lib/ids";
import { makeWorld } from "./world.ts";

const SOURCE = join(import.meta.dirname, "../src");
const DECLARING = globSync("**/*.ts", { cwd: SOURCE }).filter((path) =>
  /^(export )?const \w+ = defineRow\(/m.test(readFileSync(join(SOURCE, path), "utf8")),
);
await Promise.all(DECLARING.map((path) => import(join(SOURCE, path))));

const world = await makeWorld();

interface TableColumn {
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

const SAME_TYPES: Readonly<Record<string, string>> = { "timestamp with time zone": "timestamptz" };

const readColumns = (table: string): Promise<TableColumn[]> =>
  world.look<TableColumn>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
       atthasdef or attidentity <> '' as "hasDefault"
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'merchant_id'`,
    [table],
  );

test("each declared row is as the database has it", async () => {
  assert.ok(definedRows().length > 0);
  for (const { table, declared } of definedRows()) {
    const columns = new Map((await readColumns(table)).map((column) => [column.name, column]));
    for (const [field, { type, isNullable }] of Object.entries(declared)) {
      const column = columns.get(snake(field));
      assert.ok(column, `${table} has the column ${snake(field)}`);
      const found = { type: SAME_TYPES[column.type] ?? column.type, isNullable: column.isNullable };
      assert.deepEqual(found, { type, isNullable }, `${table}.${column.name}`);
    }
  }
});

test("no table is declared twice", () => {
  const tables = definedRows().map(({ table }) => table);
  assert.deepEqual(
    tables.filter((table, place) => tables.indexOf(table) !== place),
    [],
  );
});

test("rows are written together, with shared values, nulls and what is hard to quote", async () => {
  await world.look(
    `create table recalls.tried (
       merchant_id uuid, tried_id uuid, place smallint, paise bigint, note text, reserve integer, hash bytea,
       is_rare boolean, day date
     )`,
  );
  await world.look("grant select, insert on recalls.tried to public");
  const row = defineRow("recalls.tried", {
    triedId: uuid,
    place: smallint,
    paise: bigint,
    note: nullable(text()),
    reserve: smallPaise,
    hash: bytea,
    isRare: rareFlag,
    day: nullable(day),
  });
  const { merchantId } = await world.makeMerchant();
  const given = [
    { paise: 1n, reserve: 0n, hash: Buffer.of(0, 92, 255), isRare: false, day: "2026-11-28" },
    {
      paise: 9_007_199_254_740_993n,
      note: "a \"b\" \\ {c}, 'd'",
      reserve: 7n,
      hash: Buffer.of(),
      isRare: true,
    },
    { paise: -1n, note: null, reserve: 2_147_483_647n, hash: Buffer.from("{}"), isRare: false },
  ].map((one) => ({ triedId: newId(), ...one }));
  const written = await world.ctx.db.inMerchant(merchantId, async (tx) => {
    await insertRows(tx, row, given, { place: 7 });
    await insertRows(tx, row, []);
    return tx.query(`select ${row.columns} from recalls.tried order by tried_id`);
  });
  assert.deepEqual(
    written,
    given.map((one) => ({ note: null, day: null, ...one, place: 7 })),
  );
  const [rare] = await world.look("select count(is_rare)::int as stored from recalls.tried");
  assert.deepEqual(rare, { stored: 1 });
});
