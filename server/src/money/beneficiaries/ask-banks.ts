/** Asks banks who holds an account or VPA: at once for a caller, and in the background until verifications end. */
import { adapterOf, type BankAdapter, type VerificationOutcome, type VerificationQuestion } from "#banks";
import { type BankConnection, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { shareFairly } from "#lib/fair-queue";
import { newId } from "#lib/ids";
import { defineWorker, repeatsIn } from "#lib/worker";
import { openAccountNumber } from "./account-number.ts";
import { type Ended, recordVerifications } from "./record-verifications.ts";
import {
  type Verification,
  VERIFICATION_COLUMNS,
  type VerificationFailure,
  type VerificationResult,
} from "./verification.ts";

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

/** The question to an adapter, without its reference. */
type Question = VerificationQuestion extends infer One
  ? One extends VerificationQuestion
    ? Omit<One, "reference">
    : never
  : never;

interface BankAnswer {
  /** Null means that no bank of the merchant can verify this. */
  readonly bankId: string | null;
  readonly outcome: VerificationOutcome;
}

/** At most this many banks are asked, one after the other, because a person is waiting. */
const BANKS_MAX = 2;

/** The slots are few, so that payments to the same banks still find free connections. */
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

/** Verifications that are asked in parallel; a hanging bank delays them together by one time-out at most. */
const SET_MAX = 16;
/** The duration of a claim: longer than asking two banks takes, with time to spare. */
const LEASE_MS = 60_000;
const SECOND_MS = 1_000;
/** The delays between failed tries. After the last one, the verification has failed. */
const ASK_AGAIN_MS = [15 * SECOND_MS, 60 * SECOND_MS, 5 * 60 * SECOND_MS, 30 * 60 * SECOND_MS] as const;

/** Asks banks about everything that is due for a merchant, including what becomes due in the meantime. */
export async function workVerifications(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
): Promise<void> {
  while ((await askAboutDue(ctx, merchantId)) > 0);
}

export const verificationsWorker = defineWorker({
  name: "verifications",
  everyMs: 2 * SECOND_MS,
  due: `exists (
    select from beneficiaries.verification
    where verification.merchant_id = clock.merchant_id
      and verification.status = 'waiting'
      and verification.due_at <= clock.now
  )`,
  work: workVerifications,
  /** The times at which banks are asked about verifications again. */
  moments: { verifications: repeatsIn("beneficiaries.verification", "status = 'waiting'") },
});

async function askAboutDue(ctx: Pick<Context, "db" | "vault" | "log">, merchantId: string): Promise<number> {
  const claimed = await ctx.db.inMerchant(merchantId, claim);
  if (claimed.length === 0) return 0;
  crashPoint("beneficiaries.verifications.claimed");
  const asked = await Promise.all(
    claimed.map(async (verification) => ({
      verification,
      ...(await askAbout(ctx, merchantId, verification)),
    })),
  );
  crashPoint("beneficiaries.verifications.answered");
  const isOver = ({ verification, again }: (typeof asked)[number]): boolean =>
    !again || verification.asked > ASK_AGAIN_MS.length;
  const ended: readonly Ended[] = asked.filter(isOver);
  const open = asked.filter((one) => !isOver(one)).map(({ verification }) => verification);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    if (ended.length > 0) await recordVerifications(tx, ended);
    if (open.length > 0) await postpone(tx, open);
  });
  return claimed.length;
}

/**
 * Claims due verifications: counts a try, and moves the due time to the end of the lease. If the worker dies, they
 * become due again then.
 */
function claim(tx: Tx): Promise<Verification[]> {
  return tx.query<Verification>(
    `with due as materialized (
       select verification_id
       from beneficiaries.verification
       where merchant_id = $1
         and status = 'waiting'
         and due_at <= $2
       order by due_at, verification_id
       limit $4
       for update skip locked
     )
     update beneficiaries.verification
     set due_at = $3, asked = asked + 1
     from due
     where verification.merchant_id = $1
       and verification.verification_id = due.verification_id
     returning ${VERIFICATION_COLUMNS}`,
    [tx.merchantId, tx.now, new Date(tx.now.getTime() + LEASE_MS), SET_MAX],
  );
}

/** Works only while the claim lasts; if another worker has taken over, nothing changes. */
async function postpone(tx: Tx, open: readonly Verification[]): Promise<void> {
  await tx.execute(
    `update beneficiaries.verification
     set due_at = open.due_at
     from unnest($2::uuid[], $3::smallint[], $4::timestamptz[]) as open (id, asked, due_at)
     where verification.merchant_id = $1
       and verification.verification_id = open.id
       and verification.asked = open.asked
       and verification.status = 'waiting'`,
    [
      tx.merchantId,
      open.map(({ verificationId }) => verificationId),
      open.map(({ asked }) => asked),
      open.map(({ asked }) => new Date(tx.now.getTime() + ASK_AGAIN_MS[asked - 1]!).toISOString()),
    ],
  );
}
