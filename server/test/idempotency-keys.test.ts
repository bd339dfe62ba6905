/**
 * On every surface, one idempotency key is one request: it gets its first answer again, or 409, and never a second
 * payment.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pruneKeys } from "#idempotency";
import { runtimeOf } from "#transfers";
import { crashAt } from "./crash-at.ts";
import { freshId, openV2, type Fields } from "./v2-client.ts";
import { makeWorld } from "./world.ts";

const world = await makeWorld();
const client = await openV2(world);
const { merchantId } = client.merchant;
const otherProcess = await client.stage.openServer(world.databaseUrl);

const DIRECT = "/payout/v1.2/directTransfer";

const order = (changes: Fields = {}): Fields => ({
  amount: "2500.00",
  transferId: freshId("inv"),
  transferMode: "upi",
  beneDetails: { name: "Asha Rao", phone: "9876543210", vpa: "success@upi" },
  ...changes,
});

interface Heard {
  readonly status: number;
  readonly text: string;
  readonly body: { status: string; subCode: string; message: string; data?: Fields };
  readonly replayed: boolean;
  readonly headers: Headers;
}

interface Asked {
  readonly headers?: readonly (readonly [string, string])[];
  readonly token?: string;
  readonly address?: string;
  readonly path?: string;
}

async function send(body: Fields | string | Uint8Array, asked: Asked = {}): Promise<Heard> {
  const { headers = [], token = client.token, address = client.stage.address, path = DIRECT } = asked;
  const all = new Headers([["authorization", `Bearer ${token}`]]);
  for (const [name, value] of headers) all.append(name, value);
  const isSent = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(address + path, {
    method: "POST",
    headers: all,
    body: isSent ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, text, body: JSON.parse(text), replayed, headers: response.headers };
}

const withKey = (key: string, name = "Idempotency-Key"): Pick<Asked, "headers"> => ({
  headers: [[name, key]],
});

const paymentsOf = async (merchant = merchantId): Promise<number> =>
  (await world.look("select from transfers.transfer where merchant_id = $1", [merchant])).length;

/** Counts the payments that some work makes. */
async function counting(work: () => Promise<void>): Promise<number> {
  const before = await paymentsOf();
  await work();
  return (await paymentsOf()) - before;
}

test("the same key and request get the first answer again, and any other gets 409 that names the first", async () => {
  const key = freshId("key");
  const first = order();
  const made = await counting(async () => {
    const heard = await send(first, withKey(key));
    assert.deepEqual([heard.body.subCode, heard.replayed], ["200", false]);
    const again = await send(first, withKey(key, "X-Idempotency-Key"));
    assert.deepEqual([again.text, again.status, again.replayed], [heard.text, heard.status, true]);
    const others: [Fields, Asked][] = [
      [{ ...first, transferId: `${String(first["transferId"])}9` }, {}],
      [{ ...first, amount: "2600.00" }, {}],
      [{ ...first, remarks: "Other" }, {}],
      [first, { path: "/payout/v1/directTransfer" }],
      [first, { path: `${DIRECT}?more=1` }],
      [{ beneId: "none" }, { path: "/payout/v1/removeBeneficiary" }],
    ];
    for (const [body, asked] of others) {
      const refused = await send(body, { ...withKey(key), ...asked });
      assert.deepEqual([refused.body.status, refused.body.subCode], ["ERROR", "409"]);
      const requestId = String(heard.headers.get("x-request-id"));
      for (const part of [`POST ${DIRECT}`, `transferId ${String(first["transferId"])}`, requestId])
        assert.ok(refused.body.message.includes(part), refused.body.message);
    }
  });
  assert.equal(made, 1);
});

