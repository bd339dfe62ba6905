import { adapterOf, type BankAdapter, type VerificationOutcome, type VerificationQuestion } from "#banks";
import { type BankConnection, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { shareFairly } from "#lib/fair-queue";
import { newId } from "#lib/ids";
import { openAccountNumber } from "./account-number.ts";
import type { Verification, VerificationFailure, VerificationResult } from "./verification.ts";

/** The result of a round of enquiries; `again` is true if a failed one may succeed later. */
interface EnquiryRound {
  readonly result: VerificationResult;
  readonly again: boolean;
}

/** Asks the merchant's banks about a verification, once. No transaction may be open. */
export async function askAbout(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  verification: Verification,
): Promise<EnquiryRound> {
  const answer = await askBanks(ctx, merchantId, questionOf(ctx, merchantId, verification));
  const { outcome, bankId } = answer;
  if (outcome.kind === "found") {
    const { name, utr, depositedPaise } = outcome;
    return {
      result: { status: "found", bankId: bankId!, nameAtBank: name, utr, depositedPaise },
      again: false,
    };
  }
  if (outcome.kind === "not_found")
    return { result: { status: "not_found", bankId: bankId!, code: outcome.code }, again: false };
  const failure = failureOf(answer);
  const code = outcome.kind === "unavailable" && outcome.code !== "" ? outcome.code : null;
  return {
    result: { status: "failed", failure, code },
    again: failure === "unavailable" || failure === "unknown",
  };
}

function failureOf({ bankId, outcome }: BankAnswer): VerificationFailure {
  if (bankId === null) return "unsupported";
  if (outcome.kind !== "unavailable") return "unknown";
  return outcome.refused ? "refused" : "unavailable";
}

/** Opens the account number here, only to send it to the bank. */
function questionOf(
  ctx: Pick<Context, "vault">,
  merchantId: string,
  { kind, sealedAccount, ifsc, vpa }: Verification,
): Question {
  if (kind === "vpa") return { kind, vpa: vpa! };
  return { kind, accountNumber: openAccountNumber(ctx, merchantId, sealedAccount!), ifsc: ifsc! };
}

/** The question of an adapter, without its reference. */
type Question = VerificationQuestion extends infer One
  ? One extends VerificationQuestion
    ? Omit<One, "reference">
    : never
  : never;

interface BankAnswer {
  /** Null: no bank of the merchant can verify this. */
  readonly bankId: string | null;
  readonly outcome: VerificationOutcome;
}

/** The number of banks that are asked, one after another: a person waits. */
const BANKS_MAX = 2;

/** These are few, because payments to the same banks must find free connections. */
const places = shareFairly({ places: 32, perKey: 20, waitingMax: 500 });

/**
 * Asks the merchant's banks for the holder's name, until one knows. No transaction may be open. Never sends
 * money, and does not throw if a bank does not respond. Throws OverloadError if too many ask at once.
 */
export async function askBanks(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  question: Question,
): Promise<BankAnswer> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const capable = connections.filter((connection) => isCapable(connection, question)).slice(0, BANKS_MAX);
  let last: BankAnswer = { bankId: null, outcome: NOBODY_TELLS };
  for (const connection of capable) {
    const outcome = await places.run(merchantId, () => askOne(ctx, connection, question));
    const answer = { bankId: connection.bankId, outcome };
    if (outcome.kind === "found" || outcome.kind === "not_found") return answer;
    // An answer from a bank that may know counts for more than no response from another.
    if (last.bankId === null || outcome.kind === "unknown") last = answer;
  }
  return last;
}

const NOBODY_TELLS: VerificationOutcome = {
  kind: "unavailable",
  code: "",
  text: "no bank of the merchant reports the holder's name",
  refused: true,
};

function isCapable(connection: BankConnection, question: Question): boolean {
  const adapter = adapterOf(connection);
  if (!connection.enabled || adapter.verify === undefined) return false;
  return adapter.capabilities(connection.bankId).verifies.includes(question.kind);
}

async function askOne(
  ctx: Pick<Context, "log">,
  connection: BankConnection,
  question: Question,
): Promise<VerificationOutcome> {
  const { bankId } = connection;
  try {
    const verify = adapterOf(connection).verify as NonNullable<BankAdapter["verify"]>;
    const outcome = await verify(connection, { ...question, reference: newId() } as VerificationQuestion);
    if ("alarm" in outcome && outcome.alarm !== undefined)
      ctx.log.error({ bankId, alarm: outcome.alarm }, "a bank's answer to a verification needs a look");
    if (outcome.kind === "found" && outcome.depositedPaise > 0n)
      ctx.log.error({ bankId }, "a bank has deposited money to verify an account; no book knows of it");
    return outcome;
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId }, "a bank adapter threw at a verification");
    return { kind: "unknown", detail: "the adapter failed" };
  }
}
