/** A preview shows what acceptance then does, and leaves nothing behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import {
  acceptTransfers,
  findDuplicate,
  orderByMember,
  previewTransfer,
  runtimeOf,
  setQueuingTime,
  type Acceptance,
  type TransferOrder,
} from "#transfers";
import { makeApprovers } from "#test/make-approvers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

// A Sunday: NEFT is closed until one o'clock on Monday morning.
const SUNDAY = new Date("2026-11-22T10:00:00+05:30");

/** The session of a member who has just logged in. */
const session = { provedAt: new Date(), secondFactor: false };

const world = await makeFaultWorld({ start: SUNDAY });
const { ctx } = world;

const TABLES = [
  "transfers.transfer",
  "transfers.step",
  "transfers.attempt",
  "transfers.counter",
  "beneficiaries.beneficiary",
  "approvals.request",
  "risk.usage",
  "risk.verdict",
  "ledger.posting",
  "ledger.account",
  "audit.record",
  "webhooks.event",
];

/** Returns everything that a merchant has, as text. */
async function picture({ merchantId }: Payer): Promise<string> {
  const parts: string[] = [];
  for (const table of TABLES) {
    const [row] = await world.look<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(one) order by to_jsonb(one)::text), '[]')::text as rows
       from ${table} as one where merchant_id = $1`,
      [merchantId],
    );
    parts.push(`${table}: ${row!.rows}`);
  }
  return parts.join("\n");
}

const inWords = (acceptance: Acceptance): string => {
  if (acceptance.kind === "refused") return `refused: ${acceptance.code}`;
  const { status, waitingFor, rail, feePaise, taxPaise, fundSourceId } = acceptance.transfer;
  return [acceptance.kind, status, waitingFor, rail, feePaise, taxPaise, fundSourceId].join(" ");
};

/** Previews an order, checks that nothing was left behind, then places the order and compares. */
async function compare(merchant: Payer, order: TransferOrder): Promise<string> {
  const before = await picture(merchant);
  const preview = await previewTransfer(ctx, merchant.merchantId, order);
  assert.equal(await picture(merchant), before, "a preview leaves nothing behind");
  const [acceptance] = await acceptTransfers(ctx, merchant.merchantId, [order]);
  await runtimeOf(ctx).idle();
  assert.equal(inWords(preview.acceptance), inWords(acceptance!));
  return inWords(preview.acceptance);
}

test("a preview says what acceptance then does, for every way an order can go", async () => {
  const merchant = await world.makePayer({ balancePaise: 6_00_000_00n });
  assert.match(await compare(merchant, orderTo("sent")), /^accepted sent {2}imps/);
  assert.match(await compare(merchant, orderTo("sent")), /^repeated/);
  assert.match(await compare(merchant, orderTo("closed", { mode: "neft" })), /^accepted waiting window neft/);
  assert.equal(await compare(merchant, orderTo("novpa", { mode: "upi" })), "refused: no_vpa");
  assert.equal(
    await compare(merchant, { ...orderTo("toosmall", { mode: "rtgs" }), amountPaise: 100_00n }),
    "refused: amount_below_minimum",
  );
  assert.equal(
    await compare(merchant, { ...orderTo("nobody"), payee: { beneId: "nobody" } }),
    "refused: beneficiary_not_found",
  );
  const large = { ...orderTo("large"), amountPaise: 5_00_000_00n };
  assert.match(await compare(merchant, large), /^accepted/);
  assert.match(await compare(merchant, { ...large, transferKey: "poor" }), /^failed failed/);
  await setQueuingTime(ctx, merchant.merchantId, { hours: 24, by: "system" });
  assert.match(await compare(merchant, { ...large, transferKey: "queued" }), /^accepted waiting funds/);
});

test("a preview names each mode's limits, price and why it cannot be taken", async () => {
  const merchant = await world.makePayer();
  const { options } = await previewTransfer(ctx, merchant.merchantId, orderTo("modes"));
  const of = new Map(options.map((option) => [option.mode, option]));
  assert.equal(of.get("imps")!.refusal, null);
  assert.equal(of.get("imps")!.rail, "imps");
  assert.equal(of.get("rtgs")!.refusal!.code, "amount_below_minimum");
  assert.equal(of.get("rtgs")!.minPaise, 2_00_000_00n);
  assert.equal(of.get("upi")!.refusal!.code, "no_vpa");
  assert.equal(of.get("neft")!.refusal, null);
  assert.equal(of.get("neft")!.opensAt!.toISOString(), "2026-11-22T19:30:00.000Z");
  // The first half-hourly batch after the opening, plus two hours.
  assert.equal(of.get("neft")!.expectedBy!.toISOString(), "2026-11-22T22:00:00.000Z");
});

test("a recent payment to the same account is found, under any payee name", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const order = orderTo("first");
  await acceptTransfers(ctx, merchantId, [order]);
  await runtimeOf(ctx).idle();
  await addBeneficiary(ctx, merchantId, {
    beneId: "asha",
    name: "Asha R",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "ABC Street",
    accountNumber: "026291800001191",
    ifsc: "YESB0000262",
    by: "system",
  });
  const again: TransferOrder = { ...order, transferKey: "again", payee: { beneId: "asha" } };
  const look = async (changes: Partial<TransferOrder>) => {
    const { payee } = await previewTransfer(ctx, merchantId, { ...again, ...changes });
    const asked = { ...again, ...changes, payee: payee! };
    return ctx.db.inMerchant(merchantId, (tx) => findDuplicate(tx, asked));
  };
  assert.equal((await look({}))?.transferKey, "first");
  assert.equal(await look({ amountPaise: 101_00n }), null);
  const inline = { name: "Asha", vpa: "026291800001191@yesb0000262.IFSC.npci", phone: "9876543210" };
  assert.equal((await look({ payee: { inline }, mode: "upi" }))?.transferKey, "first");
  await acceptTransfers(ctx, merchantId, [
    { ...order, transferKey: "by-vpa", payee: { inline }, mode: "upi", amountPaise: 102_00n },
  ]);
  await runtimeOf(ctx).idle();
  assert.equal((await look({ amountPaise: 102_00n }))?.transferKey, "by-vpa");
});

test("a member's order waits for another member, and only who may initiate orders", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const approvers = await makeApprovers(world, merchant, "transfer");
  await approvers.require(1);
  const order = orderTo("bymember");
  const by = approvers.as("meera");
  const createdBy = { maker: by, creator: "member" } as const;
  const preview = await previewTransfer(ctx, merchantId, { ...order, createdBy });
  assert.equal(preview.requirement?.levels[0]?.approvers, 1);
  const acceptance = await orderByMember(ctx, merchantId, { order, by, session });
  assert.equal(acceptance.kind === "accepted" && acceptance.transfer.status, "awaiting_approval");
  const again = await orderByMember(ctx, merchantId, { order, by, session });
  assert.equal(again.kind, "repeated");
  const { transferId } = (acceptance as { transfer: { transferId: string } }).transfer;
  assert.equal(await approvers.decide(transferId, "asha"), "approved");

  const own = await orderByMember(ctx, merchantId, {
    order: orderTo("own"),
    by: approvers.as("asha"),
    session,
  });
  const ownId = (own as { transfer: { transferId: string } }).transfer.transferId;
  assert.equal(await approvers.decide(ownId, "asha"), "own_request");

  const stranger = "member:01999999-9999-7999-8999-999999999999" as const;
  const refused = orderByMember(ctx, merchantId, { order: orderTo("stranger"), by: stranger, session });
  await assert.rejects(refused, { code: "not_permitted" });
  const audit = await world.look<{ actor: string }>(
    "select actor from audit.record where merchant_id = $1 and action = 'transfers.ordered' order by seq",
    [merchantId],
  );
  assert.deepEqual(
    audit.map(({ actor }) => actor),
    [by, approvers.as("asha")],
  );
});