test("the order of fields, white space and the zeros of an amount do not make another request", async () => {
  const key = freshId("key");
  const first = order();
  const made = await counting(async () => {
    const heard = await send(first, withKey(key));
    const { transferMode, ...rest } = first;
    const twins = [
      JSON.stringify({ transferMode, ...rest }, null, 2),
      JSON.stringify({ ...first, amount: 2500 }),
      JSON.stringify({ ...first, amount: "2500" }),
      `\ufeff${JSON.stringify({ ...first, amount: "2500.0" })}`,
    ];
    for (const twin of twins) {
      const again = await send(twin, withKey(key));
      assert.deepEqual([again.text, again.replayed], [heard.text, true], twin);
    }
    const other = await send({ ...first, amount: "2500.01" }, withKey(key));
    assert.equal(other.body.subCode, "409");
  });
  assert.equal(made, 1);
});

test("twenty at once to two processes make one payment, and all hear the same", async () => {
  for (const vary of [false, true]) {
    const key = freshId("key");
    const first = order();
    const made = await counting(async () => {
      const heard = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          send(vary ? { ...first, transferId: `${String(first["transferId"])}${n}` } : first, {
            ...withKey(key),
            address: n % 2 === 0 ? client.stage.address : otherProcess,
          }),
        ),
      );
      const taken = heard.filter(({ body }) => body.status !== "ERROR");
      assert.equal(new Set(taken.map(({ text }) => text)).size, 1);
      assert.equal(taken.length, vary ? 1 : 20);
      for (const { body } of heard.filter((one) => !taken.includes(one))) assert.equal(body.subCode, "409");
    });
    assert.equal(made, 1);
  }
});

test("one key of another merchant is another key", async () => {
  const key = freshId("key");
  const other = await client.another();
  for (const asked of [{}, { token: other.token }]) {
    const heard = await send(order(), { ...withKey(key), ...asked });
    assert.deepEqual([heard.body.subCode, heard.replayed], ["200", false], heard.text);
  }
});

test("a key has 1 to 255 printable characters and is sent once", async () => {
  const bad: Asked["headers"][] = [
    [["Idempotency-Key", ""]],
    [["Idempotency-Key", "x".repeat(256)]],
    [["Idempotency-Key", "schlüssel"]],
    [["Idempotency-Key", "a\tb"]],
    [
      ["Idempotency-Key", "a"],
      ["X-Idempotency-Key", "b"],
    ],
  ];
  const made = await counting(async () => {
    for (const headers of bad) {
      const { body } = await send(order(), { headers: headers! });
      assert.deepEqual([body.status, body.subCode], ["ERROR", "400"], JSON.stringify(headers));
      assert.match(body.message, /^Idempotency-Key must have 1 to 255 printable/);
    }
    for (const headers of [[["Idempotency-Key", "x".repeat(255)]], [["Idempotency-Key", "inv 1, again"]]])
      assert.equal((await send(order(), { headers: headers as [string, string][] })).body.subCode, "200");
  });
  assert.equal(made, 2);
});

test("what was refused before anything began leaves its key free; what is stored as refused does not", async () => {
  const key = freshId("key");
  const refused = await send(order({ amount: "abc" }), withKey(key));
  assert.equal(refused.body.status, "ERROR");
  assert.deepEqual((await send(order(), withKey(key))).body.subCode, "200");

  const poor = await client.another({ balancePaise: 1_00n });
  const [first, token] = [order(), poor.token];
  const short = await send(first, { ...withKey(key), token });
  assert.equal(short.body.message, "Not enough available balance in the account.");
  const again = await send(first, { ...withKey(key), token });
  assert.deepEqual([again.text, again.replayed], [short.text, true]);
  assert.equal((await send(order({ amount: "1.00" }), { ...withKey(key), token })).body.subCode, "409");
  assert.equal(await paymentsOf(poor.merchant.merchantId), 1);
});

test("a pending payment's first answer stays what it was, and the status tells what became of it", async () => {
  const hasty = await client.another({ syncWaitMs: 0 });
  const { token } = hasty;
  const [key, first] = [freshId("key"), order()];
  const heard = await send(first, { ...withKey(key), token });
  assert.equal(heard.body.status, "PENDING");
  await runtimeOf(world.ctx).idle();
  const query = { transferId: String(first["transferId"]) };
  const { body } = await hasty.call("GET", "/v1.2/getTransferStatus", { query });
  assert.equal((body.data!["transfer"] as Fields)["status"], "SUCCESS");
  assert.equal((await send(first, { ...withKey(key), token })).text, heard.text);
});

