import { EVENT_TYPES, type Delivery, type Outcome } from "#webhooks";

/** A delivery as an answer has it; `transferKeys` are the merchant's own ids of transfers, by ours. */
export function showDelivery(delivery: Delivery, transferKeys: ReadonlyMap<string, string>) {
  const { type, status, tries, lastStatus, lastDurationMs, lastExcerpt, seq: _seq, ...rest } = delivery;
  return {
    ...rest,
    eventType: type,
    subjectKind: EVENT_TYPES[type].subject,
    transferId: transferKeys.get(delivery.subjectId) ?? null,
    outcome: outcomeOf(status, tries),
    tries,
    httpStatus: lastStatus,
    durationMs: lastDurationMs,
    excerpt: lastExcerpt,
  };
}

function outcomeOf(status: Delivery["status"], tries: number): Outcome {
  if (status === "pending") return tries > 0 ? "retrying" : "waiting";
  return status === "delivered" ? "delivered" : "failed";
}
