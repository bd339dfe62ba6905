import type { DashboardOperation } from "#dashboard/operation";
import { advanceSandboxClock, getSandboxClock } from "./clock.ts";
import { endBankDrill, getBankDrill, playBankDrill, startBankDrill } from "./bank-drills.ts";
import { endDowntimeDrill, listDowntimeDrills, startDowntimeDrill } from "./downtime-drills.ts";
import { forceSandboxOutcome, listSandboxBanks, setSandboxBank } from "./banks.ts";
import { listMagicValues } from "./list-magic-values.ts";
import { listSandboxMessages } from "./list-sandbox-messages.ts";

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
