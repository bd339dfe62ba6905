/** Asks a bank about an attempt, and does what may be done when it knows nothing of it. No transaction is open. */
import { adapterOf, type BankAdapter, type Outcome } from "#banks";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { instructionOf } from "./pay-attempts.ts";
import { keepsMessages } from "./sent-blocks.ts";
import type { Transfer } from "./transfer.ts";

/** An attempt that is asked about. */
export interface Enquiry {
  readonly transfer: Transfer;
  readonly reference: string;
  readonly sendBy: Date;
  /** When the bank first said, at an earlier enquiry, that it knows nothing of the reference; null: it never did. */
  readonly notFoundAt: Date | null;
  readonly connection: BankConnection;
  readonly payee: PayeeFacts;
  /** The merchant's clock at the claim. */
  readonly now: Date;
}

/** A sender looks at its deadline before it hands over; the bytes may leave as late as its own time limit. */
const PAUSE_MAX_MS = 30_000;

/** A bank whose protocol promises nothing else has found an instruction that arrived by then. */
const FINDS_WITHIN_MS = 10 * 60_000;

/** What the bank said, in its order: one answer, or "not found" and what was said to what followed from it. */
export async function askSafely(ctx: Context, enquiry: Enquiry): Promise<readonly Outcome[]> {
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
 * When the bank knows nothing of the reference although no sender can still be about to send it, there are two ways
 * on that cannot pay twice. At first the same reference again, where the bank is proved to pay a reference once. When
 * it goes on knowing nothing, beyond the time in which it finds what arrived, it is told to refuse the reference, if it
 * can: its promise is proof, also against a sender that wakes up later. Where neither is possible we ask on.
 */
async function ask(ctx: Context, enquiry: Enquiry, said: Outcome[]): Promise<void> {
  const { transfer, reference, connection, sendBy, now } = enquiry;
  const adapter = adapterOf(connection);
  const outcome = await adapter.enquire(connection, { reference, amountPaise: transfer.amountPaise });
  said.push(outcome);
  const senderIsGone = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS;
  if (outcome.kind !== "not_found" || !senderIsGone || transfer.status !== "sent" || transfer.deemed) return;
  // What it has paid since a restore of the database is not known yet.
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

function mayVoid(adapter: BankAdapter, { connection, notFoundAt, sendBy, now }: Enquiry): boolean {
  const { canVoid, findsWithinMs = FINDS_WITHIN_MS } = adapter.capabilities(connection.bankId);
  const isRepeated = notFoundAt !== null && notFoundAt < now;
  const isFound = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS + findsWithinMs;
  return adapter.void !== undefined && canVoid && isRepeated && isFound;
}

async function sendAgain(
  ctx: Context,
  adapter: BankAdapter,
  { transfer, reference, connection, payee }: Enquiry,
): Promise<Outcome> {
  const sending = { transfer, attempt: transfer.attempt, reference, connection, payee, sendBy: 0 };
  const instruction = { ...instructionOf(ctx, sending), sentBefore: true };
  const keeper = keepsMessages(ctx, transfer.merchantId, connection.bankId);
  const again = await adapter.pay(connection, instruction, keeper);
  // That this sending did not leave says nothing of the first one.
  return again.kind === "not_sent" ? { kind: "unknown", detail: `sent again: ${again.detail}` } : again;
}
