import {
  completeFactorResets,
  completeOwnerChanges,
  endOrganization,
  findDueFactorResets,
  findDueOwnerChanges,
  findEndedOrganizations,
} from "#access";
import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { announceChanges, findChangesToTell } from "./announce-changes.ts";
import { findHeadsToTell, tellAuditHeads } from "./tell-audit-heads.ts";

const LOOK_EVERY_MS = 60_000;
/** The members whom a change concerns learn of it so soon. */
const TELL_EVERY_MS = 5_000;

/**
 * Ends try-outs whose day is over, removes second factors and changes Owners whose wait is over, tells people what has
 * changed about who may do what, and Owners where their audit logs end, until it is stopped.
 */
export function startEntry(
  ctx: Context,
  { lookEveryMs = LOOK_EVERY_MS, tellEveryMs = TELL_EVERY_MS } = {},
): Working {
  const loops = [
    startWorking(ctx, {
      name: "entry",
      channel: "entry",
      findMerchants: () => findEndedOrganizations(ctx),
      work: (organizationId) => endOrganization(ctx, organizationId),
      everyMs: lookEveryMs,
    }),
    startWorking(ctx, {
      name: "factor resets",
      channel: "entry_factor_resets",
      findMerchants: () => findDueFactorResets(ctx),
      work: (organizationId) => completeFactorResets(ctx, organizationId),
      everyMs: lookEveryMs,
    }),
    startWorking(ctx, {
      name: "owner changes",
      channel: "entry_owner_changes",
      findMerchants: () => findDueOwnerChanges(ctx),
      work: (organizationId) => completeOwnerChanges(ctx, organizationId),
      everyMs: lookEveryMs,
    }),
    startWorking(ctx, {
      name: "security notices",
      channel: "entry_notices",
      findMerchants: () => findChangesToTell(ctx),
      work: (chainId) => announceChanges(ctx, chainId),
      everyMs: tellEveryMs,
    }),
    startWorking(ctx, {
      name: "audit heads",
      channel: "entry_audit_heads",
      findMerchants: () => findHeadsToTell(ctx),
      work: (organizationId) => tellAuditHeads(ctx, organizationId),
      everyMs: lookEveryMs,
    }),
  ];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
