import { endOrganization, findEndedOrganizations } from "#access";
import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";

const LOOK_EVERY_MS = 60_000;

/** Ends try-outs whose day is over, until it is stopped. */
export function startEntry(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  return startWorking(ctx, {
    name: "entry",
    channel: "entry",
    findMerchants: () => findEndedOrganizations(ctx),
    work: (organizationId) => endOrganization(ctx, organizationId),
    everyMs: lookEveryMs,
  });
}
