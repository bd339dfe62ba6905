/**
 * Card numbers in every disguise are sent in every field of every call of both APIs, and in files: no table keeps one.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { operationsV2 } from "#api";
import { operations } from "../../src/surfaces/api/operations/index.ts";
import { addBeneficiary, batchRow, sampleOf } from "../literals/requests.ts";
import { freshId, openStage } from "../literals/stage.ts";
import { type Disguised, makeDisguised, OF_IDS } from "../card-disguises.ts";
import { makeDashboard } from "../dashboard.ts";
import { askV2, CONTACT_V2, v2Account } from "../v2-client.ts";
import { putAt, waysInto } from "../ways-into.ts";
import { makeWorld } from "../world.ts";
import { tiered } from "./fault-world.ts";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest", { syncWaitMs: 0 });
const beneId = await addBeneficiary(client);

/** The number of card numbers for each place. */
const EACH = tiered({ deep: 2, nightly: 40 });
/** A bank account may have a number like a card's; it is sealed. */
const IS_ACCOUNT = /^(?:bankAccount|bank_account_number|rechargeAccount|accountNumber)$/;
const IS_ID = /(?:id|key)$/i;

const cards = new Set<string>();
const marks = new Map<string, string>();
let planted = 0;

/**
 * Yields numbers for one place: IDs get those that fit their allowed characters, other texts a mark that identifies
 * them.
 */
function* numbersFor(place: string): Generator<string> {
  const name = place.slice(place.lastIndexOf(".") + 1);
  if (IS_ACCOUNT.test(name)) return;
  const only = IS_ID.test(name) ? { only: OF_IDS } : {};
  const all: Disguised[] = [...makeDisguised({ seed: place, count: 60, ...only })];
  const first = planted % all.length;
  for (const { text, card } of [...all.slice(first), ...all].slice(0, EACH)) {
    cards.add(card);
    planted += 1;
    if (IS_ID.test(name)) yield text;
    else {
      const mark = `zq${planted.toString().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}zq`;
      marks.set(mark, `${place}: ${JSON.stringify(text)}`);
      yield `${mark} ${text}`;
    }
  }
}

after(() => assert.ok(planted >= tiered({ deep: 500, nightly: 10_000 }), `${planted} were planted`));

/** Digits without a letter between them. */
const RUN = /\d(?:[^\p{L}\d]{0,5}\d){12,}/gu;

/** Searches every table as text. */
async function assertNoneKept(): Promise<void> {
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.length > 80);
  const kept: string[] = [];
  for (const { name } of tables) {
    const rows = await world.look<{ row: string }>(`select kept::text as row from ${name} as kept`);
    for (const { row } of rows) {
      for (const [mark] of row.matchAll(/zq[a-j]+zq/g)) kept.push(`${name} keeps ${marks.get(mark)}`);
      for (const [run] of row.matchAll(RUN)) {
        const card = findCard(run.replace(/\D/g, ""));
        if (card !== undefined) kept.push(`${name} keeps ${card} in ${run}`);
      }
    }
  }
  assert.deepEqual([...new Set(kept)], []);
}

function findCard(digits: string): string | undefined {
  for (let at = 0; at <= digits.length - 14; at += 1)
    for (const length of [14, 15, 16, 18, 19])
      if (cards.has(digits.slice(at, at + length))) return digits.slice(at, at + length);
  return undefined;
}

test("in any field of any call of the classic API", async () => {
  for (const { name, versions, access, body, query } of operations) {
    if (access === "open") continue;
    for (const version of versions) {
      const { method, path, asked } = await sampleOf(client, name, version);
      const sound = (asked.body ?? {}) as Readonly<Record<string, unknown>>;
      const above = Object.keys(body ?? {}).map((field) => [field]);
      const ways = body === undefined ? [] : [...above, ...waysInto(sound).filter((way) => way.length > 1)];
      for (const way of ways) {
        for (const text of numbersFor(`${name}.${way.join(".")}`)) {
          const known = Object.hasOwn(sound, "beneId") ? { ...sound, beneId } : sound;
          await client.call(method, path, { ...asked, body: putAt(fresh(known), way, text) });
        }
      }
      for (const field of Object.keys(query ?? {})) {
        for (const text of numbersFor(`${name}.${field}`))
          await client.call(method, path, { ...asked, query: { ...asked.query, [field]: text } });
      }
    }
  }
  await assertNoneKept();
});

