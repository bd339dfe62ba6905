/**
 * One merchant floods, with 300 simultaneous calls of each kind, and another one's calls are still served in their
 * turn. Their waiting is counted, not timed: the number of the flood's transactions that begin while one call of the
 * other merchant is in progress, after the flood's first calls have ended. With the call's own transactions, this
 * determines how long the call takes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { istDate } from "#lib/ist";
import { addBeneficiary } from "../literals/requests.ts";
import { openStage } from "../literals/stage.ts";
import type { FloodAnswers, FloodCall } from "../flood.ts";
import { makeWorld } from "../world.ts";
import { startChild } from "./child.ts";
import { countTransactions } from "./count-transactions.ts";

const FLOOD = fileURLToPath(new URL("../flood.ts", import.meta.url));
const CONCURRENT = 300;
/** During these calls, the part of the flood that began before anyone else called comes to its end. */
const SETTLING_CALLS = 60;
const CALLS = 40;
/** Work that is done once a second, no matter who calls: each merchant's calls are written to its log. */
const ON_THE_SIDE = 4;
const MEMORY_MAX = 200 * 1024 ** 2;

const world = await makeWorld();
const counted = countTransactions(world.ctx);
const stage = await openStage({ ...world, ctx: counted.ctx });
const flooder = await stage.makeClient("rest");
const accomplices = [await stage.makeClient("rest"), await stage.makeClient("rest")];
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

/** Non-ASCII digits, many more than any field holds. */
const hostile = { text: "\u0664", times: 100_000 };
const rows = { text: "{n}_0,1.00,,payee\n", times: 500 };

const everyones = [flooder, ...accomplices].flatMap(({ token, merchant: { clientId, clientSecret } }) => [
  get("/v1/getBalance", { authorization: `Bearer ${token}` }),
  get("/v1/getTransferStatus?transferId=x", { authorization: `Bearer ${token}` }),
  get("/transfers?transfer_id=x", { "x-client-id": clientId, "x-client-secret": clientSecret }),
  {
    method: "POST",
    path: "/payout/v1/authorize",
    headers: { "x-client-id": clientId, "x-client-secret": clientSecret },
  },
]);

const account = {
  name: "Asha Rao",
  phone: "9876543210",
  bankAccount: "026291800001191",
  ifsc: "YESB0000262",
};
const expiry = istDate(new Date(Date.now() + 5 * 86_400_000)).replaceAll("-", "/");

/** The calls with which one merchant, or a stranger who knows its ID, may flood. */
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
  "links and validations": [
    post(
      "/v1/createCashgram",
      `{"cashgramId":"flood_{n}","amount":"1.00","name":"Asha Rao","phone":"9876543210","linkExpiry":"${expiry}"}`,
    ),
    get(`/v1.2/validation/bankDetails?${new URLSearchParams(account).toString()}`),
    get("/v1/validation/upiDetails?vpa=success@upi"),
    post(
      "/v1/bulkValidation/bankDetails",
      `{"bulkValidationId":"flood_{n}","entries":[${JSON.stringify(account)}]}`,
    ),
  ],
  "pages and paths that are none": ["/docs/", "/payout/v1/none", "/none"].map((path) => ({
    method: "GET",
    path,
    headers: {},
  })),
  "three merchants, who ask for tokens too": everyones,
};

let orders = 0;
/** The other merchant's calls; each returns the status of its answer. */
const calls: Readonly<Record<string, () => Promise<string>>> = {
  getBalance: async () => (await other.call("GET", "/v1/getBalance")).body.status,
  requestTransfer: async () => {
    const body = { beneId, amount: "1.00", transferId: `fair_${(orders += 1)}` };
    return (await other.call("POST", "/v1/requestTransfer", { body })).body.status;
  },
};

interface Counts {
  /** The transactions of the call itself. */
  readonly own: number;
  /** All others that began while it was in progress. */
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

/** The number of transactions of each call without a flood. */
const alone: Record<string, number> = {};
for (const [name, call] of Object.entries(calls)) {
  const owns = (await countMany(call)).map(({ own }) => own);
  alone[name] = rank(owns, 0.5);
}
for (const [kind, floodCalls] of Object.entries(floods)) {
  test(`beside a flood of ${kind} another merchant has its turn, and memory its bounds`, async (t) => {
    const memoryBefore = process.memoryUsage.rss();
    const child = startChild(world, { command: [FLOOD] });
    const begun = child.hear((line) => (line["begun"] === true ? true : undefined));
    child.say({ address: stage.address, concurrent: CONCURRENT, calls: floodCalls });
    await begun;
    for (let count = 0; count < SETTLING_CALLS; count += 1) await calls["getBalance"]!();
    const waits: Record<string, readonly number[]> = {};
    for (const [name, call] of Object.entries(calls))
      waits[name] = (await countMany(call)).map(({ own, theirs }) => own + theirs);
    const memory = process.memoryUsage.rss() - memoryBefore;
    const over = child.hear((line) => line["answers"] as FloodAnswers | undefined);
    child.say({ stop: true });
    const answers = await over;
    // Each merchant that floods has a turn between two of ours.
    const crowd = floodCalls === everyones ? 1 + accomplices.length : 1;
    for (const [name, counts] of Object.entries(waits)) {
      // One or two of forty calls may meet a burst.
      const [p50, p95] = [rank(counts, 0.5), rank(counts, 0.95)];
      t.diagnostic(`${name}: ${p50} and ${p95} transactions, alone ${alone[name]} (${counts.join(" ")})`);
      assert.ok(
        p50 <= (1 + crowd) * alone[name]!,
        `${name}: ${p50} transactions at the median, ${alone[name]} alone`,
      );
      assert.ok(
        p95 <= (1 + 2 * crowd) * alone[name]! + ON_THE_SIDE,
        `${name}: ${p95} transactions at worst, ${alone[name]} alone`,
      );
    }
    t.diagnostic(`${Math.round(memory / 1024 ** 2)} MB more, answers ${JSON.stringify(answers)}`);
    assert.ok(memory <= MEMORY_MAX, `${memory} bytes more`);
    assert.deepEqual(
      Object.keys(answers).filter((status) => ["500", "502"].includes(status)),
      [],
    );
  });
}
