/** A hostile file costs the main thread no more than one of letters, since another thread reads it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTable, type Table } from "@vitaran/spreadsheets";
import { cpuMsOf, hostileTexts, leastCpuMsOf } from "#test/hostile-texts";
import { keepAllRows } from "./clean-row.ts";
import { columnsOf } from "./column-titles.ts";
import { FIELD_LENGTHS } from "./read-fields.ts";
import type { FieldName } from "./formats.ts";

const FORMAT = "BANK_ACCOUNT";
const HEAD = ["transferId", "amount", "name", "phone", "email", "bankAccount", "ifsc", "remarks"];
const CELL_MAX = 1_000;
const FILE_BYTES = 2_000_000;
const RATIO_MAX = 4;
/** Shorter times are too noisy to measure. */
const NOISE_MS = 20;
/** Texts up to this length are not cut. */
const UNCUT_MAX = 100;

/** Makes a large file with this text in every cell, and with a letter, since blank rows do not count. */
function fileOf(text: string): Buffer {
  const cell = `"x${text.replaceAll('"', '""')}x"`;
  const row = `${HEAD.map(() => cell).join(",")}\n`;
  const count = Math.min(9_999, Math.floor(FILE_BYTES / Buffer.byteLength(row)));
  return Buffer.from(`${HEAD.join(",")}\n${row.repeat(count)}`);
}

const read = (file: Buffer) =>
  readTable(file, {
    columns: columnsOf(FORMAT),
    ...keepAllRows(FORMAT),
  });

/** Some kinds of hostile text cannot be in a text file. */
const TEXTS = hostileTexts(480).filter(({ text }) => text.isWellFormed());

test("hostile cells cost the main thread what letters do, and come no longer than fields may be", async (context) => {
  const letters = fileOf("a".repeat(480));
  await read(letters);
  const usual = await leastCpuMsOf(() => read(letters), 3);
  const allowed = usual * RATIO_MAX + NOISE_MS;
  for (const { kind, text } of TEXTS) {
    assert.ok(text.length <= CELL_MAX);
    const file = fileOf(text);
    let table: Table | undefined;
    let took = await cpuMsOf(async () => (table = await read(file)));
    if (took > allowed) took = await leastCpuMsOf(() => read(file), 3);
    const { rows, problems } = table!;
    const values = [...rows, ...problems.map(({ kept }) => kept!)].map((row) => row.values);
    assert.ok(values.length > 400, kind);
    for (const [name, value] of values.flatMap((one) => Object.entries(one)))
      assert.ok(value.length <= Math.max(FIELD_LENGTHS[name as FieldName], UNCUT_MAX), `${kind}: ${name}`);
    context.diagnostic(`${kind}: ${took.toFixed(0)} ms, letters ${usual.toFixed(0)} ms`);
    assert.ok(took <= allowed, `${kind}: ${took} ms, letters ${usual} ms`);
  }
});
