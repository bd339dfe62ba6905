/**
 * Tests which payments are overdue, since when and for how much, by the merchant's clock, and the letter that claims
 * it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setBankAddress } from "#fund-sources";
import { listRecalls, readLetter, requestRecall } from "#recalls";
import { acceptTransfers, readTransfers, runtimeOf, workTransfers } from "#transfers";
import { makeDashboard } from "#test/dashboard";
import { advance, makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { drawClaim } from "./claim-letter.ts";
import { listOverdue, sumAgeing, writeClaimLetter, type OverdueCredit } from "./index.ts";

const DAY_MS = 86_400_000;
const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const { ctx } = world;
const merchant = await world.makePayer();
const { merchantId } = merchant;
const by = "system" as const;

/** A payee whose payment stays pending forever. */
const PENDING = "909090909026";

async function pay(transferKey: string, accountNumber = "026291800001191"): Promise<string> {
  const inline = { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" };
  await acceptTransfers(ctx, merchantId, [{ ...orderTo(transferKey), payee: { inline } }]);
  await runtimeOf(ctx).idle();
  return (await read(transferKey)).transferId;
}

/** Lets time pass, and does its background work. */
async function pass(ms: number): Promise<void> {
  await advance(world, merchant, ms);
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
}

async function read(transferKey: string) {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  return transfer!;
}

async function giveBack(transferKey: string): Promise<void> {
  const [attempt] = await world.look<{ reference: string }>(
    `select reference
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id, attempt)
     where merchant_id = $1
       and transfer_key = $2`,
    [merchantId, transferKey],
  );
  const forced = { outcome: "return", bankId: "meghdoot" };
  await world.simulator.control("POST", `/sim/payments/${attempt!.reference}/force`, forced);
  await pass(60_000);
  assert.equal((await read(transferKey)).status, "reversed");
}

const shown = (credits: readonly OverdueCredit[]) =>
  Object.fromEntries(
    credits.map(({ transferKey, standing, days, owedPaise }) => [transferKey, [standing, days, owedPaise]]),
  );

test("nothing is overdue before the end of T+1", async () => {
  for (const key of ["late", "prompt", "recalled"]) await pay(key);
  const mishap = { kind: "deemed", then: "never" };
  const { debitAccount } = merchant;
  await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap, times: 1 });
  await pay("deemed");
  await pay("pending", PENDING);
  await giveBack("prompt");
  const [recalled] = await readTransfers(ctx, merchantId, { transferKeys: ["recalled"] });
  const { transferId } = recalled!;
  await requestRecall(ctx, merchantId, { transferId, reason: "paid_twice", remarks: "", by });
  await pass(DAY_MS);
  assert.deepEqual((await listOverdue(ctx, merchantId)).credits, []);
  await assert.rejects(writeClaimLetter(ctx, merchantId, { bankId: "meghdoot" }), {
    name: "turnaround.nothing_to_claim",
  });
});

test("after that ₹100 a day: for what came back late, and for what is deemed as long as it lasts", async () => {
  await pass(2 * DAY_MS);
  // It is 23 November, two days after T+1.
  await giveBack("late");
  await giveBack("recalled");
  const found = shown((await listOverdue(ctx, merchantId)).credits);
  assert.deepEqual(found, {
    late: ["returned", 2, 200_00n],
    deemed: ["deemed", 2, 200_00n],
    pending: ["unknown", 2, 0n],
  });
  await pass(5 * DAY_MS);
  const { credits } = await listOverdue(ctx, merchantId);
  // The amount stops growing for what has come back, and goes on for what has not.
  assert.deepEqual(shown(credits).late, ["returned", 2, 200_00n]);
  assert.deepEqual(shown(credits).deemed, ["deemed", 7, 700_00n]);
  const [bank] = sumAgeing(credits);
  assert.deepEqual([bank!.bankId, bank!.claims, bank!.unknown, bank!.owedPaise], ["meghdoot", 2, 1, 900_00n]);
  assert.deepEqual(
    bank!.ages.map(({ age, count, amountPaise, owedPaise }) => [age, count, amountPaise, owedPaise]),
    [
      ["1", 0, 0n, 0n],
      ["2-7", 3, 300_00n, 900_00n],
      ["8-30", 0, 0n, 0n],
      ["31+", 0, 0n, 0n],
    ],
  );
});

