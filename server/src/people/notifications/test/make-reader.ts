/** A merchant whose people get notifications, with ways to cause them. */
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { deliverMessages, listMessages } from "#messages";
import { setRecipients, type Category } from "#notifications";
import { publishEvents, registerRenderer, type NewEvent } from "#webhooks";
import type { World } from "#test/world";

/** The pretended transfers module: reasons by transfer. */
const reasons = new Map<string, string>();
registerRenderer("transfer", async (_tx, subjectIds) => {
  return new Map(
    subjectIds.map((id) => [
      id,
      { transferId: `order-${id.slice(-4)}`, referenceId: "1", reason: reasons.get(id) ?? "" },
    ]),
  );
});

export async function makeReader(
  world: World,
  recipients = "asha@example.com",
  categories: Category[] = ["transfer_failed"],
) {
  const { merchantId } = await world.makeMerchant();
  for (const category of categories)
    await setRecipients(world.ctx, merchantId, { category, recipients, by: "system" });
  return merchantId;
}

/** A failed transfer with its reason. */
export const failure = (reason = "Account is closed", change: Partial<NewEvent> = {}): Partial<NewEvent> => {
  const subjectId = newId();
  reasons.set(subjectId, reason);
  return { type: "TRANSFER_FAILED", subjectId, data: null, ...change };
};

/** Publishes events in one transaction; a failed transfer for each that says nothing else. */
export const publish = (ctx: Context, merchantId: string, ...events: Partial<NewEvent>[]) =>
  ctx.db.inMerchant(merchantId, async (tx) => {
    const defaults = { type: "TRANSFER_FAILED", seq: 1, at: tx.now, data: null } as const;
    await publishEvents(
      tx,
      events.map((event) => ({ ...defaults, subjectId: newId(), ...event })),
    );
  });

export const moveClock = (ctx: Context, merchantId: string, ms: number) =>
  ctx.db.directory((tx) =>
    tx.execute(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
       on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchantId, ms],
    ),
  );

/** Returns the e-mails that have arrived, the oldest first. */
export async function mailsOf(ctx: Context, merchantId: string) {
  await deliverMessages(ctx, merchantId);
  return (await listMessages(ctx, merchantId, { limit: 100 })).toReversed();
}
