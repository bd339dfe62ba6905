/**
 * All sentences about a transfer, by code. Braces enclose a value: a moment if the name ends in "At", otherwise a text.
 * Other languages have the same codes and values.
 */
import { istText } from "#lib/ist";
import { REASON_FACTS, TRANSFER_REASONS, type TransferReason } from "#rails";

const STATES = {
  where_awaiting_approval: "The money is still with you. Nothing is set aside until it is approved.",
  where_held_for_approval: "{total} stays set aside in {source} until it is approved or rejected.",
  where_scheduled: "The money is still with you. Nothing is set aside until its scheduled time.",
  where_queued_for_funds: "The money is still with you: {source} does not hold {total} yet.",
  where_queued_for_window: "{total} is set aside in {source}. {rail} is closed at the moment.",
  where_queued_for_bank: "{total} is set aside in {source}. A bank it needs cannot be reached.",
  where_queued_for_stopped_bank:
    "{total} is set aside in {source}. Payments from its bank are paused, because a bank statement does not agree " +
    "with the books.",
  where_queued_for_block:
    "{total} is set aside in {source}. The payee was blocked after the transfer was ordered.",
  where_sending: "{total} is set aside in {source} and about to go to a bank.",
  where_with_bank: "With {bank} since {sentAt}. It has left {source} and is not confirmed yet.",
  where_under_review: "With {bank} since {sentAt}. The bank has not reported the outcome for 72 hours.",
  where_sent_to_payee_bank: "With the payee's bank, which has not confirmed the credit yet.",
  where_credited: "With the payee: the payee's bank has confirmed the credit.",
  where_failed: "With you: {total} never left {source}, or has been returned to it.",
  where_rejected: "With you: the transfer never reached a bank.",
  where_cancelled: "With you: it was cancelled before it reached a bank.",
  where_reversed:
    "With you again: the payee's bank sent it back, and {source} holds {total} since {finishedAt}.",
  where_paid_late:
    "With the payee: {bank} first reported a failure, then confirmed the payment at {paidAt}. " +
    "{total} was charged to {source}.",
  next_awaiting_approval: "{approvers} can approve it until {expiresAt}. After that it is rejected.",
  next_awaiting_approval_unknown: "An approver can approve it until {expiresAt}. After that it is rejected.",
  next_scheduled: "It is sent at {processAt}.",
  next_queued_behind:
    "Transfers are paid in their order, and {first} is before it: {needs}, which {source} does not hold yet. It " +
    "is sent as soon as the balance covers both. Otherwise it fails at {failsAt}.",
  next_queued_for_funds: "It is sent as soon as the balance covers it. Otherwise it fails at {failsAt}.",
  next_queued_for_window: "{rail} opens at {opensAt}. The transfer is then sent automatically.",
  next_queued_for_bank:
    "It is retried at {triesAt}. If no bank can be reached by {failsAt}, it fails and the money is released.",
  next_queued_for_stopped_bank:
    "It is sent within a minute after your operator switches the bank on again. If that does not happen by " +
    "{failsAt}, it fails and the money is released.",
  next_queued_for_block:
    "It is sent within five minutes after the block ends, as when an Owner undoes it. If the block stands until " +
    "{failsAt}, it fails and the money is released.",
  next_sending: "It goes to a bank within seconds.",
  next_retrying: "{bank} did not accept it. The next attempt is at {triesAt}.",
  next_with_bank:
    "{rail} usually credits by {expectedAt}. We check with the bank at {checkAt}, and keep checking until {reviewAt}.",
  next_under_review: "It is being checked by hand against the bank's statement.",
  next_sent_to_payee_bank: "The credit is usually confirmed by {expectedAt}.",
  next_nothing: "Nothing more happens.",
  todo_nothing: "Nothing to do.",
  todo_approve: "Ask one of them to review it under Transfers, Approve.",
  todo_fund_by: "Make sure {source} holds {total} by then.",
  todo_add_funds_first: "Add {lacks} to {source} for {first}, or cancel {first}, which holds this one up.",
  todo_add_funds: "Add {shortfall} to {source}, or cancel the transfer.",
  todo_wait: "Nothing to do. You can still cancel it.",
  todo_do_not_resend: "Do not send it again: it may already be paid.",
  todo_give_utr: "Give the payee the UTR {utr} if they ask for it.",
  todo_keep_utr: "Keep the UTR {utr} as proof of payment.",
  todo_paid_late:
    "Do not send it again, not even with another transfer ID: the payee has the money. The status stays failed. " +
    "If it should no longer have been paid, request a recall.",
  todo_send_again: "Send it again with a new transfer ID if it should still be paid.",
} as const;

