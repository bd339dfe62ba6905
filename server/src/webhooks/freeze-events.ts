import type { Tx } from "#lib/db";
import type { Rendered } from "./send-deliveries.ts";
import type { V2Data } from "./v2-data.ts";

/** Seals v2 data, because it contains the beneficiary's account number. */
export type SealV2 = (eventId: string, data: V2Data) => Buffer;

/** Stores the rendered fields with their events, so that every later try sends exactly the same. */
export async function freezeEvents(tx: Tx, sent: readonly Rendered[], sealV2: SealV2): Promise<void> {
  const rendered = sent
    .filter(({ delivery, data, v2Data }) => {
      const isNew = delivery.data === null || (v2Data !== null && delivery.sealedV2 === null);
      return data !== null && isNew;
    })
    // Always in the same order, so that two endpoints that freeze the same events do not deadlock.
    .toSorted((a, b) => (a.delivery.eventId < b.delivery.eventId ? -1 : 1));
  if (rendered.length === 0) return;
  await tx.execute(FREEZE, [
    tx.merchantId,
    rendered.map(({ delivery }) => delivery.subjectId),
    rendered.map(({ delivery }) => delivery.seq),
    rendered.map(({ data }) => JSON.stringify(data)),
    rendered.map(({ delivery, v2Data }) => (v2Data === null ? null : sealV2(delivery.eventId, v2Data))),
  ]);
}

const FREEZE = `
  update webhooks.event
  set data = coalesce(event.data, rendered.data), sealed_v2 = coalesce(event.sealed_v2, rendered.sealed_v2)
  from unnest($2::uuid[], $3::int[], $4::jsonb[], $5::bytea[]) as rendered (subject_id, seq, data, sealed_v2)
  where event.merchant_id = $1
    and event.subject_id = rendered.subject_id
    and event.seq = rendered.seq
    and (event.data is null or (event.sealed_v2 is null and rendered.sealed_v2 is not null))`;
