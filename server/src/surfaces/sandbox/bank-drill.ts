/**
 * A drill: one of the merchant's simulated banks fails a share of one rail's payments for a time, and small payments
 * are played while it goes on.
 */
import type { Actor } from "#audit";
import { adapterOf } from "#banks";
import { listBankConnections, readBalance, WALLET_ID } from "#fund-sources";
import { watchBanks } from "#health";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { isRail, type Rail, limits } from "#rails";
import { acceptTransfer, awaitOutcome, type TransferOrder } from "#transfers";
import { SandboxError } from "./errors.ts";
import { findDebitAccount } from "./find-payment.ts";
import { readClock, moveClock, shiftClock } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";

/** `refuses`: it declines at once and pays nothing. `is_silent`: it does not respond; half are paid. */
export const DRILL_FAULTS = ["refuses", "is_silent"] as const;
type DrillFault = (typeof DRILL_FAULTS)[number];

export interface BankDrill {
  readonly bankId: string;
  readonly rail: Rail;
  /** The percentage of payments that fail. */
  readonly percent: number;
  readonly fault: DrillFault;
  /** `from` and `until` are times of the merchant's clock. */
  readonly from: Date;
  readonly until: Date;
}

/** A chance of a mishap in the simulator. */
interface Odds {
  readonly operation: string;
  readonly chance: number;
  readonly mishap: unknown;
  readonly rail?: string;
  readonly from?: string;
  readonly until?: string;
}

/** The requested behaviour of a simulated bank towards one account. */
interface AskedManner {
  readonly mishaps?: readonly Odds[];
  readonly [field: string]: unknown;
}

const NO_ANSWER = { kind: "http-error", httpStatus: 504 } as const;
/** The scheme is unavailable and nothing was debited: another bank may succeed. */
const REFUSAL = { kind: "fail", code: "H17" } as const;

/** The simulator's clock may be a little behind ours, so its chances begin this much earlier. */
const LEAD_MS = 1_000;

/** Returns the simulator's chances for a drill. The second one is drawn only if the first does not occur. */
function diceOf({ rail, percent, fault, from, until }: BankDrill): Odds[] {
  const share = percent / 100;
  const when = { from: new Date(from.getTime() - LEAD_MS).toISOString(), until: until.toISOString() };
  const roll = (chance: number, mishap: object): Odds => ({
    operation: "pay",
    chance,
    mishap: [mishap],
    rail: rail.toUpperCase(),
    ...when,
  });
  if (fault === "refuses") return [roll(share, REFUSAL)];
  const half = share / 2;
  return [roll(half, NO_ANSWER), roll(half / (1 - half), { ...NO_ANSWER, posted: false })];
}

/** Returns the drill that a behaviour stands for. Null means none, or another change of the bank's behaviour. */
function drillOf(bankId: string, asked: AskedManner | null): BankDrill | null {
  const dice = asked?.mishaps ?? [];
  const [first] = dice;
  const rail = first?.rail?.toLowerCase();
  if (first?.from === undefined || first.until === undefined || !isRail(rail)) return null;
  const fault: DrillFault = dice.length === 1 ? "refuses" : "is_silent";
  const percent = Math.round(first.chance * 100 * dice.length);
  const from = new Date(Date.parse(first.from) + LEAD_MS);
  return { bankId, rail, percent, fault, from, until: new Date(first.until) };
}

/** A merchant's simulated bank, and the URL of its controls. */
export interface DrilledBank {
  readonly bankId: string;
  readonly simulatorUrl: string;
}

interface FoundDrill {
  /** The last drill, even if it is over. Null means that there was none, or the bank's behaviour was changed since. */
  readonly drill: BankDrill | null;
  readonly asked: AskedManner | null;
  readonly debitAccount: string;
}

/** Reads the drill that a simulated bank has. Throws SandboxError.bank_not_found. */
export async function readBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl }: DrilledBank,
): Promise<FoundDrill> {
  const debitAccount = await findDebitAccount(ctx, merchantId, bankId);
  if (debitAccount === null) throw SandboxError.bank_not_found({ bankId });
  const path = `/sim/accounts/${encodeURIComponent(bankId)}/${debitAccount}`;
  const account = await callSimulator(simulatorUrl, { method: "GET", path });
  const asked = (account["manner"] ?? null) as AskedManner | null;
  return { drill: drillOf(bankId, asked), asked, debitAccount };
}

interface DrillToStart extends DrilledBank {
  readonly rail: Rail;
  /** From 1 to 100. */
  readonly percent: number;
  readonly minutes: number;
  readonly fault: DrillFault;
}

/**
 * Makes a simulated bank fail a share of this merchant's payments by one rail from now on, by the merchant's
 * clock. Makes no payments itself. Throws SandboxError.bank_not_found, rail_not_offered or drill_running.
 */
export async function startBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl, rail, percent, minutes, fault }: DrillToStart,
): Promise<BankDrill> {
  const {
    drill: earlier,
    asked,
    debitAccount,
  } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  const { now } = await readClock(ctx, merchantId);
  if (earlier !== null && earlier.until > now) throw SandboxError.drill_running({ bankId });
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const connection = connections.find((one) => one.bankId === bankId)!;
  const { rails } = adapterOf(connection).capabilities(bankId);
  if (!rails.includes(rail)) throw SandboxError.rail_not_offered({ bankId, rail });
  const drill: BankDrill = {
    bankId,
    rail,
    percent,
    fault,
    from: now,
    until: new Date(now.getTime() + minutes * 60_000),
  };
  const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
  const body = { ...asked, mishaps: diceOf(drill), debitAccount };
  await callSimulator(simulatorUrl, { method: "PUT", path, body });
  return drill;
}

/** Ends a drill early. Throws SandboxError.bank_not_found or drill_not_running. */
export async function endBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl }: DrilledBank,
): Promise<BankDrill> {
  const { drill, asked, debitAccount } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  const { now } = await readClock(ctx, merchantId);
  if (drill === null || drill.until <= now) throw SandboxError.drill_not_running({ bankId });
  const ended = { ...drill, until: now };
  const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
  const body = { ...asked, mishaps: diceOf(ended), debitAccount };
  await callSimulator(simulatorUrl, { method: "PUT", path, body });
  return ended;
}

interface DrillToPlay extends DrilledBank {
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
