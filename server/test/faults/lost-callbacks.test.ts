/**
 * Banks refuse, pay late and return money while every callback is lost: one statement reports all of it, and is never
 * misunderstood.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listBankConnections } from "#fund-sources";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { advance, assertMerchantSound, makeFaultWorld, orderTo, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const { ctx } = world;

/**
 * Above the limit from which an unknown debit stops a bank account. It is the same for all, so it does not distinguish
 * them.
 */
const AMOUNT_PAISE = 20_000_00n;
/** The fee including tax. */
const FEE_PAISE = 9_44n;
const MINUTE_MS = 60_000;

interface Fate {
  readonly accountNumber: string;
  readonly vpa: string;
  /** The bank returns the money after it has paid. */
  readonly isForcedBack?: true;
  /** True if the payment remains in the end. */
  readonly stands: boolean;
  /** The statuses and reasons that are true of it. */
  readonly told: RegExp;
}

const FATES: Readonly<Record<string, Fate>> = {
  refused: { accountNumber: "909090909001", vpa: "no-account@upi", stands: false, told: /^failed INVALID_/ },
  "paid late": {
    accountNumber: "909090909027",
    vpa: "late-success@upi",
    stands: true,
    told: /^failed PAID_AFTER_FAILURE \S+$/,
  },
  returned: { accountNumber: "909090909022", vpa: "reversed@upi", stands: false, told: /^reversed / },
  "paid late and returned": {
    accountNumber: "909090909027",
    vpa: "late-success@upi",
    isForcedBack: true,
    stands: false,
    // If both are on one statement, they are a debit and its reversal.
    told: /^failed (?:INVALID_|PAID_LATE_AND_RETURNED)/,
  },
};

/** `whole`: the bank only provides the statement of a day that is over. */
const BANKS = [
  { bankId: "meghdoot", modes: ["imps", "upi"] },
  { bankId: "himshikhar", modes: ["imps", "upi"] },
  { bankId: "purvasagar", modes: ["imps"], whole: true },
  { bankId: "jugnu", modes: ["imps", "upi"] },
] as const;

for (const { bankId, modes, ...rest } of BANKS) {
  test(`${bankId}: one statement tells what became of each payment, by ${modes.join(" and ")}`, async () => {
    const merchant = await world.makePayer({ bankIds: [bankId] });
    const manner = { debitAccount: merchant.debitAccount, callbacks: { missingChance: 1 } };
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
    const opening = await walletOf(merchant);
    const orders = modes.flatMap((mode) => Object.keys(FATES).map((fate) => orderOf(mode, fate)));
    await acceptTransfers(ctx, merchant.merchantId, orders);
    await happen(merchant);
    await advance(world, merchant, "whole" in rest ? 24 * 60 * MINUTE_MS : 6 * MINUTE_MS);
    await workReconciliation(ctx, merchant.merchantId);

    for (const [key, told] of Object.entries(await toldOf(merchant)))
      assert.match(told, FATES[key.slice(key.indexOf(" ") + 1)]!.told, key);
    assert.deepEqual(await leftOf(merchant), { unsettled: 0, breaks: 0, topUps: 0 });
    assert.equal(await isEnabled(merchant), true);
    const standing = Object.values(FATES).filter(({ stands }) => stands).length * modes.length;
    assert.equal(opening - (await walletOf(merchant)), BigInt(standing) * (AMOUNT_PAISE + FEE_PAISE));
    await assertMerchantSound(world, merchant);
  });
}

function orderOf(mode: "imps" | "upi", fate: string): TransferOrder {
  const { accountNumber, vpa } = FATES[fate]!;
  const to = mode === "upi" ? { vpa } : { accountNumber, ifsc: "YESB0000262" };
  const payee = { inline: { name: "Asha Rao", ...to } };
  return { ...orderTo(`${mode} ${fate}`), mode, payee, amountPaise: AMOUNT_PAISE };
}

/** The banks answer, pay late, and return money. */
async function happen(merchant: Payer): Promise<void> {
  for (let looks = 0; looks < 4; looks += 1) {
    await runtimeOf(ctx).idle();
    await advance(world, merchant, 2_000);
    await workTransfers(ctx, merchant.merchantId);
  }
  await runtimeOf(ctx).idle();
  await advance(world, merchant, MINUTE_MS);
  const forced = Object.keys(FATES).filter((fate) => FATES[fate]!.isForcedBack);
  for (const { key, reference } of await attemptsOf(merchant))
    if (forced.some((fate) => key.endsWith(` ${fate}`)))
      await world.simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
}

const attemptsOf = ({ merchantId }: Payer): Promise<{ key: string; reference: string; told: string }[]> =>
  world.look(
    `select transfer_key as key, attempt.reference, concat_ws(' ', status, reason, utr) as told
     from transfers.transfer join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1`,
    [merchantId],
  );

async function toldOf(merchant: Payer): Promise<Record<string, string>> {
  return Object.fromEntries((await attemptsOf(merchant)).map(({ key, told }) => [key, told]));
}

/** Returns what the statement has left open. A late payment is always reported as a contradiction of the bank. */
async function leftOf({ merchantId }: Payer): Promise<object> {
  const [left] = await world.look(
    `select
       (select count(*)::int from reconciliation.line
        where merchant_id = $1 and state not in ('matched', 'paired')) as unsettled,
       (select count(*)::int from reconciliation.break
        where merchant_id = $1 and kind <> 'contradiction') as breaks,
       (select count(*)::int from fund_sources.top_up
        where merchant_id = $1 and utr not like 'OPENING%') as "topUps"`,
    [merchantId],
  );
  return left!;
}

async function isEnabled({ merchantId }: Payer): Promise<boolean> {
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  return connection!.enabled;
}

async function walletOf({ merchantId }: Payer): Promise<bigint> {
  const [wallet] = await world.look<{ paise: bigint }>(
    "select balance_paise as paise from ledger.account where merchant_id = $1 and account_no = 1000",
    [merchantId],
  );
  return BigInt(wallet!.paise);
}
