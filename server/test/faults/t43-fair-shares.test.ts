/**
 * One merchant floods, with 300 calls at once of each kind; another one's calls are served in their turn. What those
 * wait is counted and not timed: how many transactions of the flood begin while one call of the other is under way. A
 * call that takes n transactions, one after the other, has n rounds of all connections to itself where no one floods.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { addBeneficiary } from "../../src/api/literals/requests.ts";
import { openStage } from "../../src/api/literals/stage.ts";
import type { FloodAnswers, FloodCall } from "../flood.ts";
import { makeWorld } from "../world.ts";
import { startChild } from "./child.ts";
import { countTransactions } from "./count-transactions.ts";

const FLOOD = fileURLToPath(new URL("../flood.ts", import.meta.url));
const CONCURRENT = 300;
const CALLS = 20;
const MEMORY_MAX = 200 * 1024 ** 2;

const world = await makeWorld();
const counted = countTransactions(world.ctx);
const stage = await openStage({ ...world, ctx: counted.ctx });
const flooder = await stage.makeClient("rest");
const other = await stage.makeClient("rest");
const beneId = await addBeneficiary(other);
const flooded = await addBeneficiary(flooder);

const bearer = { authorization: `Bearer ${flooder.token}` };
const wrongToken = { authorization: `Bearer ${flooder.token.slice(0, -4)}AAAA` };
const wrongSecret = { "x-client-id": flooder.merchant.clientId, "x-client-secret": "wrong{n}" };

const get = (path: string, headers: Readonly<Record<string, string>> = bearer): FloodCall => ({
  method: "GET",
  path: `/payout${path}`,
  headers,
});

const post = (path: string, body: string, filler?: FloodCall["filler"]): FloodCall => ({
  method: "POST",
  path: `/payout${path}`,
  headers: { ...bearer, "content-type": "application/json" },
  body,
  ...(filler === undefined ? {} : { filler }),
});

/** Digits that are none of ASCII's, many more than any field holds. */
const hostile = { text: "\u0664", times: 100_000 };
const rows = { text: "{n}_0,1.00,,payee\n", times: 500 };

/** What one merchant, or a stranger who knows its id, may flood with. */
const floods: Readonly<Record<string, readonly FloodCall[]>> = {
  "calls that read": [get("/v1/getBalance")],
  orders: [post("/v1/requestTransfer", `{"beneId":"${flooded}","amount":"1.00","transferId":"flood_{n}"}`)],
  "wrong credentials": [
    { method: "POST", path: "/payout/v1/authorize", headers: wrongSecret },
    get("/v1/getBalance", wrongToken),
    get("/beneficiary?beneficiary_id=x", wrongSecret),
  ],
  files: [post("/v1.2/batchFiles?format=BENEFICIARY_ID", "transferId,amount,remarks,beneId\n{filler}", rows)],
  "hostile strings": [
    post("/v1/addBeneficiary", '{"beneId":"h","name":"Asha","cardNo":"{filler}"}', hostile),
    post("/v1/requestTransfer", '{"beneId":"h","amount":"1","transferId":"{filler}"}', hostile),
  ],
};

let orders = 0;
/** The other merchant's calls, each with what it answers. */
const calls: Readonly<Record<string, () => Promise<string>>> = {
  getBalance: async () => (await other.call("GET", "/v1/getBalance")).body.status,
  requestTransfer: async () => {
    const body = { beneId, amount: "1.00", transferId: `fair_${(orders += 1)}` };
    return (await other.call("POST", "/v1/requestTransfer", { body })).body.status;
  },
};

interface Counts {
  /** Transactions of the call itself. */
  readonly own: number;
  /** All others that began while it was under way. */
  readonly theirs: number;
}

async function count(call: () => Promise<string>): Promise<Counts> {
  const before = counted.read();
  assert.equal(await call(), "SUCCESS");
  const after = counted.read();
  const begun = (merchantId: string): number => (after.get(merchantId) ?? 0) - (before.get(merchantId) ?? 0);
  const own = begun(other.merchant.merchantId);
  return { own, theirs: [...after.keys()].reduce((sum, merchantId) => sum + begun(merchantId), -own) };
}

async function countMany(call: () => Promise<string>): Promise<Counts[]> {
  const counts: Counts[] = [];
  while (counts.length < CALLS) counts.push(await count(call));
  return counts;
}

const rank = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!;

/** How many transactions all connections carry in the rounds of a call where no one floods. */
const alone: Record<string, number> = {};
for (const [name, call] of Object.entries(calls)) {
  const counts = await countMany(call);
  alone[name] =
    rank(
      counts.map(({ own }) => own),
      0.5,
    ) * world.ctx.config.databaseConnections;
}

for (const [kind, floodCalls] of Object.entries(floods)) {
  test(`beside a flood of ${kind} another merchant has its turn, and memory its bounds`, async (t) => {
    const memoryBefore = process.memoryUsage.rss();
    const child = startChild(world, { command: [FLOOD] });
    const begun = child.hear((line) => (line["begun"] === true ? true : undefined));
    child.say({ address: stage.address, concurrent: CONCURRENT, calls: floodCalls });
    await begun;
    const waits: Record<string, readonly number[]> = {};
    for (const [name, call] of Object.entries(calls))
      waits[name] = (await countMany(call)).map(({ theirs }) => theirs);
    const memory = process.memoryUsage.rss() - memoryBefore;
    const over = child.hear((line) => line["answers"] as FloodAnswers | undefined);
    child.say({ stop: true });
    const answers = await over;
    for (const [name, counts] of Object.entries(waits)) {
      const [p50, p99] = [rank(counts, 0.5), rank(counts, 0.99)];
      t.diagnostic(`${name}: ${p50} and ${p99} of the flood's transactions; alone ${alone[name]} would fit`);
      assert.ok(p50 <= 2 * alone[name]!, `${name}: ${p50} of the flood's transactions at the median`);
      assert.ok(p99 <= 3 * alone[name]!, `${name}: ${p99} of the flood's transactions at worst`);
    }
    t.diagnostic(`${Math.round(memory / 1024 ** 2)} MB more, answers ${JSON.stringify(answers)}`);
    assert.ok(memory <= MEMORY_MAX, `${memory} bytes more`);
    assert.deepEqual(
      Object.keys(answers).filter((status) => ["500", "502"].includes(status)),
      [],
    );
  });
}
