import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import { resumeBanks } from "#fund-sources";
import type { Tx } from "#lib/db";
import { ReconciliationError } from "./errors.ts";
import { STOP_ABOVE_DEFAULT_PAISE } from "./terms.ts";

/** Reads the largest unknown debit that does not stop its bank account, in paise. */
export async function readStopLimit(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ paise: bigint }>(
    "select stop_above_paise as paise from reconciliation.setting where merchant_id = $1",
    [tx.merchantId],
  );
  return row?.paise ?? STOP_ABOVE_DEFAULT_PAISE;
}

/**
 * Sets the largest unknown debit that does not stop its bank account; 0 stops at the first one. Banks that were stopped
 * by amounts that the limit now allows go on. Throws
 * ReconciliationError.limit_invalid or AccessError.not_permitted.
 */
export async function writeStopLimit(
  tx: Tx,
  { stopAbovePaise, by }: { stopAbovePaise: bigint; by: Actor },
): Promise<void> {
  if (stopAbovePaise < 0n) throw ReconciliationError.limit_invalid();
  await requirePermission(tx, by, "manage_settings");
  await tx.execute(
    `insert into reconciliation.setting (merchant_id, stop_above_paise)
     values ($1, $2)
     on conflict (merchant_id) do update set stop_above_paise = excluded.stop_above_paise`,
    [tx.merchantId, stopAbovePaise],
  );
  const detail = { stopAbovePaise: stopAbovePaise.toString() };
  await recordAudit(tx, [
    { actor: by, action: "reconciliation.stop_limit_set", subject: "merchant", detail },
  ]);
  await resumeBanks(tx, { upToPaise: stopAbovePaise, by });
}
