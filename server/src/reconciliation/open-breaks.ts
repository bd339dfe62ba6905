import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { BreakKind } from "./break.ts";
import { writeBreakSteps } from "./write-break-steps.ts";

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
