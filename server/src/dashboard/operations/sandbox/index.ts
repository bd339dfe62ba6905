import type { DashboardOperation } from "#dashboard/operation";
import { advanceSandboxClock } from "./advance-sandbox-clock.ts";
import { endBankDrill } from "./end-bank-drill.ts";
import { endDowntimeDrill } from "./end-downtime-drill.ts";
import { forceSandboxOutcome } from "./force-sandbox-outcome.ts";
import { getBankDrill } from "./get-bank-drill.ts";
import { getSandboxClock } from "./get-sandbox-clock.ts";
import { listDowntimeDrills } from "./list-downtime-drills.ts";
import { listMagicValues } from "./list-magic-values.ts";
import { listSandboxBanks } from "./list-sandbox-banks.ts";
import { listSandboxMessages } from "./list-sandbox-messages.ts";
import { playBankDrill } from "./play-bank-drill.ts";
import { setSandboxBank } from "./set-sandbox-bank.ts";
import { startBankDrill } from "./start-bank-drill.ts";
import { startDowntimeDrill } from "./start-downtime-drill.ts";

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
