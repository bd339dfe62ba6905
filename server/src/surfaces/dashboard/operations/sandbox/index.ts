import type { DashboardOperation } from "#dashboard/operation";
import { advanceSandboxClock, getSandboxClock, listMagicValues, listSandboxMessages } from "./sandbox.ts";
import { endBankDrill, getBankDrill, playBankDrill, startBankDrill } from "./bank-drills.ts";
import { endDowntimeDrill, listDowntimeDrills, startDowntimeDrill } from "./downtime-drills.ts";
import { forceSandboxOutcome, listSandboxBanks, setSandboxBank } from "./banks.ts";

export const sandbox: readonly DashboardOperation[] = [
  getSandboxClock,
  advanceSandboxClock,
  listSandboxBanks,
  setSandboxBank,
  listSandboxMessages,
  forceSandboxOutcome,
  listMagicValues,
  listDowntimeDrills,
  startDowntimeDrill,
  endDowntimeDrill,
  getBankDrill,
  startBankDrill,
  playBankDrill,
  endBankDrill,
];
