/** Sends the instructions of committed attempts to their banks. No transaction is open here. */
import { setTimeout as sleep } from "node:timers/promises";
import { adapterOf, type Instruction, type Outcome } from "#banks";
import { openAccountNumber, openCardToken, type PayeeFacts, storedCardOf } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import { observeBank, signOf } from "#health";
import type { Entry } from "#ledger";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { mustBeOpen } from "#lib/seals";
import { inSpan } from "#lib/trace";
import { CALENDARS, nextEnquiry, pollingEndsAt, type Rail } from "#rails";
import { sendEntry } from "../entries.ts";
import type { News, SentAttempt } from "../fact.ts";
import { move, type Step } from "../machine.ts";
import { countPaceWait, timeBankCall } from "../measure.ts";
import { priceBy } from "../price.ts";
import { recordOneNews } from "../record/record-news.ts";
import { PLACES_SECONDS, runtimeOf } from "../runtime.ts";
import type { Transfer } from "../transfer.ts";
import { payeeCodesOf, referenceOf } from "./route-transfers.ts";
import { keepsMessages } from "./sent-blocks.ts";

// Planning the next attempt gives the transfer after the intent to send, the reference and the ledger entry.

interface PlannedAttempt {
  /** The transfer once the intent to send is committed. */
  after: Transfer;
  attempt: number;
  reference: string;
  step: Step;
  entry: Entry;
}

interface ToPlan {
  /** The transfer is ready, or is sent in the moment in which it is received. */
  readonly from: "ready" | "received";
  readonly connection: BankConnection;
  readonly rail: Rail;
  readonly now: Date;
}

/** Plans the instruction of a transfer to one bank. Nothing is sent before the plan is committed. */
export function planAttempt(
  ctx: Context,
  transfer: Transfer,
  { from, connection, rail, now }: ToPlan,
): PlannedAttempt {
  const { merchantId, transferKey, transferId } = transfer;
  const { bankId, bankNo } = connection;
  const attempt = transfer.attempt + 1;
  const after: Transfer = {
    ...transfer,
    status: "sent",
    waitingFor: null,
    ...priceBy(transfer, rail),
    rail,
    bankId,
    bankNo,
    attempt,
    enquiries: 0,
    sentAt: now,
    dueAt: firstEnquiry(ctx, { rail, transferId, sentAt: now }),
  };
  return {
    after,
    attempt,
    reference: referenceOf(ctx, { merchantId, transferKey, attempt, rail }),
    step: move(from, "sent", `to ${bankId} by ${rail}`),
    entry: sendEntry(after, { attempt, bankNo }),
  };
}

/** Returns when the bank is first asked about an attempt; if it cannot be asked, when the 72 hours end. */
export function firstEnquiry(
  { config: { railCalendar } }: Context,
  { rail, transferId, sentAt }: { rail: Rail; transferId: string; sentAt: Date },
): Date {
  const next = nextEnquiry(rail, { sentAt, after: sentAt, seed: transferId }, CALENDARS[railCalendar]);
  return next ?? pollingEndsAt(sentAt);
}

/** A committed attempt with everything that its bank must get. */
export interface Sending {
  transfer: Transfer;
  attempt: number;
  reference: string;
  connection: BankConnection;
  payee: PayeeFacts;
  /** On this process's monotonic clock. Nothing is sent after it. */
  sendBy: number;
  /** The transaction that wrote the transfer as it is here, if that is known. */
  written?: Pick<SentAttempt, "xid" | "clockMs"> | null;
}

/** An instruction can be sent this long after the intent. A worker that was paused longer gives it up. */
export const SEND_WITHIN_MS = 30_000;

/** When the transaction began that wrote the intent, by `performance.now()`. */
const beganAt = ({ sendBy }: Sending): number => sendBy - SEND_WITHIN_MS;

/** Starts sending; each outcome is recorded as it comes. The caller has taken a place for each. */
export function payAttempts(ctx: Context, sendings: readonly Sending[]): void {
  const runtime = runtimeOf(ctx);
  for (const sending of sendings) {
    const paid = payTraced(ctx, sending).finally(() => runtime.payers.free(sending.transfer.merchantId, 1));
    runtime.background("paying", paid);
  }
}

/** The key under which an order is traced until its transfer has an ID. */
export const traceKey = (merchantId: string, transferKey: string): string => `${merchantId} ${transferKey}`;

function payTraced(ctx: Context, sending: Sending): Promise<void> {
  const { transfer, attempt } = sending;
  const { transferId, merchantId, transferKey } = transfer;
  const facts = {
    "vitaran.merchant": merchantId,
    "vitaran.transfer": transferId,
    "vitaran.attempt": attempt,
  };
  const about = [transferId, traceKey(merchantId, transferKey)];
  return inSpan("send", { facts, about }, () => payAttempt(ctx, sending));
}

async function payAttempt(ctx: Context, sending: Sending): Promise<void> {
  const { transfer, attempt } = sending;
  crashPoint("transfers.pay.before_send");
  const outcome = await send(ctx, sending);
  crashPoint("transfers.pay.answered");
  const { transferId, merchantId } = transfer;
  const sent = sentAttemptOf(sending);
  const news = { transferId, attempt, source: "response", outcome, payer: transfer, sent } as const;
  await recordStubbornly(ctx, merchantId, news);
}

function sentAttemptOf({ transfer, attempt, reference, connection, written }: Sending): SentAttempt | null {
  if (written == null) return null;
  const { transferId, rail } = transfer;
  const { bankId, bankNo } = connection;
  return { ...written, transfer, attempt: { transferId, attempt, bankId, bankNo, rail, reference } };
}

