// The way of one payout through the map of the rails, made from its story. The functions are pure.
import { bankName, shownAmount } from "./story.ts";
import type { Story } from "./story.ts";

export type Place = "wallet" | "bank" | "payees-bank" | "payee";

export interface Way {
  /** The amounts, formatted: what the payee gets, and what is held with the fee and GST. */
  amount: string;
  held: string;
  /** The bank that has the payment, or would get it next. */
  bank: string;
  /** The bank that came first but was down. */
  down: string | undefined;
  /** The place of the money on the map. */
  at: Place;
  /** True while the bank leaves the payment without an answer. */
  isSilent: boolean;
  /** True if it ended without a payment. */
  isUnpaid: boolean;
  words: string;
}

/** Says what became of the amount in the wallet. */
export const heldIn = ({ at, isUnpaid }: Way): string =>
  isUnpaid ? "given back" : at === "wallet" || at === "bank" ? "held" : "paid, with fee";

const DOWN = ["bank_down", "bank_announced_down", "already_tried"];

/** Returns the bank that would have come first if it had worked. */
function bankDown({ attempts }: Story): string | undefined {
  const first = attempts.at(-1)?.route?.candidates[0];
  return first && DOWN.includes(first.skipped ?? "") ? bankName(first.bankId) : undefined;
}

/** Returns the banks that were considered, best first: a bank that failed before is not the first any more. */
export const banksOf = ({ attempts }: Story): string[] | undefined =>
  attempts[0]?.route?.candidates.map(({ bankId }) => bankId);

function placeOf({ status, acknowledged, steps }: Story): Place {
  if (status === "SUCCESS") return acknowledged === 1 ? "payee" : "payees-bank";
  return status === "PENDING" && steps.some(({ to }) => to === "sent") ? "bank" : "wallet";
}

/** True if the bank was asked for the outcome, because it had not answered the payment. */
export const wasAsked = ({ bankMessages }: Story): boolean =>
  bankMessages.some(({ source }) => source === "enquiry");

function wordsOf(story: Story, { at, bank, down, amount, isSilent, isUnpaid }: Omit<Way, "words">): string {
  if (at === "wallet")
    return isUnpaid
      ? "Your payout was not paid. The money is back in the wallet."
      : `Your payout of ${amount} is about to leave the wallet.`;
  if (isSilent)
    return `${bank} has not answered. It may have paid or not, so nothing is sent again: Vitaran asks ${bank} what happened.`;
  const because = down === undefined ? "" : `${down} is down, so `;
  if (at === "bank") return `${because}${bank} has your payout of ${amount}.`;
  if (wasAsked(story))
    return `${bank} never answered, so Vitaran asked: it had paid. Your payout of ${amount} was sent once.`;
  return `${because}${bank} carried your payout of ${amount}${at === "payee" ? " to the payee" : ""}.`;
}

/** `isSilent` says that the bank has had the payment for a while without an answer. */
export function wayOf(story: Story, isSilent = false): Way {
  const way = {
    amount: shownAmount(story.amount),
    held: shownAmount(story.ledger.find(({ kind }) => kind === "hold")?.amount ?? story.amount),
    bank: bankName(story.attempts.at(-1)?.bankId ?? "the bank"),
    down: bankDown(story),
    at: placeOf(story),
    isSilent,
    isUnpaid: story.status === "FAILED" || story.status === "REJECTED",
  };
  return { ...way, words: wordsOf(story, way) };
}
