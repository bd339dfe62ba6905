import type { DashboardOperation } from "#dashboard/operation";
import {
  addPasskey,
  confirmAuthenticator,
  keepFactors,
  readSecurity,
  removeAuthenticator,
  removePasskey,
  replaceRecoveryCodes,
  setUpAuthenticator,
  startPasskey,
} from "./second-factors.ts";
import { askForProof, proveAgain } from "./prove-again.ts";
import { changeName, changePassword } from "./account.ts";
import { endOtherSessions, endSession, getSession } from "./sessions.ts";
import { readOnboarding } from "./read-onboarding.ts";
import { watchMerchant } from "./watch-merchant.ts";
import { whoCan } from "./who-can.ts";

export const me: readonly DashboardOperation[] = [
  getSession,
  whoCan,
  watchMerchant,
  proveAgain,
  askForProof,
  readOnboarding,
  readSecurity,
  changeName,
  changePassword,
  setUpAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  keepFactors,
  startPasskey,
  addPasskey,
  removePasskey,
  endSession,
  endOtherSessions,
];
