/**
 * Files that are made to do harm, or that a spreadsheet has damaged, are refused with a code and a sentence that names
 * the row or the reason. However a good file is changed, it is read or refused, and every row is accounted for.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseTable, readTable, TableError } from "@vitaran/spreadsheets";
import { COLUMNS, goodRow, HEADER } from "@vitaran/spreadsheets/test/hostile-file";
import { HOSTILE_FILES } from "@vitaran/spreadsheets/test/hostile-files";
import { makeXls } from "@vitaran/spreadsheets/test/make-xls";
import { makeXlsx, MAIN } from "@vitaran/spreadsheets/test/make-xlsx";
import type { FilesRead } from "@vitaran/spreadsheets/test/read-files";
import { makeDice } from "./dice.ts";
import { tiered } from "./fault-world.ts";

const MUTATIONS = tiered({ quick: 70, deep: 700, nightly: 20_000 });
/** One file in this many is read on a thread of a process whose memory is measured; of the large ones, all are. */
const WATCHED = tiered({ deep: 8, nightly: 1 });
const GROWN_MB_MAX = 150;
const READ_FILES = fileURLToPath(import.meta.resolve("@vitaran/spreadsheets/test/read-files"));

const rows = [1, 2, 3].map(goodRow);
const GOOD = {
  csv: Buffer.from([HEADER, ...rows].map((row) => row.join(",")).join("\r\n")),
  xlsx: makeXlsx({ data: [HEADER, ...rows] }),
  xls: makeXls([HEADER, ...rows]),
} as const;

test(`${HOSTILE_FILES.length} hostile files are refused, each for its reason`, async () => {
  assert.ok(HOSTILE_FILES.length >= 100);
  for (const { name, make, code, says } of HOSTILE_FILES) {
    const refusal = await parseTable(make(), { columns: COLUMNS }).then(
      () => null,
      (error: unknown) => error,
    );
    assert.ok(TableError.is(refusal), `${name}: ${refusal === null ? "taken" : String(refusal)}`);
    assert.equal(refusal.code, code, name);
    assert.match(refusal.message, says, name);
    assert.doesNotMatch(refusal.message, /undefined|\{|\}/, name);
  }
});

test("no file makes the server's memory grow by more than 150 MB", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-files-"));
  try {
    writeFileSync(join(folder, "0000"), GOOD.xlsx);
    const expected = ["read"];
    for (const [at, { make, code }] of HOSTILE_FILES.entries()) {
      const bytes = make();
      if (at % WATCHED !== 0 && bytes.length < 100_000) continue;
      writeFileSync(join(folder, String(at + 1).padStart(4, "0")), bytes);
      expected.push(code);
    }
    const { stdout } = await promisify(execFile)(process.execPath, [READ_FILES, folder]);
    const { codes, grownMb } = JSON.parse(stdout) as FilesRead;
    assert.deepEqual(codes, expected);
    assert.ok(grownMb <= GROWN_MB_MAX, `it grew by ${grownMb} MB`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no file makes the server call anybody", async () => {
  let calls = 0;
  const listener = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/x`;
  const sheet = (before: string, inside: string): Buffer => {
    const row = `<row><c t="inlineStr"><is><t>${inside}</t></is></c></row>`;
    const part = `${before}<worksheet xmlns="${MAIN}"><sheetData>${row}</sheetData></worksheet>`;
    return makeXlsx({ data: [], sheet: part });
  };
  const relationTo = (type: string): string =>
    `<Relationship Id="${type}" Type="x/${type}" Target="${address}" TargetMode="External"/>`;
  const files = [
    sheet(`<!DOCTYPE a SYSTEM "${address}">`, "x"),
    sheet(`<!DOCTYPE a [<!ENTITY b SYSTEM "${address}">]>`, "&b;"),
    sheet(`<!DOCTYPE a [<!ENTITY % b SYSTEM "${address}"> %b;]>`, "x"),
    sheet(`<?xml-stylesheet href="${address}"?>`, "x"),
    sheet("", `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}"/>`),
    makeXlsx({ data: [HEADER], relations: relationTo("hyperlink") + relationTo("externalLink") }),
  ];
  const results = await Promise.allSettled(files.map((file) => readTable(file, { columns: COLUMNS })));
  assert.equal(results.filter(({ status }) => status === "rejected").length, files.length - 1);
  listener.close();
  await once(listener, "close");
  assert.equal(calls, 0);
});

test("whatever happens to the bytes of a good file, it is read whole or refused", async () => {
  const seed = process.env.FAULT_SEED ?? "vitaran-36";
  const dice = makeDice(seed);
  const outcomes = new Map<string, number>();
  for (let n = 0; n < MUTATIONS; n += 1) {
    for (const [kind, make] of Object.entries(MUTATED)) {
      const outcome = `${kind} ${await readMutated(make(dice))}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  const told = [...outcomes].toSorted().map(([outcome, count]) => `${outcome} ${count}`);
  console.log(`seed ${seed}, ${MUTATIONS * 4} files: ${told.join(", ")}`);
});

/**
 * Good files of each kind with changed bytes; markup is changed before it is packed, because few changed archives can
 * be unpacked.
 */
const MUTATED: Readonly<Record<string, (dice: () => number) => Buffer>> = {
  csv: (dice) => mutate(GOOD.csv, dice),
  xls: (dice) => mutate(GOOD.xls, dice),
  xlsx: (dice) => mutate(GOOD.xlsx, dice),
  markup: (dice) =>
    makeXlsx({
      data: [HEADER, ...rows],
      alter: (parts) => {
        const chosen = Math.floor(dice() * parts.length);
        return parts.map((part, at) =>
          at === chosen ? { ...part, content: mutate(Buffer.from(part.content), dice) } : part,
        );
      },
    }),
};

/** Reads the file and sets rows with problems aside. */
async function readMutated(bytes: Buffer): Promise<string> {
  try {
    const table = await parseTable(bytes, { columns: COLUMNS, rowsMax: 100, problemsMax: 100 });
    const numbers = [...table.rows, ...table.problems].map(({ rowNumber }) => rowNumber);
    assert.equal(new Set(numbers).size, numbers.length);
    for (const { values } of table.rows) assert.deepEqual(Object.keys(values), NAMES);
    return "read";
  } catch (error) {
    if (!TableError.is(error)) throw error;
    return error.code;
  }
}

const NAMES = COLUMNS.map(({ name }) => name);

/** Flips, cuts, doubles or overwrites bytes, up to four times. */
function mutate(good: Buffer, dice: () => number): Buffer {
  let bytes = Buffer.from(good);
  const place = (): number => Math.floor(dice() * bytes.length);
  for (let more = 1 + Math.floor(dice() * 4); more > 0 && bytes.length > 0; more -= 1) {
    const at = place();
    const kind = Math.floor(dice() * 5);
    if (kind === 0) bytes[at]! ^= 1 << Math.floor(dice() * 8);
    if (kind === 1) bytes[at] = [0, 0xff, 0x22, 0x2c, 0x3c, 0x0a, 0x80][Math.floor(dice() * 7)]!;
    if (kind === 2) bytes = bytes.subarray(0, at);
    if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(place())]);
    if (kind === 4 && at + 4 <= bytes.length) bytes.writeUInt32LE(Math.floor(dice() * 2 ** 32), at);
  }
  return bytes;
}
