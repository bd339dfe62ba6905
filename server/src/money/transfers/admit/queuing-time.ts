/** The time for which a merchant's orders may wait for money. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { TransferError } from "../errors.ts";

/** Transfers wait for money for this many hours unless the merchant sets another time. */
export const QUEUING_HOURS_DEFAULT = 96;
/** The limits for a merchant's setting, in hours. */
export const QUEUING_HOURS_MIN = 1;
export const QUEUING_HOURS_MAX = 240;

/** Reads for how many hours a merchant's transfers wait for money. Null means that they do not wait. */
export async function readQueuingTime(tx: Tx): Promise<{ hours: number | null }> {
  const [row] = await tx.query<{ seconds: number | null }>(
    "select queue_seconds as seconds from transfers.counter where merchant_id = $1",
    [tx.merchantId],
  );
  const seconds = row?.seconds ?? null;
  return { hours: seconds === null ? null : seconds / 3_600 };
}

interface QueuingTime {
  /** From 1 to 240. Null means that transfers do not wait for money. */
  readonly hours: number | null;
  readonly by: Actor;
}

const HOUR_SECONDS = 3_600;

export const secondsOf = (hours: number | null): number | null =>
  hours === null ? null : Math.round(hours * HOUR_SECONDS);

/** The subject of the steps by which members shorten the time alone. */
export const QUEUING_STEPS = "setting:queuingHours";

/** `setQueuingTime` within the caller's transaction; throws the same errors. */
export async function writeQueuingTime(tx: Tx, { hours, by }: QueuingTime): Promise<void> {
  if (hours !== null && !(hours >= QUEUING_HOURS_MIN && hours <= QUEUING_HOURS_MAX))
    throw TransferError.queuing_time_invalid({ hours });
  await requireOfMember(tx, by, "manage_settings");
  await tx.execute(WRITE, [tx.merchantId, secondsOf(hours)]);
  const subject = `merchant:${tx.merchantId}`;
  await recordAudit(tx, [{ actor: by, action: "transfers.queuing_time_set", subject, detail: { hours } }]);
}

const WRITE = `
  insert into transfers.counter (merchant_id, last_reference_id, queue_seconds)
  values ($1, 10000, $2)
  on conflict (merchant_id) do update
  set queue_seconds = excluded.queue_seconds`;

/**
 * Sets for how many hours (1 to 240) a merchant's transfers wait for money. With null they do not wait. Transfers that
 * wait already keep their time. If one member shortens the time alone, those that were accepted before keep theirs for
 * seven days. Throws TransferError.queuing_time_invalid, and AccessError.not_permitted for a member who cannot manage
 * settings.
 */
export async function setQueuingTime(ctx: Context, merchantId: string, time: QueuingTime): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writeQueuingTime(tx, time));
}