const EVENTS = {
  ev_received_api: "Received by API",
  ev_received_member: "Created on the dashboard by {name}",
  ev_received_batch: "Created from the batch {name}",
  ev_received_link: "Created from the payout link {name}",
  ev_received_phone: "Created as a transfer to a phone number",
  ev_received_loan: "Created for a loan",
  ev_rule_review: "The rule {rule} requires approval",
  ev_rule_block: "The rule {rule} stopped it",
  ev_approval_opened: "Awaiting approval under the policy {policy}",
  ev_approval_asked: "Awaiting approval: {because}",
  ev_approved_by: "{name} approved it",
  ev_rejected_by: "{name} rejected it",
  ev_approval_approved: "All required approvals given",
  ev_approval_rejected: "Approval refused",
  ev_approval_withdrawn: "Approval request withdrawn",
  ev_approval_expired: "Not approved in time",
  ev_waiting_schedule: "Waiting for its scheduled time",
  ev_waiting_funds: "Waiting for funds",
  ev_waiting_window: "Waiting for the rail to open",
  ev_waiting_downtime: "Waiting for a bank that can be reached",
  ev_waiting_block: "Waiting for the end of a block of the payee",
  ev_ready: "Money set aside, ready to send",
  ev_sent: "Sent to {bank} by {rail}",
  ev_resent: "The bank did not accept it; another attempt follows",
  ev_succeeded: "Paid",
  ev_failed: "Failed",
  ev_rejected: "Rejected",
  ev_cancelled: "Cancelled: {because}",
  ev_review: "No response for 72 hours: a person is checking it",
  ev_reversed: "The money was returned",
  ev_routed: "Route chosen: {bank} by {rail}",
  ev_bank_paid: "{bank} confirms the payment",
  ev_bank_settled: "Settled by the scheme; the credit is not confirmed yet",
  ev_bank_refused: "{bank} refused it: it is not paid and will not be",
  ev_bank_unknown: "{bank} has no result yet",
  ev_bank_unsent: "{bank} could not be reached; nothing was sent",
  ev_bank_returned: "{bank} reports that the money was returned",
  ev_contradiction: "{bank} contradicts its earlier response; a person is checking it",
  ev_paid_late: "{bank} paid it although it had refused it; a person is checking the bank's responses",
  ev_booked: "Booked {amount}: {kind}",
  ev_webhook_event: "Webhook {type} created",
  ev_webhook_delivered: "{type} delivered to {url}",
  ev_webhook_retrying: "{type} not accepted by {url}; next attempt at {triesAt}",
  ev_webhook_dead: "{type} to {url} given up after {tries} attempts",
  ev_recall_requested: "Recall requested: {because}",
  ev_recall_with_bank: "The bank has the recall",
  ev_recall_returned: "The recall returned the money",
  ev_recall_refused: "The recall was refused: {because}",
  ev_recall_withdrawn: "The recall was withdrawn",
  ev_recall_expired: "The recall expired without a response",
} as const;

type ReasonCode = `meaning_${TransferReason}` | `remedy_${TransferReason}`;
export type SentenceCode = keyof typeof STATES | keyof typeof EVENTS | ReasonCode;

export const SENTENCES: Readonly<Record<SentenceCode, string>> = {
  ...STATES,
  ...EVENTS,
  ...(Object.fromEntries(
    TRANSFER_REASONS.flatMap((reason) => [
      [`meaning_${reason}`, REASON_FACTS[reason].meaning],
      [`remedy_${reason}`, REASON_FACTS[reason].remedy],
    ]),
  ) as Record<ReasonCode, string>),
};

export const SENTENCE_CODES = Object.keys(SENTENCES) as readonly SentenceCode[];

/** Values by the names in the braces; moments are in ISO 8601. */
type SentenceValues = Readonly<Record<string, string>>;

/** One sentence: its code and values, from which it can be said in another language, and the English text. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values: SentenceValues;
  readonly text: string;
}

/** Fills in a sentence. Moments are shown in Indian time. Throws if a value is missing, which is a bug. */
export function say(
  code: SentenceCode,
  values: Readonly<Record<string, string | Date | null>> = {},
): Sentence {
  const texts: Record<string, string> = {};
  const text = SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) throw new Error(`${code} lacks ${name}`);
    texts[name] = value instanceof Date ? value.toISOString() : value;
    return value instanceof Date ? showMoment(value) : value;
  });
  return { code, values: texts, text };
}

/** Returns the meaning of a reason, and what to do about it. */
export const explainReason = (reason: TransferReason): { why: Sentence; remedy: Sentence } => ({
  why: say(`meaning_${reason}`),
  remedy: say(`remedy_${reason}`),
});

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "22 Nov 2026, 18:40 IST", as the screens write it; with seconds if a document must be exact. */
export function showMoment(at: Date, { seconds = false } = {}): string {
  const [year, month, day] = istText(at).slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[month! - 1]} ${year}, ${istText(at).slice(11, seconds ? 19 : 16)} IST`;
}
