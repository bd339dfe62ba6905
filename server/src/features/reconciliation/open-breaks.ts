import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { type BreakKind, writeBreakSteps } from "./break.ts";
import { closeBreaks } from "./close-breaks.ts";

const SET_MAX = 500;

/** Opens breaks for banks' contradictions and unmatched bank reports, each once, in the transaction. */
export async function collectBreaks(tx: Tx): Promise<void> {
  await openBreaks(tx, await tx.query<BreakToOpen>(CONTRADICTIONS, [tx.merchantId]));
  const strays = await tx.query<BreakToOpen & { unread: string | null }>(STRAYS, [tx.merchantId]);
  await openBreaks(tx, strays.map(tellUnread));
  const found = await tx.query<{ sourceKey: string }>(FOUND_STRAYS, [tx.merchantId]);
  await closeBreaks(
    tx,
    found.map(({ sourceKey }) => sourceKey),
    { resolution: "matched", note: "the reference has become known", by: "system" },
  );
}

function tellUnread({ unread, ...stray }: BreakToOpen & { unread: string | null }): BreakToOpen {
  return unread === null
    ? stray
    : { ...stray, detail: `a part of what the bank told needs a person: ${unread}` };
}

const CONTRADICTION_KEY =
  "format('contradiction:%s:%s:%s', transfer_id, contradiction.attempt, contradiction.kind)";

const CONTRADICTIONS = `
  select 'contradiction' as kind, ${CONTRADICTION_KEY} as "sourceKey", attempt.bank_id as "bankId",
    transfer_id as "transferId", amount_paise as "amountPaise",
    format('%s: %s', replace(contradiction.kind, '_', ' '), contradiction.detail) as detail
  from transfers.contradiction
  join transfers.attempt using (merchant_id, transfer_id, attempt)
  join transfers.transfer using (merchant_id, transfer_id)
  where merchant_id = $1
    and not exists (
      select from reconciliation.break
      where break.merchant_id = $1 and source_key = ${CONTRADICTION_KEY}
    )
  limit ${SET_MAX}`;

const STRAY_KEY = "format('stray:%s:%s:%s', stray_news.bank_id, reference, fact_key)";

const STRAYS = `
  select 'stray_news' as kind, ${STRAY_KEY} as "sourceKey", bank_id as "bankId",
    (news ->> 'amount')::bigint as "amountPaise",
    format('the bank spoke of the reference %s, which is not known here (%s)', reference, news #>> '{outcome,kind}')
      as detail,
    -- Sealed, so it is no part of a sentence here.
    case reference when '' then news #>> '{outcome,detail}' end as unread
  from transfers.stray_news
  where merchant_id = $1
    and matched_at is null
    -- What a statement showed has the break of its line.
    and fact_key not like 'line:%'
    and not exists (
      select from reconciliation.break
      where break.merchant_id = $1 and source_key = ${STRAY_KEY}
    )
  limit ${SET_MAX}`;

const FOUND_STRAYS = `
  select ${STRAY_KEY} as "sourceKey"
  from reconciliation.break
  join transfers.stray_news
    on stray_news.merchant_id = $1
   and break.source_key = ${STRAY_KEY}
  where break.merchant_id = $1
    and break.kind = 'stray_news'
    and break.closed_at is null
    and stray_news.matched_at is not null`;

export interface BreakToOpen {
  readonly kind: BreakKind;
  /** Identifies its subject: the same key opens nothing a second time. */
  readonly sourceKey: string;
  readonly detail: string;
  readonly bankId?: string | null;
  readonly day?: string | null;
  readonly lineId?: string | null;
  readonly transferId?: string | null;
  readonly amountPaise?: bigint | null;
}

/** Opens a set of breaks, each once, in the caller's transaction. Returns the source keys of new ones. */
export async function openBreaks(tx: Tx, breaks: readonly BreakToOpen[]): Promise<string[]> {
  if (breaks.length === 0) return [];
  const opened = await tx.query<{ breakId: string; sourceKey: string; detail: string }>(OPEN, [
    tx.merchantId,
    tx.now,
    breaks.map(() => newId()),
    breaks.map(({ kind }) => kind),
    breaks.map(({ sourceKey }) => sourceKey),
    breaks.map(({ bankId = null }) => bankId),
    breaks.map(({ day = null }) => day),
    breaks.map(({ lineId = null }) => lineId),
    breaks.map(({ transferId = null }) => transferId),
    breaks.map(({ amountPaise = null }) => amountPaise),
    breaks.map(({ detail }) => detail.slice(0, 1_000)),
  ]);
  await writeBreakSteps(
    tx,
    opened.map(({ breakId, detail }) => ({ breakId, step: 1, action: "opened", note: detail, by: "system" })),
  );
  return opened.map(({ sourceKey }) => sourceKey);
}

const OPEN = `
  insert into reconciliation.break (
    merchant_id, break_id, kind, source_key, bank_id, day, line_id, transfer_id, amount_paise, detail, opened_at, steps
  )
  select $1, break_id, kind, source_key, bank_id, day, line_id, transfer_id, amount_paise, detail, $2, 1
  from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::date[], $8::uuid[], $9::uuid[], $10::bigint[],
    $11::text[])
    as found (break_id, kind, source_key, bank_id, day, line_id, transfer_id, amount_paise, detail)
  on conflict (merchant_id, source_key) do nothing
  returning break_id as "breakId", source_key as "sourceKey", detail`;
