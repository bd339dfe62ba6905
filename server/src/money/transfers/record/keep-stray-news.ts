/** Stores news with a reference that is not known here, and looks it up again in case it becomes known. */
import type { Outcome } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";
import { findAttempts } from "../attempt.ts";
import { ASK_AGAIN_MS, confirmHearsay, isHearsay } from "./hearsay.ts";
import { newsOf, type PaymentNews } from "./news-of-callback.ts";
import { recordNews } from "./record-news.ts";

/** Used in place of a reference for a part of a bank's message that could not be understood. */
export const UNREAD = "";

/** Stores news that matches no attempt. The same news twice is one row. */
export async function keepStrayNews(
  ctx: Context,
  merchantId: string,
  { bankId, strays }: { bankId: string; strays: readonly PaymentNews[] },
): Promise<void> {
  ctx.log.error({ bankId, count: strays.length }, "a bank spoke of references that are not known here");
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute(
      `insert into transfers.stray_news (merchant_id, bank_id, reference, fact_key, news, arrived_at)
       select $1, $2, reference, fact_key, news, $3
       from unnest($4::text[], $5::text[], $6::jsonb[]) as stray (reference, fact_key, news)
       on conflict do nothing`,
      [
        merchantId,
        bankId,
        tx.now,
        strays.map((stray) => stray.reference),
        strays.map((stray) => stray.factId),
        strays.map(({ outcome, amountPaise }) =>
          JSON.stringify(sealNews(tx, { outcome, amount: amountPaise?.toString() ?? null })),
        ),
      ],
    ),
  );
}

export interface StrayNews {
  readonly outcome: Outcome;
  readonly amount: string | null;
}

/** The fields of an outcome that contain a bank's own words. */
export const WORDS_OF_BANKS = ["text", "detail", "alarm"] as const;

/** Seals the bank's words, because they may name the payee. */
export const sealNews = (tx: Pick<Tx, "seal">, { outcome, amount }: StrayNews): StrayNews => ({
  outcome: sealFields(tx, WORDS_OF_BANKS, outcome),
  amount,
});

interface StrayRow {
  bankId: string;
  reference: string;
  factKey: string;
  news: StrayNews;
  isYoung: boolean;
}

/**
 * Looks up unmatched news again and returns how many of them found their attempt. Hearsay that the service does not
 * confirm stays unmatched for 72 hours.
 */
export async function matchStrayNews(ctx: Context, merchantId: string): Promise<number> {
  const strays = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<StrayRow>(
      `select bank_id as "bankId", reference, fact_key as "factKey", news,
         arrived_at > $2::timestamptz - interval '72 hours' as "isYoung"
       from transfers.stray_news
       join transfers.attempt using (merchant_id, bank_id, reference)
       where merchant_id = $1
         and matched_at is null
         and (ask_at is null or ask_at <= $2)
       order by arrived_at
       limit 500`,
      [merchantId, tx.now],
    ),
  );
  let matched = 0;
  for (const stray of strays) {
    const { bankId, reference } = stray;
    const attempt = (await findAttempts(ctx, merchantId, { bankId, references: [reference] })).get(reference);
    if (attempt === undefined) continue;
    const { outcome, amount } = stray.news;
    const amountPaise = amount === null ? null : BigInt(amount);
    const news = { kind: "payment", reference, outcome, amountPaise, factId: stray.factKey } as const;
    const source = stray.factKey.startsWith(STATED) ? "statement" : "callback";
    const told = { ...newsOf(attempt, news), source } as const;
    const mustBeConfirmed = source === "callback" && isHearsay(bankId, told, attempt);
    if (!mustBeConfirmed) await recordNews(ctx, merchantId, [told]);
    const isOpen = mustBeConfirmed && !(await confirmHearsay(ctx, merchantId, told)) && stray.isYoung;
    await writeLookUp(ctx, merchantId, stray, isOpen);
    if (!isOpen) matched += 1;
  }
  return matched;
}

async function writeLookUp(
  ctx: Context,
  merchantId: string,
  { bankId, reference, factKey }: StrayRow,
  isOpen: boolean,
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => {
    const askAt = isOpen ? new Date(tx.now.getTime() + ASK_AGAIN_MS) : null;
    return tx.execute(
      `update transfers.stray_news
       set matched_at = $5, ask_at = $6
       where merchant_id = $1
         and bank_id = $2
         and reference = $3
         and fact_key = $4`,
      [merchantId, bankId, reference, factKey, isOpen ? null : tx.now, askAt],
    );
  });
}

/** A debit of a bank account with a reference that is not known here. */
export interface UnknownDebit {
  readonly bankId: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  /** The statement line. */
  readonly lineId: string;
}

/**
 * Stores debits that a statement shows under unknown references, in the caller's transaction. If a transfer
 * later turns out to have such a reference, it counts as paid and is not sent again.
 */
export async function keepUnknownDebits(tx: Tx, debits: readonly UnknownDebit[]): Promise<void> {
  if (debits.length === 0) return;
  await tx.execute(
    `insert into transfers.stray_news (merchant_id, bank_id, reference, fact_key, news, arrived_at)
     select $1, bank_id, reference, fact_key, news, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) as stray (bank_id, reference, fact_key, news)
     on conflict (merchant_id, bank_id, reference, fact_key) do update set matched_at = null`,
    [
      tx.merchantId,
      tx.now,
      debits.map(({ bankId }) => bankId),
      debits.map(({ reference }) => reference),
      debits.map(({ lineId }) => `${STATED}${lineId}`),
      debits.map(({ utr, amountPaise }) => {
        const outcome = {
          kind: "succeeded",
          code: "",
          text: "on a statement",
          utr: utr ?? "",
          credited: false,
        };
        return JSON.stringify({ outcome: sealFields(tx, ["text"], outcome), amount: amountPaise.toString() });
      }),
    ],
  );
}

/** Prefix of the line's ID in the key of news from a statement. */
const STATED = "line:";

/** Stops looking up transfers of debits that the bank no longer states, in the caller's transaction. */
export async function forgetUnknownDebits(
  tx: Tx,
  debits: readonly Pick<UnknownDebit, "bankId" | "reference" | "lineId">[],
): Promise<void> {
  if (debits.length === 0) return;
  await tx.execute(
    `update transfers.stray_news
     set matched_at = $2
     from unnest($3::text[], $4::text[], $5::text[]) as gone (bank_id, reference, fact_key)
     where stray_news.merchant_id = $1
       and stray_news.bank_id = gone.bank_id
       and stray_news.reference = gone.reference
       and stray_news.fact_key = gone.fact_key`,
    [
      tx.merchantId,
      tx.now,
      debits.map(({ bankId }) => bankId),
      debits.map(({ reference }) => reference),
      debits.map(({ lineId }) => `${STATED}${lineId}`),
    ],
  );
}