const RECORD_AGAIN_MS = [100, 500, 1_000, 2_000, 5_000];

/** Retries until the news is recorded, because a bank's response may be the only one there will ever be. */
async function recordStubbornly(ctx: Context, merchantId: string, news: News): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await recordOneNews(ctx, merchantId, news);
      return;
    } catch (error) {
      if (error instanceof CrashError || runtimeOf(ctx).stopping) throw error;
      ctx.log.warn(
        { err: error, transferId: news.transferId },
        "a bank's answer could not be recorded; trying again",
      );
      // Waiting for a database that has been closed must not keep the process from ending.
      await sleep(RECORD_AGAIN_MS[Math.min(tries, RECORD_AGAIN_MS.length - 1)], undefined, { ref: false });
    }
  }
}

async function send(ctx: Context, sending: Sending): Promise<Outcome> {
  const { connection } = sending;
  try {
    const instruction = instructionOf(ctx, sending);
    const waitMs = takeTurn(ctx, sending);
    if (waitMs > 0) {
      countPaceWait(connection.bankId, waitMs);
      await sleep(waitMs, undefined, { ref: false });
    }
    const { merchantId } = sending.transfer;
    const { servers } = ctx.db.homes.known(merchantId) ?? (await ctx.db.homes.of(merchantId));
    // The last check of the clock: a process that was suspended must not pay what others took over.
    if (performance.now() > sending.sendBy)
      return { kind: "not_sent", detail: "the time to send had passed" };
    // A database that took over may have forgotten that this was sent before.
    if (servers.isUnexamined() || beganAt(sending) < servers.examinedAt())
      return { kind: "not_sent", detail: "the database is another one and was not examined yet" };
    crashPoint("transfers.pay.last_look");
    const sentAt = performance.now();
    const outcome = await pay(ctx, sending, instruction);
    observe(ctx, sending, { outcome, tookMs: performance.now() - sentAt });
    return outcome;
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId: connection.bankId }, "a bank adapter threw; the outcome is unknown");
    return { kind: "unknown", detail: "the adapter failed" };
  }
}

/** Pays, and counts the payment as in progress until the bank has responded. */
async function pay(
  ctx: Context,
  { connection, transfer }: Sending,
  instruction: Instruction,
): Promise<Outcome> {
  const answered = runtimeOf(ctx).atBanks.begin(transfer.merchantId);
  try {
    const keeper = keepsMessages(ctx, transfer.merchantId, connection.bankId);
    const { bankId } = connection;
    return await timeBankCall({ bankId, rail: transfer.rail, operation: "pay" }, () =>
      adapterOf(connection).pay(connection, instruction, keeper),
    );
  } finally {
    answered();
  }
}

/**
 * Returns in how many ms the bank accepts the next payment, if it limits them. Also limits the merchant's
 * places to those whose turn comes before the time to send is over.
 */
function takeTurn(ctx: Context, { connection, transfer }: Sending): number {
  const { bankId, debitAccount } = connection;
  const { paymentsPerSecond } = adapterOf(connection).capabilities(bankId);
  if (paymentsPerSecond === undefined) return 0;
  const { pace, payers } = runtimeOf(ctx);
  payers.limit(transfer.merchantId, paymentsPerSecond * PLACES_SECONDS);
  return pace.take(`${bankId} ${debitAccount}`, paymentsPerSecond, performance.now());
}

/** Observes what the response says about the bank's health, by the merchant's clock. */
function observe(
  ctx: Context,
  { transfer, payee, connection }: Sending,
  { outcome, tookMs }: { outcome: Outcome; tookMs: number },
): void {
  const { merchantId, rail, sentAt } = transfer;
  const sign = signOf(outcome);
  if (sign === null || sentAt === null) return;
  const { bankCode, handle } = payeeCodesOf(payee);
  const payeeCode = rail === "upi" ? handle : bankCode;
  const { bankId } = connection;
  const at = sentAt.getTime() + tookMs;
  observeBank(ctx, merchantId, { bankId, rail, payeeCode, sign, at, tookMs: Math.round(tookMs) });
}

/**
 * Makes the instruction for the bank. The account number is opened only here. Throws VaultError if details
 * cannot be opened, so that no bank gets an unreadable payee.
 */
export function instructionOf(
  ctx: Context,
  { transfer, reference, connection, payee }: Sending,
): Instruction {
  const { merchantId, rail, amountPaise, remarks } = transfer;
  const accountNumber =
    payee.sealedAccount === null ? undefined : openAccountNumber(ctx, merchantId, payee.sealedAccount);
  const storedCard = rail === "card" && payee.sealedCard === null ? storedCardOf(payee) : null;
  return {
    reference,
    rail,
    amountPaise,
    remarks,
    debitAccount: connection.debitAccount,
    payee: {
      name: payee.name,
      ...(accountNumber === undefined ? {} : { accountNumber }),
      ...(payee.sealedCard === null ? {} : { card: openCardToken(ctx, merchantId, payee.sealedCard) }),
      ...(storedCard === null ? {} : { storedCard }),
      ...(payee.ifsc === null ? {} : { ifsc: payee.ifsc }),
      ...openDetails(payee),
    },
  };
}

const DETAILS = ["vpa", "phone", "email"] as const;

function openDetails(payee: PayeeFacts): Pick<Instruction["payee"], (typeof DETAILS)[number]> {
  const known = DETAILS.filter((name) => payee[name] !== null);
  return Object.fromEntries(known.map((name) => [name, mustBeOpen(name, payee[name]!)]));
}
