import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { TransferError } from "./errors.ts";

const HOUR_SECONDS = 3_600;
const HOURS_MAX = 240;

/** How long transfers wait for money where a merchant has not said otherwise, in hours. */
export const QUEUING_HOURS_DEFAULT = 96;

/**
 * Lets a merchant's transfers wait for money for so many hours (1 to 240), or not at all (null). Those that wait
 * already keep their time. Throws TransferError.queuing_time_invalid; AccessError.not_permitted of a member who may not
 * manage settings.
 */
export async function setQueuingTime(
  ctx: Context,
  merchantId: string,
  { hours, by }: { hours: number | null; by: Actor },
): Promise<void> {
  if (hours !== null && !(hours >= 1 && hours <= HOURS_MAX))
    throw TransferError.queuing_time_invalid({ hours });
  const seconds = hours === null ? null : Math.round(hours * HOUR_SECONDS);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    await tx.execute(
      `insert into transfers.counter (merchant_id, last_reference_id, queue_seconds)
       values ($1, 10000, $2)
       on conflict (merchant_id) do update
       set queue_seconds = excluded.queue_seconds`,
      [merchantId, seconds],
    );
    await recordAudit(tx, [
      {
        actor: by,
        action: "transfers.queuing_time_set",
        subject: `merchant:${merchantId}`,
        detail: { hours },
      },
    ]);
  });
}
