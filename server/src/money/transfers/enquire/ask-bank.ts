/** Asks a bank about an attempt; resends or voids it if the bank does not know it. No transaction is open. */
import { adapterOf, type BankAdapter, type Outcome } from "#banks";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { instructionOf } from "../send/pay-attempts.ts";
import { keepsMessages } from "../send/sent-blocks.ts";
import type { Transfer } from "../transfer.ts";

/** An attempt to ask about. */
export interface AttemptEnquiry {
  readonly transfer: Transfer;
  readonly reference: string;
  readonly sendBy: Date;
  /** The time when an enquiry first found the reference unknown at the bank; null: never. */
  readonly notFoundAt: Date | null;
  readonly connection: BankConnection;
  readonly payee: PayeeFacts;
  /** The merchant's clock when the enquiry was claimed. */
  readonly now: Date;
}

/** A sender checks its deadline before it hands over. The bytes may leave later by its own time limit. */
const PAUSE_MAX_MS = 30_000;

/** The time in which a bank finds an instruction, unless its protocol says otherwise. */
const FINDS_WITHIN_MS = 10 * 60_000;

/** Returns the bank's responses: one, or "not found" and the response to the resend or void after it. */
export async function askSafely(ctx: Context, enquiry: AttemptEnquiry): Promise<readonly Outcome[]> {
  const said: Outcome[] = [];
  try {
    await ask(ctx, enquiry, said);
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId: enquiry.connection.bankId }, "a bank adapter threw at an enquiry");
    said.push({ kind: "unknown", detail: "the adapter failed" });
  }
  return said;
}

/**
 * If the bank does not know the reference, and no sender can still be about to send it, two steps cannot pay
 * twice. First, the same reference is sent again, if the bank is known to pay a reference only once. If it
 * remains unknown beyond the time in which the bank finds what arrived, the bank is asked to void it, if it
 * can: that promise is proof, even against a sender that wakes up later. Otherwise enquiries go on.
 */
async function ask(ctx: Context, enquiry: AttemptEnquiry, said: Outcome[]): Promise<void> {
  const { transfer, reference, connection, sendBy, now } = enquiry;
  const adapter = adapterOf(connection);
  const outcome = await adapter.enquire(connection, { reference, amountPaise: transfer.amountPaise });
  said.push(outcome);
  const senderIsGone = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS;
  if (outcome.kind !== "not_found" || !senderIsGone || transfer.status !== "sent" || transfer.deemed) return;
  // After a restore of the database, the bank's recent payments are not known yet.
  if (connection.recoveringSince !== null) return;
  const { idempotentByReference } = adapter.capabilities(connection.bankId);
  if (mayVoid(adapter, enquiry)) {
    crashPoint("transfers.enquire.before_void");
    said.push(await adapter.void!(connection, reference));
    crashPoint("transfers.enquire.voided");
    return;
  }
  if (idempotentByReference) {
    crashPoint("transfers.enquire.before_resend");
    said.push(await sendAgain(ctx, adapter, enquiry));
  }
}

function mayVoid(adapter: BankAdapter, { connection, notFoundAt, sendBy, now }: AttemptEnquiry): boolean {
  const { canVoid, findsWithinMs = FINDS_WITHIN_MS } = adapter.capabilities(connection.bankId);
  const isRepeated = notFoundAt !== null && notFoundAt < now;
  const isFound = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS + findsWithinMs;
  return adapter.void !== undefined && canVoid && isRepeated && isFound;
}

async function sendAgain(
  ctx: Context,
  adapter: BankAdapter,
  { transfer, reference, connection, payee }: AttemptEnquiry,
): Promise<Outcome> {
  const sending = { transfer, attempt: transfer.attempt, reference, connection, payee, sendBy: 0 };
  const instruction = { ...instructionOf(ctx, sending), sentBefore: true };
  const keeper = keepsMessages(ctx, transfer.merchantId, connection.bankId);
  const again = await adapter.pay(connection, instruction, keeper);
  // If the repeated instruction was not sent, that proves nothing about the first one.
  return again.kind === "not_sent" ? { kind: "unknown", detail: `sent again: ${again.detail}` } : again;
}
