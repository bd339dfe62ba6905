/**
 * Lost answers, a killed server and tokens that end: no order is made twice, and none is reported as failed that did
 * not fail.
 */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AuthenticationError,
  ConnectionError,
  createClient,
  OutcomeUnknownError,
  RefusedError,
} from "../src/index.ts";
import type { Fetch, LogEntry, Options } from "../src/options.ts";
import { addRule, byRoad, clearRoad, readPaid, readRoad, RUN, stage } from "./stage.ts";

const realFetch = globalThis.fetch as unknown as Fetch;
beforeEach(clearRoad);

const payee = {
  name: "Asha Rao",
  email: "asha@rao.example",
  phone: "9876543210",
  bankAccount: "026291800001191",
  ifsc: "YESB0000262",
  address1: "Sector 44",
};
const idOf = (name: string): string => `${name}_${RUN}`;
const order = (transferId: string) =>
  ({ transferId, amount: "10.00", transferMode: "imps", beneDetails: payee }) as const;

/** Returns a client that sends through the road, and the log of its exchanges. */
function connect(options: Partial<Options> = {}) {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const client = createClient({ ...byRoad, logger, ...options });
  return { client, entries, count: (verb: string) => entries.filter((entry) => entry.verb === verb).length };
}

test("100 concurrent calls with a token that is about to end renew it once", async () => {
  await addRule({ path: "authorize", aheadSeconds: 570, times: 1 });
  const { client } = connect();
  await client.tokens.verify();
  await Promise.all(Array.from({ length: 100 }, () => client.ifsc.get({ ifsc: "YESB0000262" })));
  const { calls, subCodes } = await readRoad();
  assert.equal(calls["/payout/v1/authorize"], 2);
  assert.deepEqual(subCodes["/payout/v1/ifsc/YESB0000262"], { "200": 100 });
});

test("100 concurrent calls with a token that the server does not take renew it once", async () => {
  await addRule({ path: "getBalance", badToken: true });
  const { client } = connect();
  await Promise.all(Array.from({ length: 100 }, () => client.balance.get()));
  const { calls, subCodes } = await readRoad();
  assert.equal(calls["/payout/v1/authorize"], 2);
  assert.deepEqual(subCodes["/payout/v1.2/getBalance"], { "200": 100, "403": 100 });
});

test("an order whose answer is lost is asked for again under the same id, and made once", async () => {
  await addRule({ path: "directTransfer", lose: 2 });
  const { client, count } = connect();
  const { status, utr } = await client.transfers.createDirect(order(idOf("lost")));
  assert.equal(status, "SUCCESS");
  assert.match(String(utr), /^\d{12}$/);
  assert.equal(count("transfers.createDirect"), 3);
  assert.deepEqual(await readPaid(idOf("lost")), { [idOf("lost")]: 1 });
});

test("without a repeat the outcome is unknown, and the status is asked for under the same id", async () => {
  await addRule({ path: "directTransfer", lose: 1 });
  const { client } = connect({ retries: 0 });
  const transferId = idOf("unheard");
  await assert.rejects(client.transfers.createDirect(order(transferId)), (error) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.ok(error.outcomeUnknown);
    assert.match(error.message, /unknown, which is not failed/);
    assert.ok(error.message.includes(`under the same transferId, ${transferId}, with transfers.get`));
    assert.ok(error.cause instanceof ConnectionError);
    return true;
  });
  assert.equal((await client.transfers.get({ transferId })).status, "SUCCESS");
});

test("an order that is not answered in time is unknown, not failed", async () => {
  const { client } = connect({ retries: 0, timeoutMs: 2_000 });
  await client.tokens.verify();
  await addRule({ path: "directTransfer", holdMs: 6_000 });
  const transferId = idOf("late");
  await assert.rejects(
    client.transfers.createDirect(order(transferId)),
    (error) => error instanceof OutcomeUnknownError && /no answer within 2000 ms/.test(error.message),
  );
  assert.equal((await connect().client.transfers.get({ transferId })).transferId, transferId);
});

test("a change whose answer is lost is not repeated", async () => {
  await addRule({ path: "addBeneficiary", lose: 9 });
  const { client, count } = connect();
  const [beneId, vpa] = [idOf("lost_bene"), `lost${RUN}@upi`];
  await assert.rejects(
    client.beneficiaries.create({ beneId, name: "Asha Rao", phone: payee.phone, email: payee.email, vpa }),
    (error) => error instanceof OutcomeUnknownError && /with beneficiaries\.get/.test(error.message),
  );
  assert.equal(count("beneficiaries.create"), 1);
  assert.equal((await client.beneficiaries.get({ beneId })).vpa, vpa);
});

test("where nothing listens nothing was sent, and the outcome is known", async () => {
  const { client, count } = connect({ baseUrl: "http://127.0.0.1:9", retries: 1 });
  await assert.rejects(
    client.transfers.createDirect(order(idOf("never"))),
    (error) => error instanceof ConnectionError && !error.outcomeUnknown,
  );
  assert.equal(count("authorize"), 2);
  assert.equal(count("transfers.createDirect"), 0);
});

test("a wrong secret is told, with the server's words and the id of the call", async () => {
  const { client } = connect({ clientSecret: "wrong" });
  await assert.rejects(client.balance.get(), (error) => {
    assert.ok(error instanceof AuthenticationError);
    assert.equal(error.subCode, "401");
    assert.match(error.message, /Invalid clientId and clientSecret combination/);
    assert.match(String(error.requestId), /./);
    return true;
  });
});

test("errors are the same where every answer is HTTP 200", async () => {
  const { client } = connect(stage.always200);
  await assert.rejects(client.transfers.createDirect({ ...order("t 1") }), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.deepEqual([error.subCode, error.httpStatus, error.outcomeUnknown], ["422", 200, false]);
    return true;
  });
});

test("the log names calls and carries no secret, no token and no account", async () => {
  let token = "";
  const listening: Fetch = (url, init) => {
    token = init.headers["Authorization"]?.replace("Bearer ", "") ?? token;
    return realFetch(url, init);
  };
  const { client, entries } = connect({ fetch: listening });
  await client.beneficiaries
    .find({ bankAccount: "000100289877623", ifsc: "YESB0000262" })
    .catch(() => undefined);
  const said = JSON.stringify(entries);
  assert.match(said, /"verb":"beneficiaries\.find".*"subCode":"404"/);
  for (const secret of [stage.clientSecret, token, "000100289877623"]) {
    assert.ok(secret.length > 10 && !said.includes(secret));
  }
});

test("a server killed in the middle of ten orders makes no transfer twice, and loses none that it took", async () => {
  const { client, entries } = connect({ retries: 12 });
  await client.tokens.verify();
  await addRule({ path: "directTransfer", killAfter: 3 });
  const ids = Array.from({ length: 10 }, (_, at) => `${idOf("killed")}_${at}`);
  const results = await Promise.all(ids.map((id) => client.transfers.createDirect(order(id))));
  for (const { status } of results) assert.match(status, /SUCCESS|PENDING/);
  assert.ok(
    entries.some(({ error }) => error !== undefined),
    "calls were cut",
  );
  for (const transferId of ids)
    while ((await client.transfers.get({ transferId })).status !== "SUCCESS") await sleep(100);
  assert.deepEqual(await readPaid(idOf("killed")), Object.fromEntries(ids.map((id) => [id, 1])));
  const listed = [];
  for await (const { referenceId } of client.transfers.list({ maxReturn: 100 })) listed.push(referenceId);
  for (const { referenceId } of results) {
    assert.equal(listed.filter((one) => one === referenceId).length, 1);
  }
});
