/** Applies a bank's response about a whole message or block to each of its payments. Pure. */
import type { BankNews, Outcome } from "#banks";
import type { PaymentNews } from "./news-of-callback.ts";
import type { Member } from "./sent-blocks.ts";

export type MessageNews = Extract<BankNews, { kind: "message" }>;

/**
 * Returns the news of all payments that the response does not name separately. A refusal of a whole message
 * must fit all of it: if part of it was paid, or if a payment was also in another message, the outcome is
 * unknown and a person must look. A settled message must have the number and total of what was sent.
 */
export function newsOfMembers(news: MessageNews, members: readonly Member[]): PaymentNews[] {
  const except = new Set(news.except);
  const meant = members.filter(({ blockId, reference }) => !except.has(reference) && !except.has(blockId));
  const wrong = doubtOf(news, members);
  return meant.map(({ reference, repeated }) => {
    const isUnsure = news.outcome.kind === "failed" && repeated;
    const doubt =
      wrong ?? (isUnsure ? "a message was refused, and its payments were in another one too" : null);
    const outcome: Outcome = doubt === null ? news.outcome : { kind: "unknown", detail: doubt, alarm: doubt };
    return { kind: "payment", reference, outcome, amountPaise: null, factId: news.factId };
  });
}

/** Returns why the response cannot be true of everything that was sent, or null. */
function doubtOf(
  { outcome, count, sumPaise, except }: MessageNews,
  members: readonly Member[],
): string | null {
  if (outcome.kind === "failed" && members.some(({ paid, reference }) => paid && !except.includes(reference)))
    return "the bank refused a message as a whole of which it has paid a part";
  if (outcome.kind !== "succeeded") return null;
  const sum = members.reduce((total, { amountPaise }) => total + amountPaise, 0n);
  const isOther = (count !== null && count !== members.length) || (sumPaise !== null && sumPaise !== sum);
  return isOther ? "the bank settled a message of another number or sum than was sent" : null;
}
