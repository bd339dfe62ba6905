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

/** Ends try-outs, completes changes that wait for a day, and notifies people of changes to rights. */
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
  // The members concerned are notified within a few seconds.
  defineWorker({ name: "security notices", everyMs: 5_000, due: findChangesToTell, step: announceChanges }),
  defineWorker({ name: "audit heads", everyMs: MINUTE_MS, due: findHeadsToTell, step: tellAuditHeads }),
];
