import type { DashboardOperation } from "#dashboard/operation";
import { addPasskey } from "./add-passkey.ts";
import { askForProof } from "./ask-for-proof.ts";
import { changeName } from "./change-name.ts";
import { changePassword } from "./change-password.ts";
import { confirmAuthenticator } from "./confirm-authenticator.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { endSession } from "./end-session.ts";
import { getSession } from "./get-session.ts";
import { keepFactors } from "./keep-factors.ts";
import { proveAgain } from "./prove-again.ts";
import { readOnboarding } from "./read-onboarding.ts";
import { readSecurity } from "./read-security.ts";
import { removeAuthenticator } from "./remove-authenticator.ts";
import { removePasskey } from "./remove-passkey.ts";
import { replaceRecoveryCodes } from "./replace-recovery-codes.ts";
import { setUpAuthenticator } from "./set-up-authenticator.ts";
import { startPasskey } from "./start-passkey.ts";
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
