import type { BankNews, Outcome } from "#banks";
import type { News } from "../fact.ts";
import type { FoundAttempt } from "../attempt.ts";

export type PaymentNews = Extract<BankNews, { kind: "payment" }>;

/** Makes news of a callback. With an amount that was not ordered, it decides nothing; a person must look. */
export function newsOf({ transferId, attempt, amountPaise }: FoundAttempt, news: PaymentNews): News {
  const fits = news.amountPaise === null || news.amountPaise === amountPaise;
  const alarm = `the callback says ${news.amountPaise} paise, the order ${amountPaise}`;
  const outcome: Outcome = fits ? news.outcome : { kind: "unknown", detail: alarm, alarm };
  return { transferId, attempt, source: "callback", outcome, newsId: news.factId };
}
