/**
 * Everything that is said of a transfer, by code. What stands in braces is a value: a moment where the name ends in
 * "At", else a text. Other languages have the same codes and values.
 */
import { istText, REASON_FACTS, TRANSFER_REASONS, type TransferReason } from "#rails";

const STATES = {
  where_awaiting_approval: "The money is still with you. Nothing is set aside before it is approved.",
  where_scheduled: "The money is still with you. Nothing is set aside before its time.",
  where_queued_for_funds: "The money is still with you: {source} does not hold {total} yet.",
  where_queued_for_window: "{total} is set aside in {source}. {rail} is closed now.",
  where_queued_for_bank: "{total} is set aside in {source}. A bank that it needs cannot be reached.",
  where_sending: "{total} is set aside in {source} and about to go to a bank.",
  where_with_bank: "With {bank} since {sentAt}. It has left {source} and is not confirmed yet.",
  where_under_review: "With {bank} since {sentAt}. The bank has not said for 72 hours what became of it.",
  where_sent_to_payee_bank: "With the payee's bank. It has not confirmed the credit yet.",
  where_credited: "With the payee: the payee's bank has confirmed the credit.",
  where_failed: "With you: {total} never left {source}, or has been given back to it.",
  where_rejected: "With you: no bank has seen the transfer.",
  where_cancelled: "With you: it was cancelled before any bank had seen it.",
  where_reversed:
    "With you again: the payee's bank sent it back, and {source} holds {total} since {finishedAt}.",
  where_paid_late:
    "With the payee: {bank} reported a failure first and paid at {paidAt}. {total} was charged to {source} then.",
  next_awaiting_approval: "{approvers} can approve it until {expiresAt}. After that it is rejected.",
  next_awaiting_approval_unknown: "An approver can approve it until {expiresAt}. After that it is rejected.",
  next_scheduled: "It goes on at {processAt}.",
  next_queued_for_funds:
    "It goes on as soon as the money is there. Without it the transfer fails at {failsAt}.",
  next_queued_for_window: "{rail} opens at {opensAt}. The transfer goes then by itself.",
  next_queued_for_bank:
    "It is tried again at {triesAt}. If no bank can be reached by {failsAt} it fails and the money is yours again.",
  next_sending: "A bank is told to pay within seconds.",
  next_retrying: "{bank} did not take it. The next try is at {triesAt}.",
  next_with_bank:
    "{rail} normally credits by {expectedAt}. The bank is asked at {checkAt}, and until {reviewAt} again and again.",
  next_under_review: "It is checked by hand against the bank's statement.",
  next_sent_to_payee_bank: "The credit is normally confirmed by {expectedAt}.",
  next_nothing: "Nothing more happens.",
  todo_nothing: "Nothing to do.",
  todo_approve: "Ask one of them to look at it under Transfers, Approve.",
  todo_fund_by: "See that {source} holds {total} by then.",
  todo_add_funds: "Add {shortfall} to {source}, or cancel the transfer.",
  todo_wait: "Nothing to do. You can still cancel it.",
  todo_do_not_resend: "Do not send it again: it may be paid.",
  todo_give_utr: "Give the payee the UTR {utr} if they ask for it.",
  todo_keep_utr: "Keep the UTR {utr} as proof of payment.",
  todo_paid_late: "Do not send it again: the payee has the money. The status stays failed.",
  todo_send_again: "Send it again under a new transfer ID if it should still be paid.",
} as const;

const EVENTS = {
  ev_received_api: "Received from your program",
  ev_received_member: "Ordered on the dashboard by {name}",
  ev_received_batch: "Came with the batch {name}",
  ev_received_link: "Came from the payout link {name}",
  ev_received_phone: "Came from a transfer to a phone number",
  ev_received_loan: "Came from a loan",
  ev_rule_review: "The rule {rule} asks for a look before it is paid",
  ev_rule_block: "The rule {rule} stopped it",
  ev_approval_opened: "Waits for approval under the policy {policy}",
  ev_approved_by: "{name} approved it",
  ev_rejected_by: "{name} rejected it",
  ev_approval_approved: "Everyone who must agree has agreed",
  ev_approval_rejected: "The approval was refused",
  ev_approval_withdrawn: "The request for approval was taken back",
  ev_approval_expired: "It was not approved in time",
  ev_waiting_schedule: "Waits for its own time",
  ev_waiting_funds: "Waits for money in its fund source",
  ev_waiting_window: "Waits for its rail to open",
  ev_waiting_downtime: "Waits for a bank that can be reached",
  ev_ready: "Goes on: the money is set aside",
  ev_sent: "{bank} is told to pay by {rail}",
  ev_resent: "The bank did not take it; another try follows",
  ev_succeeded: "Paid",
  ev_failed: "Failed",
  ev_rejected: "Rejected",
  ev_cancelled: "Cancelled: {because}",
  ev_review: "72 hours without an answer: a person looks at it",
  ev_reversed: "The money came back",
  ev_routed: "Route chosen: {bank} by {rail}",
  ev_bank_paid: "{bank} says that it is paid",
  ev_bank_settled: "The scheme counts it as settled; the credit is not confirmed",
  ev_bank_refused: "{bank} says that it is not paid and will not be",
  ev_bank_unknown: "{bank} cannot say yet",
  ev_bank_unsent: "{bank} could not be reached; nothing was sent",
  ev_bank_returned: "{bank} says that the money came back",
  ev_contradiction: "{bank} contradicts what it said before; a person looks at it",
  ev_booked: "Booked: {kind} of {amount}",
  ev_webhook_event: "Your webhooks hear {type}",
  ev_webhook_delivered: "{type} delivered to {url}",
  ev_webhook_retrying: "{type} not taken by {url}; tried again at {triesAt}",
  ev_webhook_dead: "{type} given up for {url} after {tries} tries",
  ev_recall_requested: "Recall requested: {because}",
  ev_recall_with_bank: "The bank has the recall",
  ev_recall_returned: "The recall brought the money back",
  ev_recall_refused: "The recall was refused: {because}",
  ev_recall_withdrawn: "The recall was withdrawn",
  ev_recall_expired: "The recall ended without an answer",
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

/** Values by the names in the braces; moments as ISO 8601. */
export type SentenceValues = Readonly<Record<string, string>>;

/** One sentence: its code and values for those who say it in another language, and the English. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values: SentenceValues;
  readonly text: string;
}

/** Says a sentence. Moments are told in Indian time. A value that is missing is a bug, and told as such. */
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

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "22 Nov 2026, 18:40 IST": as the screens write it. */
function showMoment(at: Date): string {
  const [year, month, day] = istText(at).slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[month! - 1]} ${year}, ${istText(at).slice(11, 16)} IST`;
}