test("nothing is booked by it, and the letter is a PDF file to the bank's address", async () => {
  const before = await world.look("select count(*) as count from ledger.posting");
  const letter = await writeClaimLetter(ctx, merchantId, { bankId: "meghdoot" });
  assert.deepEqual(await world.look("select count(*) as count from ledger.posting"), before);
  assert.equal(letter.number, "TAT-meghdoot-20261128");
  assert.equal(letter.owedPaise, 900_00n);
  assert.equal(letter.pdf.subarray(0, 5).toString(), "%PDF-");
  await assert.rejects(writeClaimLetter(ctx, merchantId, { bankId: "jugnu" }), {
    name: "turnaround.nothing_to_claim",
  });
});

test("a letter of many payments has as many pages as it needs", async () => {
  const { at, credits } = await listOverdue(ctx, merchantId);
  const bank = { name: "Meghdoot Bank", address: "Mumbai" };
  const draw = async (count: number): Promise<number> => {
    const many = Array.from({ length: count }, () => credits[0]!);
    const pdf = await drawClaim({ number: "TAT-1", at, merchantName: "M", bank, credits: many });
    return pdf.toString("latin1").match(/\/Type \/Page\b/g)!.length;
  };
  assert.deepEqual([await draw(1), await draw(100)], [1, 3]);
});

test("the dashboard shows the same, and gives the letter", async () => {
  const dashboard = makeDashboard({ ctx, onClose: world.onClose });
  const member = await dashboard.logIn(merchant.organizationId, "viewer");
  const { items, banks } = await member.ask("listOverdueCredits", { merchantId });
  assert.deepEqual(
    items
      .map(({ transferKey, owed }: { transferKey: string; owed: string }) => [transferKey, owed])
      .toSorted(),
    [
      ["deemed", "700.00"],
      ["late", "200.00"],
      ["pending", "0.00"],
    ],
  );
  assert.deepEqual([banks[0].bankName, banks[0].owed], ["Meghdoot Bank", "900.00"]);
  const letter = await member.call("getClaimLetter", { merchantId, bankId: "meghdoot" });
  assert.equal(letter.headers["content-disposition"], 'attachment; filename="TAT-meghdoot-20261128.pdf"');
  assert.equal(letter.bytes.subarray(0, 5).toString(), "%PDF-");
  const file = (await member.call("exportOverdueCredits", { merchantId })).bytes.toString();
  const lines = file.trim().split(/\r?\n/);
  assert.match(lines[0]!, /Bank,Age in days,Transfer ID/);
  assert.equal(lines.length, 4);
  assert.match(
    lines.find((line) => line.includes("deemed"))!,
    /^Meghdoot Bank,2-7,deemed,.*,100\.00,.*,7,700\.00$/,
  );
  const none = await member.call("getClaimLetter", { merchantId, bankId: "jugnu" });
  assert.deepEqual([none.status, none.body.error.code], [404, "nothing_to_claim"]);
});

test("an address is the operator's to set, and every letter to the bank carries it", async () => {
  const set = (changes: object) => {
    const address = { bankId: "meghdoot", name: "Meghdoot", address: "Pune", by };
    return setBankAddress(ctx, merchantId, { ...address, ...changes });
  };
  for (const changes of [{ address: " " }, { address: "x".repeat(301) }, { name: "" }, { address: "a\nb" }])
    await assert.rejects(set(changes), { name: "fund-sources.address_invalid" });
  await assert.rejects(set({ bankId: "nobody" }), { name: "fund-sources.bank_not_connected" });
  assert.deepEqual(await set({}), { name: "Meghdoot", address: "Pune" });
  const { recallId } = (await listRecalls(ctx, merchantId, { limit: 1 }))[0]!;
  assert.match((await readLetter(ctx, merchantId, { recallId })).text, /^To: Meghdoot\n {4}Pune\n/);
});
