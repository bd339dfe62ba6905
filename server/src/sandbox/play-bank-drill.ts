import type { Actor } from "#audit";
import { readBalance, WALLET_ID } from "#fund-sources";
import { watchBanks } from "#health";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { limits, type Rail } from "#rails";
import { acceptTransfer, awaitOutcome, type TransferOrder } from "#transfers";
import { type BankDrill, type DrilledBank, readBankDrill } from "./bank-drill.ts";
import { SandboxError } from "./errors.ts";
import { moveClock, readClock, shiftClock } from "./move-clock.ts";

export interface DrillToPlay extends DrilledBank {
  readonly transfers: number;
  /** The time over which they are spread, on the merchant's clock (ms). */
  readonly overMs: number;
  readonly by: Actor;
}

/** The most payments in one call, so that it answers within a few seconds. */
export const PLAYED_MAX = 60;

/** An outcome that is not known by then remains open, as in real traffic. */
const OUTCOME_WITHIN_MS = 300;
/** Added to the amount, for fee and tax. */
const CHARGES_PAISE = 20_00n;

/**
 * Plays a part of a drill: orders small payments one after the other to payees that accept them, and moves
 * the clock on between them. Throws SandboxError.bank_not_found, drill_not_running or too_little_money.
 */
export async function playBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl, transfers, overMs, by }: DrillToPlay,
): Promise<void> {
  const { drill, debitAccount } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  const { now } = await readClock(ctx, merchantId);
  if (drill === null || drill.until <= now) throw SandboxError.drill_not_running({ bankId });
  const amountPaise = amountOf(drill.rail, now);
  await checkMoney(ctx, merchantId, BigInt(transfers) * (amountPaise + CHARGES_PAISE));
  const advanceMs = Math.floor(overMs / transfers);
  const batch = `${now.getTime()}`;
  for (let nth = 1; nth <= transfers; nth += 1) {
    const order = orderOf(drill, { transferKey: `DRILL_${batch}_${nth}`, amountPaise, serial: nth, by });
    const accepted = await acceptTransfer(ctx, merchantId, order);
    if (accepted.kind === "accepted") await awaitOutcome(ctx, accepted.transfer, OUTCOME_WITHIN_MS);
    // The bank's response is known before the next payment is routed, as it would be in real time.
    await watchBanks(ctx, merchantId);
    const move = nth === transfers ? moveClock : shiftClock;
    await move(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
  }
}

async function checkMoney(ctx: Context, merchantId: string, neededPaise: bigint): Promise<void> {
  const { spendablePaise } = await ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));
  if (spendablePaise < neededPaise)
    throw SandboxError.too_little_money({ needed: formatRupees(neededPaise) });
}

/** Returns the rail's minimum, but at least one rupee. */
function amountOf(rail: Rail, now: Date): bigint {
  const { minPaise } = limits(rail, now);
  return minPaise > 1_00n ? minPaise : 1_00n;
}

const IFSC = "HDFC0000001";

function orderOf(
  { rail }: BankDrill,
  told: { transferKey: string; amountPaise: bigint; serial: number; by: Actor },
): TransferOrder {
  const { transferKey, amountPaise, serial, by } = told;
  const details =
    rail === "upi"
      ? { vpa: `drill${serial}@upi` }
      : { accountNumber: `60010000${1_000 + serial}`, ifsc: IFSC };
  return {
    transferKey,
    payee: { inline: { name: "Drill Payee", ...details } },
    amountPaise,
    mode: rail as TransferOrder["mode"],
    remarks: "drill",
    fundSourceId: WALLET_ID,
    createdBy: { maker: by, creator: by.startsWith("member:") ? "member" : "api" },
  };
}
