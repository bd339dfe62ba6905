import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { CHANNEL } from "./note-events.ts";
import { findMerchantsToNotify, notifyPeople } from "./work.ts";

/** Events of the outbox wake no one here: they are looked for this often. */
const LOOK_EVERY_MS = 5_000;

/** Tells people by e-mail what happened until it is stopped. */
export function startNotifications(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  return startWorking(ctx, {
    name: "notifications",
    channel: CHANNEL,
    findMerchants: () => findMerchantsToNotify(ctx),
    work: (merchantId) => notifyPeople(ctx, merchantId),
    everyMs: lookEveryMs,
  });
}
