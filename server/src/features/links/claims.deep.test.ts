/** Claims: paid only once whatever is clicked, failed and tried again, reversed, raced, late. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmClaim, draftClaim, registerLinks, sendPassword, workLinks } from "#links";
import { changeMerchant } from "#access";
import { topUp } from "#fund-sources";
import type { DestinationInput } from "#links";
import type { Outcome } from "#banks";
import { recordNews } from "#transfers";
import { advance, assertSound, makeFaultWorld, settle, type Payer } from "#test/faults/fault-world";
import { claim, draft, eventsOf, makeLink, prove, show, TO_ACCOUNT, toVpa, view } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const { ctx } = world;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface TransferRow {
  key: string;
  status: string;
  reference: bigint;
  utr: string | null;
}

function transfersOf({ merchantId }: Payer): Promise<TransferRow[]> {
  return world.look<TransferRow>(
    `select transfer_key as key, status, reference_id as reference, utr
     from transfers.transfer
     where merchant_id = $1
     order by reference_id`,
    [merchantId],
  );
}

test("a claim pays once: merchant, payee and webhook are told the same", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  await claim(ctx, visitor);
  const [transfer, ...others] = await transfersOf(merchant);
  assert.deepEqual(others, []);
  const told = await view(world, merchant, made);
  assert.deepEqual(
    [told.status, told.reason, told.utr, String(told.paidReferenceId)],
    ["REDEEMED", null, transfer!.utr, String(transfer!.reference)],
  );
  assert.deepEqual(await eventsOf(world, merchant), [
    { type: "CASHGRAM_REDEEMED", cashgramid: made.link.linkKey, referenceId: "10001", utr: transfer!.utr },
  ]);
  const shown = await show(ctx, visitor);
  assert.deepEqual(
    [shown.state, shown.utr, shown.proved?.claim?.accountLast4],
    ["redeemed", transfer!.utr, "1191"],
  );
  assert.equal((await show(ctx, { ...visitor, sessionToken: null })).proved, null);
  const [row] = await world.look<{ text: string }>(
    `select array_agg(claim.*)::text || (select array_agg(session.*)::text from links.session) as text
     from links.claim`,
  );
  assert.ok(!row!.text.includes(TO_ACCOUNT.accountNumber));
  assert.match(row!.text, /,1191,YESB0000262,/);
  await assertSound(world, [merchant]);
});

test("a draft confirmed twenty times from two processes is one payment", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor);
  const processes = [ctx, world.openContext({ connections: 6 })];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => confirmClaim(processes[n % 2]!, visitor, draftId)),
  );
  assert.ok(answers.every((answer) => answer?.kind === "ordered"));
  assert.deepEqual(
    (await transfersOf(merchant)).map(({ status }) => status),
    ["succeeded"],
  );
  assert.deepEqual(await confirmClaim(ctx, visitor, draftId), { kind: "ordered" });
  assert.equal((await eventsOf(world, merchant)).length, 1);
  await assertSound(world, [merchant]);
});

test("what is confirmed is what was shown, in every tab and every browser", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  const first = await draft(ctx, visitor);
  const second = await draft(ctx, visitor, toVpa("success@upi"));
  assert.deepEqual(await confirmClaim(ctx, visitor, first), { kind: "changed" });
  await advance(world, merchant, MINUTE_MS);
  const elsewhere = await prove(world, merchant, made.token);
  assert.deepEqual(await confirmClaim(ctx, elsewhere, second), { kind: "changed" });
  const third = await draft(ctx, elsewhere);
  const both = await Promise.all([confirmClaim(ctx, visitor, second), confirmClaim(ctx, elsewhere, third)]);
  assert.deepEqual(both.map((answer) => answer?.kind).toSorted(), ["closed", "ordered"]);
  assert.equal((await transfersOf(merchant)).length, 1);
  assert.deepEqual(await confirmClaim(ctx, { ...visitor, sessionToken: null }, second), {
    kind: "not_proved",
  });
  assert.deepEqual(await draftClaim(ctx, visitor, TO_ACCOUNT), { kind: "closed" });
});

test("a claim that fails may be made again with other details; the fifth failure ends the link", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  await claim(ctx, visitor, toVpa("no-account@upi"));
  const failed = await view(world, merchant, made);
  assert.equal(failed.status, "FAILED");
  assert.match(failed.reason ?? "", /^[A-Z_]+$/);
  assert.deepEqual([(await show(ctx, visitor)).state, (await show(ctx, visitor)).triesLeft], ["open", 4]);
  await claim(ctx, visitor);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  assert.deepEqual(
    (await transfersOf(merchant)).map(({ status }) => status),
    ["failed", "succeeded"],
  );

  const hopeless = await makeLink(world, merchant);
  const trying = await prove(world, merchant, hopeless.token);
  for (let tries = 0; tries < 5; tries += 1) await claim(ctx, trying, toVpa("no-account@upi"));
  const { status, reason } = await view(world, merchant, hopeless);
  assert.deepEqual([status, reason], ["EXPIRED", "REDEMPTION_ATTEMPTS_EXCEEDED"]);
  assert.equal((await show(ctx, trying)).proved, null);
  assert.deepEqual((await eventsOf(world, merchant)).at(-1), {
    type: "CASHGRAM_EXPIRED",
    cashgramid: hopeless.link.linkKey,
    reason: "REDEMPTION_ATTEMPTS_EXCEEDED",
  });
  await assertSound(world, [merchant]);
});

test("when the wallet is short the payee loses nothing, and claims again a little later", async () => {
  const merchant = await world.makePayer({ balancePaise: 600_00n });
  const made = await makeLink(world, merchant);
  const other = await makeLink(world, merchant);
  await claim(ctx, await prove(world, merchant, other.token));
  const visitor = await prove(world, merchant, made.token);
  await claim(ctx, visitor);
  const short = await view(world, merchant, made);
  assert.deepEqual([short.status, short.reason], ["FAILED", "INSUFFICIENT_BALANCE"]);
  const shown = await show(ctx, visitor);
  assert.deepEqual([shown.state, shown.triesLeft], ["open", 5]);
  assert.deepEqual(await draftClaim(ctx, visitor, TO_ACCOUNT), { kind: "too_soon", at: shown.retryAt });
  const { merchantId, fundSourceId, bankId } = merchant;
  await topUp(ctx, merchantId, { bankId, utr: "TOPUP1", amountPaise: 1_000_00n, fundSourceId });
  await advance(world, merchant, 15 * MINUTE_MS);
  await claim(ctx, visitor);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  assert.deepEqual(
    (await transfersOf(merchant)).map(({ status }) => status),
    ["succeeded", "failed", "succeeded"],
  );
  await assertSound(world, [merchant]);
});

test("a payment that comes back reverses the link, and nothing can be claimed by it again", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  await claim(ctx, visitor, toVpa("reversed@upi"));
  await settle(world, ctx, merchant);
  const { status, utr } = await view(world, merchant, made);
  assert.equal(status, "REVERSED");
  const about = { cashgramid: made.link.linkKey, referenceId: "10001" };
  assert.deepEqual(await eventsOf(world, merchant), [
    { type: "CASHGRAM_REDEEMED", ...about, utr },
    { type: "CASHGRAM_TRANSFER_REVERSAL", ...about },
  ]);
  assert.equal((await show(ctx, visitor)).state, "reversed");
  assert.deepEqual(await sendPassword(ctx, made.token), { kind: "closed" });
  await assertSound(world, [merchant]);
});

test("the end of a link waits for a claim under way", async () => {
  const merchant = await world.makePayer();
  await world.simulator.control("PUT", `/sim/banks/${merchant.bankId}/manner`, {
    debitAccount: merchant.debitAccount,
    mishaps: [
      { chance: 1, mishap: { kind: "cut", posted: false } },
      { chance: 1, operation: "enquire", mishap: { kind: "cut", posted: false } },
    ],
  });
  const [paid, unpaid] = [await makeLink(world, merchant), await makeLink(world, merchant)];
  const visitors = [await prove(world, merchant, paid.token), await prove(world, merchant, unpaid.token)];
  await Promise.all(visitors.map((visitor) => claim(ctx, visitor)));
  await advance(world, merchant, 11 * DAY_MS);
  await workLinks(ctx, merchant.merchantId);
  for (const link of [paid, unpaid]) assert.equal((await view(world, merchant, link)).status, "PENDING");
  assert.deepEqual(await eventsOf(world, merchant), []);
  const say = async ({ link }: typeof paid, outcome: Outcome): Promise<void> => {
    const [row] = await world.look<{ id: string }>(
      "select transfer_id as id from links.claim where link_id = $1",
      [link.linkId],
    );
    await recordNews(ctx, merchant.merchantId, [
      { transferId: row!.id, attempt: 1, source: "callback", outcome },
    ]);
  };
  await say(paid, { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true });
  await say(unpaid, {
    kind: "failed",
    code: "M1",
    text: "no",
    reason: "BENE_BANK_DECLINED",
    otherBank: false,
  });
  assert.equal((await view(world, merchant, paid)).status, "REDEEMED");
  const ended = await view(world, merchant, unpaid);
  assert.deepEqual([ended.status, ended.reason], ["EXPIRED", "LINK_EXPIRED"]);
});

test("where the merchant wants it, the name at the bank must be the payee's", async () => {
  const merchant = await world.makePayer();
  const tryTo = async (to: DestinationInput, name = "Asha Rao"): Promise<[string, string | null]> => {
    const made = await makeLink(world, merchant, { checkName: true, name });
    await claim(ctx, await prove(world, merchant, made.token), to);
    const { status, reason } = await view(world, merchant, made);
    return [status, reason];
  };
  const toAccount = (accountNumber: string): DestinationInput => ({
    ...TO_ACCOUNT,
    accountNumber,
    accountNumberAgain: accountNumber,
  });
  assert.deepEqual(await tryTo(toAccount("919191919101")), ["REDEEMED", null]);
  assert.deepEqual(await tryTo(toVpa("name-good@upi")), ["REDEEMED", null]);
  assert.deepEqual(await tryTo(toAccount("919191919104")), ["FAILED", "BENE_NAME_DIFFERS"]);
  assert.deepEqual(await tryTo(toVpa("name-moderate@upi")), ["FAILED", "BENE_NAME_DIFFERS"]);
  assert.deepEqual(await tryTo(toAccount("909090909001")), ["FAILED", "INVALID_ACCOUNT_FAIL"]);
  // No response is no match, but not the payee's fault either.
  assert.deepEqual(await tryTo(toAccount("909090909011")), ["FAILED", "NAME_NOT_CHECKED"]);
  assert.deepEqual(await tryTo({ ...toVpa(""), mode: "paytm" }), ["REDEEMED", null]);
  await assertSound(world, [merchant]);
});

test("while the merchant's payouts are switched off claims wait, and are paid afterwards", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  const switchPayouts = (payoutsEnabled: boolean): Promise<unknown> =>
    changeMerchant(ctx, merchant.merchantId, { settings: { payoutsEnabled } });
  await switchPayouts(false);
  await claim(ctx, visitor);
  // This is longer than the link itself would have been valid.
  for (const days of [0, 1, 11]) {
    await advance(world, merchant, days * DAY_MS);
    await workLinks(ctx, merchant.merchantId);
    assert.equal((await view(world, merchant, made)).status, "PENDING");
  }
  assert.equal((await show(ctx, visitor)).triesLeft, 5);
  assert.deepEqual(await transfersOf(merchant), []);
  await switchPayouts(true);
  await advance(world, merchant, 16_000);
  await workLinks(ctx, merchant.merchantId);
  await settle(world, ctx, merchant);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  await assertSound(world, [merchant]);
});
