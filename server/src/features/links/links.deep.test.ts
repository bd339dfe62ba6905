/** A merchant's side of links: making, reading and ending them, with their events and messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLink, deactivateLink, readLink, registerLinks, workLinks } from "#links";
import type { LinkInput } from "#links";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { advance, makeFaultWorld } from "#test/faults/fault-world";
import { verifyAuditChain } from "#audit";
import {
  dayAhead,
  eventsOf,
  makeLink,
  newestMessage,
  prove,
  claim,
  show,
  tokenOf,
  view,
} from "./test/payee.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
registerLinks();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test("a link is active, has a number, and an address that no one guesses and the database does not tell", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const told = await view(world, merchant, made);
  assert.deepEqual(told, {
    linkKey: made.link.linkKey,
    referenceId: 10_001n,
    status: "ACTIVE",
    reason: null,
    address: made.address,
    paidReferenceId: null,
    utr: null,
  });
  assert.match(made.address, /^http:\/\/localhost:8080\/pay\/[\w-]{48}$/);
  const [row] = await world.look<{ text: string }>(
    "select link::text as text from links.link where link_id = $1",
    [made.link.linkId],
  );
  const secret = Buffer.from(made.token, "base64url");
  assert.ok(!row!.text.includes(made.token) && !row!.text.includes(secret.toString("hex")));
  assert.notEqual((await makeLink(world, merchant)).token.slice(22), made.token.slice(22));
});

test("the same id is one link; the same link again is answered only to those who ask for it", async () => {
  const { merchantId, ...merchant } = await world.makePayer();
  const { link, address } = await makeLink(world, { merchantId, ...merchant }, { linkKey: "once" });
  const input: LinkInput = {
    linkKey: "once",
    amountPaise: 500_00n,
    name: "Asha Rao",
    phone: "9876543210",
    expiry: await dayAhead(world, { merchantId, ...merchant }, 10),
    remarks: "Refund of order 7",
    notifyPayee: false,
    checkName: false,
  };
  const again = (changes: object) =>
    createLink(world.ctx, merchantId, { ...input, by: "system", ...changes });
  await assert.rejects(again({}), { code: "key_exists" });
  await assert.rejects(again({ repeatable: true, amountPaise: 501_00n }), { code: "key_exists" });
  const repeated = await again({ repeatable: true });
  assert.deepEqual([repeated.link.linkId, repeated.address, repeated.repeated], [link.linkId, address, true]);
  const racing = await Promise.allSettled(
    Array.from({ length: 8 }, () => again({ linkKey: "raced", repeatable: false })),
  );
  assert.equal(racing.filter(({ status }) => status === "fulfilled").length, 1);
});

test("the wallet must suffice when a link is made; nothing is held for it", async () => {
  const merchant = await world.makePayer({ balancePaise: 100_00n });
  await makeLink(world, merchant, { amountPaise: 100_00n });
  await makeLink(world, merchant, { amountPaise: 100_00n });
  await assert.rejects(makeLink(world, merchant, { amountPaise: 100_01n }), { code: "insufficient_balance" });
});

test("a link's last day is today at the earliest and 30 days ahead at the latest, in India", async () => {
  const merchant = await world.makePayer();
  const make = async (days: number) =>
    makeLink(world, merchant, { expiry: await dayAhead(world, merchant, days) });
  for (const days of [-1, 31]) await assert.rejects(make(days), { code: "expiry_invalid" }, String(days));
  for (const expiry of ["", "2026-12-01", "2026/2/3", "2027/02/30", "01/02/2027", "2018/09/12"]) {
    await assert.rejects(makeLink(world, merchant, { expiry }), { code: "expiry_invalid" }, expiry);
  }
  const { link: longest } = await make(30);
  assert.ok(longest.expiresAt.getTime() - Date.now() > 30 * DAY_MS);
  const made = await make(0);
  assert.equal((await view(world, merchant, made)).status, "ACTIVE");
  await advance(world, merchant, DAY_MS);
  // The clock decides, whether or not a worker has expired it.
  const { status, reason } = await view(world, merchant, made);
  assert.deepEqual([status, reason], ["EXPIRED", "LINK_EXPIRED"]);
  assert.equal((await show(world.ctx, { token: made.token, sessionToken: null })).state, "expired");
  assert.deepEqual(await eventsOf(world, merchant), []);
  await workLinks(world.ctx, merchant.merchantId);
  await workLinks(world.ctx, merchant.merchantId);
  assert.deepEqual(await eventsOf(world, merchant), [
    { type: "CASHGRAM_EXPIRED", cashgramid: made.link.linkKey, reason: "LINK_EXPIRED" },
  ]);
});

test("a payee to whom no code can be sent gets no link", async () => {
  const merchant = await world.makePayer();
  const short = { phone: "12345678" };
  await assert.rejects(makeLink(world, merchant, short), { code: "phone_invalid" });
  await assert.rejects(makeLink(world, merchant, { ...short, email: "asha@localhost." }), {
    code: "phone_invalid",
  });
  await makeLink(world, merchant, { ...short, email: "asha@example.com" });
  await makeLink(world, merchant, { phone: "9876543210", email: "asha@localhost." });
});

test("thousands of links end in sets", async () => {
  const merchant = await world.makePayer();
  const first = await makeLink(world, merchant);
  await world.look(
    `insert into links.link
     select (jsonb_populate_record(link, jsonb_build_object(
       'link_id', gen_random_uuid(), 'link_key', 'many_' || n, 'reference_id', 20000 + n,
       'token_hash', '\\x' || encode(sha256(n::text::bytea), 'hex')))).*
     from links.link, generate_series(1, 450) as n
     where link_id = $1`,
    [first.link.linkId],
  );
  await advance(world, merchant, 11 * DAY_MS);
  await Promise.all([workLinks(world.ctx, merchant.merchantId), workLinks(world.ctx, merchant.merchantId)]);
  assert.equal((await eventsOf(world, merchant)).length, 451);
});

test("a link is deactivated once, and not while the payee may be paid, nor after", async () => {
  const merchant = await world.makePayer();
  const deactivate = (linkKey: string) =>
    deactivateLink(world.ctx, merchant.merchantId, { linkKey, by: "api-key:test" });
  await assert.rejects(deactivate("nobody"), { code: "not_found" });
  await assert.rejects(readLink(world.ctx, merchant.merchantId, "nobody"), { code: "not_found" });
  const made = await makeLink(world, merchant);
  await deactivate(made.link.linkKey);
  await assert.rejects(deactivate(made.link.linkKey), { code: "ended" });
  const { status, reason } = await view(world, merchant, made);
  assert.deepEqual([status, reason], ["EXPIRED", "DEACTIVATED"]);
  const paid = await makeLink(world, merchant);
  await claim(world.ctx, await prove(world, merchant, paid.token));
  await assert.rejects(deactivate(paid.link.linkKey), { code: "ended" });
  const pending = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, pending.token);
  await claim(world.ctx, visitor, { ...TO_PENDING });
  await assert.rejects(deactivate(pending.link.linkKey), { code: "under_way" });
  assert.equal(await verifyAuditChain(world.ctx, merchant.merchantId), null);
});

const TO_PENDING = {
  mode: "upi",
  accountNumber: "",
  accountNumberAgain: "",
  ifsc: "",
  vpa: "pending@upi",
} as const;

test("another merchant's token, and what is no token, open nothing", async () => {
  const merchant = await world.makePayer();
  const other = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const mixed = Buffer.from(token, "base64url");
  Buffer.from(other.merchantId.replaceAll("-", ""), "hex").copy(mixed);
  for (const wrong of [
    mixed.toString("base64url"),
    `${token.slice(0, -1)}A`,
    token.slice(1),
    "",
    "x".repeat(48),
  ]) {
    const { readRedemption } = await import("#links");
    assert.equal(await readRedemption(world.ctx, { token: wrong, sessionToken: null }), null, wrong);
  }
});

test("the payee is told of the link, and once more on the day before its last, only where that is wanted", async () => {
  const merchant = await world.makePayer();
  const quiet = await makeLink(world, merchant);
  const told = await makeLink(world, merchant, { notifyPayee: true, email: "asha@example.com" });
  const lastDay = (await dayAhead(world, merchant, 10)).split("/").map(Number);
  const sms = await newestMessage(world, merchant, "flowgram_link");
  assert.match(
    sms,
    new RegExp(`is sending you ₹500.00. Tell us where to send it by ${lastDay[2]} \\w{3} ${lastDay[0]}: `),
  );
  assert.equal(tokenOf(sms), told.token);
  const count = async (purpose: string): Promise<string[]> => {
    const rows = await world.look<{ channel: string }>(
      "select channel from messages.message where merchant_id = $1 and purpose = $2 order by channel",
      [merchant.merchantId, purpose],
    );
    return rows.map(({ channel }) => channel);
  };
  assert.deepEqual(await count("flowgram_link"), ["email", "sms"]);
  await advance(world, merchant, 8 * DAY_MS);
  await workLinks(world.ctx, merchant.merchantId);
  assert.deepEqual(await count("flowgram_reminder"), []);
  await advance(world, merchant, DAY_MS + 12 * HOUR_MS);
  await workLinks(world.ctx, merchant.merchantId);
  await workLinks(world.ctx, merchant.merchantId);
  assert.deepEqual(await count("flowgram_reminder"), ["email", "sms"]);
  assert.equal(tokenOf(await newestMessage(world, merchant, "flowgram_reminder")), told.token);
  await advance(world, merchant, 2 * DAY_MS);
  await workLinks(world.ctx, merchant.merchantId);
  assert.deepEqual(await count("flowgram_reminder"), ["email", "sms"]);
  assert.deepEqual(
    [(await view(world, merchant, quiet)).status, (await view(world, merchant, told)).status],
    ["EXPIRED", "EXPIRED"],
  );
});