/** Returns the same body with IDs that were never used. */
const fresh = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  "transferId" in body ? { ...body, transferId: freshId("t") } : body;

const details = {
  beneficiary_name: "Asha Rao",
  beneficiary_instrument_details: {
    ...v2Account(),
    vpa: "success@upi",
    card_details: { card_token: "tok_5F2mQ8rXw1Zk", card_type: "CREDIT", card_network_type: "VISA" },
  },
  beneficiary_contact_details: CONTACT_V2,
};
const order = (): Readonly<Record<string, unknown>> => ({
  transfer_id: freshId("t"),
  transfer_amount: 10,
  transfer_mode: "imps",
  transfer_remarks: "Invoice 1",
  fundsource_id: "WALLET_1",
  beneficiary_details: details,
});
const BODIES_V2: Readonly<Record<string, () => unknown>> = {
  createTransfer: order,
  createBatchTransfer: () => ({ batch_transfer_id: freshId("batch"), transfers: [order()] }),
  createBeneficiary: () => ({ beneficiary_id: freshId("bene"), ...details }),
};

test("in any field of any call of the v2 API", async () => {
  for (const { name, method, path } of operationsV2.filter(({ body }) => body !== undefined)) {
    const make = BODIES_V2[name]!;
    for (const way of waysInto(make()))
      for (const text of numbersFor(`${name}.${way.join(".")}`))
        await askV2(client, `${method} ${path}`, { body: putAt(make(), way, text) });
  }
  await assertNoneKept();
});

const quoted = (text: unknown): string => `"${String(text).replaceAll('"', '""')}"`;
const fileOf = (row: Readonly<Record<string, unknown>>): string =>
  [Object.keys(row), Object.values(row)].map((cells) => cells.map(quoted).join(",")).join("\r\n");

test("in any cell of a file, and in its name", async () => {
  const path = "/v1/batchFiles";
  const query = { format: "BANK_ACCOUNT", name: "salaries.csv" };
  for (const field of [...Object.keys(batchRow()), "remarks"]) {
    for (const text of numbersFor(`file.${field}`))
      await client.call("POST", path, { query, text: fileOf({ ...batchRow(), [field]: text }) });
  }
  for (const name of numbersFor("file.itself"))
    await client.call("POST", path, { query: { ...query, name }, text: fileOf(batchRow()) });
  await assertNoneKept();
});

test("in rows, titles and names that a member gives, in policies, and in headers", async (context) => {
  const { merchantId, organizationId } = client.merchant;
  const dashboard = makeDashboard(world);
  const owner = await dashboard.logIn(organizationId, "owner");
  const upload = (row: Readonly<Record<string, unknown>>, name = "November.csv") =>
    owner.call("uploadBatch", { merchantId, name, format: "BANK_ACCOUNT", file: Buffer.from(fileOf(row)) });
  const { draftId } = (await upload(batchRow())).body;
  for (const field of [...Object.keys(batchRow()), "remarks"])
    for (const text of numbersFor(`row.${field}`))
      await owner.call("changeBatchRow", { merchantId, draftId, rowNo: 1, fields: { [field]: text } });
  for (const text of numbersFor("draft.name")) assert.equal((await upload(batchRow(), text)).status, 422);
  for (const title of numbersFor("draft.title")) {
    assert.equal((await upload({ ...batchRow(), [title]: "x" })).status, 422, title);
    const mapping = [...Object.keys(batchRow()), title].map((one) => ({
      title: one,
      field: one === title ? "" : one,
    }));
    const { status, body } = await owner.call("mapBatch", { merchantId, draftId, mapping });
    assert.equal(`${status} ${body.error.code}`, "422 titles_missing", title);
  }
  for (const name of numbersFor("policy.name")) {
    const policies = [{ name, levels: [] }];
    assert.ok((await owner.call("setPolicies", { merchantId, kind: "transfer", policies })).status >= 400);
  }
  for (const text of numbersFor("header.requestId")) {
    const headers = { "x-request-id": text };
    await client.call("GET", "/v1/getBalance", { headers });
  }
  await assertNoneKept();
  context.diagnostic(`${planted} numbers were planted`);
});
