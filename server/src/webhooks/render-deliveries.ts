/** Renders deliveries: as frozen at an earlier try, or from the current data of their subjects. */
import type { Context } from "#lib/context";
import { VaultError } from "#lib/vault";
import type { ClaimedDelivery } from "./claim-due.ts";
import { pickFields, type EventData } from "./event-types.ts";
import type { Format } from "./format.ts";
import type { SealV2 } from "./freeze-events.ts";
import { renderEvents } from "./render-events.ts";
import { renderV2 } from "./render-v2.ts";
import type { V2Data } from "./v2-data.ts";

/** The part of a delivery that rendering needs. */
export type ToRender = Pick<
  ClaimedDelivery,
  "eventId" | "subjectId" | "seq" | "type" | "at" | "data" | "sealedV2"
>;

export interface RenderedDelivery<D extends ToRender> {
  readonly delivery: D;
  /** Null: it could not be rendered. */
  readonly data: EventData | null;
  /** Only in the format v2; null: it could not be rendered. */
  readonly v2Data: V2Data | null;
}

/** Renders the deliveries of one endpoint. Deliveries that cannot be rendered get null and are logged. */
export async function renderDeliveries<D extends ToRender>(
  ctx: Context,
  merchantId: string,
  { format, deliveries }: { readonly format: Format; readonly deliveries: readonly D[] },
): Promise<RenderedDelivery<D>[]> {
  const unrendered = deliveries.filter((delivery) => delivery.data === null);
  const rendered = await renderEvents(ctx, merchantId, unrendered);
  const known = deliveries.map((delivery) => {
    const { eventId, type, data, at } = delivery;
    // Picks the fields again, because jsonb does not keep the order of keys and the body must not change.
    return { delivery, data: data === null ? (rendered.get(eventId) ?? null) : pickFields(type, data, at) };
  });
  if (format !== "v2") return known.map((one) => ({ ...one, v2Data: null }));
  const fresh = known.flatMap(({ delivery, data }) =>
    data === null || delivery.sealedV2 !== null ? [] : [{ ...delivery, data }],
  );
  const renderedV2 = await renderV2(ctx, merchantId, fresh);
  return known.map(({ delivery, data }) => {
    const { eventId, sealedV2 } = delivery;
    if (sealedV2 === null) return { delivery, data, v2Data: renderedV2.get(eventId) ?? null };
    return { delivery, data, v2Data: openFrozen(ctx, merchantId, { eventId, sealed: sealedV2 }) };
  });
}

/** Opens frozen v2 data. If it cannot be opened, logs it and returns null: that try counts as hindered. */
function openFrozen(
  ctx: Context,
  merchantId: string,
  { eventId, sealed }: { eventId: string; sealed: Buffer },
): V2Data | null {
  try {
    return JSON.parse(ctx.vault.open(v2SealedFor(merchantId, eventId), sealed).toString("utf8")) as V2Data;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ merchantId, eventId, err: error }, "what a webhook said before cannot be opened");
    return null;
  }
}

/** Returns a function that seals v2 data of an event. */
export const sealV2For =
  (ctx: Context, merchantId: string): SealV2 =>
  (eventId, data) =>
    ctx.vault.seal(v2SealedFor(merchantId, eventId), JSON.stringify(data));

/** Names the owner of sealed v2 data. It is sealed as it contains the beneficiary's account number. */
const v2SealedFor = (merchantId: string, eventId: string) => ({
  merchantId,
  purpose: `webhooks.v2 ${eventId}`,
});