for (const point of [
  "idempotency.claim.committed",
  "transfers.accept.committed",
  "idempotency.answer.unkept",
])
  test(`after a crash at ${point} the same request finds the one payment, and no other takes its key`, async () => {
    const [key, first] = [freshId("key"), order()];
    const made = await counting(async () => {
      assert.ok(await crashAt(world, point, async () => void (await send(first, withKey(key)))));
      const moved = { ...first, transferId: freshId("inv") };
      const refused = await send(moved, { ...withKey(key), address: otherProcess });
      assert.equal(refused.body.subCode, "409", refused.text);
      const again = await send(first, { ...withKey(key), address: otherProcess });
      assert.notEqual(again.body.status, "ERROR", again.text);
      assert.equal((await send(first, withKey(key))).text, again.text);
    });
    assert.equal(made, 1);
  });

test("a link whose answer was lost is the same link, and has one key", async () => {
  const links = async (): Promise<number> =>
    (await world.look("select from links.link where merchant_id = $1", [merchantId])).length;
  const before = await links();
  const body = { cashgramId: freshId("link"), amount: "10.00", name: "Asha Rao", phone: "9876543210" };
  const link = { ...body, linkExpiry: linkExpiry(), remarks: "Refund", notifyCustomer: 0 };
  const asked = { ...withKey(freshId("key")), path: "/payout/v1/createCashgram" };
  assert.ok(await crashAt(world, "idempotency.answer.unkept", async () => void (await send(link, asked))));
  const again = await send(link, asked);
  assert.equal(again.body.subCode, "200", again.text);
  assert.equal((await links()) - before, 1);
});

const linkExpiry = (): string =>
  new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");

test("a key is forgotten after 24 hours, whatever the sandbox's clock says, and its answer is sealed", async () => {
  const [key, first] = [freshId("key"), order()];
  const heard = await send(first, withKey(key));
  await world.look(
    `insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 30 * 86400000::bigint)
     on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
    [merchantId],
  );
  assert.equal(await pruneKeys(world.ctx, merchantId), 0);
  assert.equal((await send(first, withKey(key))).text, heard.text);
  const [row] = await world.look<{ sealed: boolean }>(
    "select starts_with(answer, 'sealed:1:') as sealed from idempotency.key where merchant_id = $1 and request_id = $2",
    [merchantId, heard.headers.get("x-request-id")],
  );
  assert.equal(row!.sealed, true);
  const age = (hours: number) =>
    world.look(
      "update idempotency.key set claimed_at = clock_timestamp() - make_interval(hours => $2) where merchant_id = $1",
      [merchantId, hours],
    );
  await age(23);
  assert.equal((await send(order(), withKey(key))).body.subCode, "409");
  await age(25);
  assert.equal((await send(order(), withKey(key))).body.subCode, "200");
  assert.ok((await pruneKeys(world.ctx, merchantId)) > 10);
});

test("a file has no id of its own: who has its key is told the batch that it became", async () => {
  const key = freshId("key");
  const asked = { ...withKey(key), path: "/payout/v1.2/batchFiles?format=UPI&name=salaries" };
  asked.headers = [...asked.headers!, ["content-type", "text/csv"]];
  const file = (amount: string): string =>
    `transferId,amount,name,phone,email,vpa\n${freshId("row")},${amount},Asha Rao,9876543210,a@b.in,success@upi\n`;
  const first = await send(file("10.00"), asked);
  assert.equal(first.body.subCode, "200", first.text);
  const other = await send(file("11.00"), asked);
  const named = `batchFiles, batchId ${String(first.body.data!["batchId"])}, request id`;
  assert.match(other.body.message, new RegExp(named));
});
