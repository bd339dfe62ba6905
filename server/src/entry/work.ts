import {
  completeFactorResets,
  completeOwnerChanges,
  endOrganization,
  findDueFactorResets,
  findDueOwnerChanges,
  findEndedOrganizations,
} from "#access";
import { defineWorker } from "#lib/worker";
import { announceChanges, findChangesToTell } from "./announce-changes.ts";
import { findHeadsToTell, tellAuditHeads } from "./tell-audit-heads.ts";

const MINUTE_MS = 60_000;

/** Ends try-outs, completes what waits for a day, and tells people what has changed about who may do what. */
export const entryWorkers = [
  defineWorker({
    name: "ended try-outs",
    everyMs: MINUTE_MS,
    due: findEndedOrganizations,
    step: endOrganization,
  }),
  defineWorker({
    name: "factor resets",
    everyMs: MINUTE_MS,
    due: findDueFactorResets,
    step: completeFactorResets,
  }),
  defineWorker({
    name: "owner changes",
    everyMs: MINUTE_MS,
    due: findDueOwnerChanges,
    step: completeOwnerChanges,
  }),
  // The members whom a change concerns learn of it so soon.
  defineWorker({ name: "security notices", everyMs: 5_000, due: findChangesToTell, step: announceChanges }),
  defineWorker({ name: "audit heads", everyMs: MINUTE_MS, due: findHeadsToTell, step: tellAuditHeads }),
];
