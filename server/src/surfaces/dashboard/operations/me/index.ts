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
import { answerProviderProof, readProofWays, startProviderProof } from "./provider-proof.ts";
import { askForProof, changeName, changePassword, proveAgain } from "./account.ts";
import {
  endOtherSessions,
  endSession,
  getSession,
  readOnboarding,
  watchMerchant,
  whoCan,
} from "./sessions.ts";

export const me: readonly DashboardOperation[] = [
  getSession,
  whoCan,
  watchMerchant,
  proveAgain,
  askForProof,
  readProofWays,
  startProviderProof,
  answerProviderProof,
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
