import type { DashboardOperation } from "#dashboard/operation";
import { acceptInvitation } from "./accept-invitation.ts";
import { askForPasskey } from "./ask-for-passkey.ts";
import { askToResetPassword } from "./ask-to-reset-password.ts";
import { completeLogIn } from "./complete-log-in.ts";
import { keepFactorsByLink } from "./keep-factors-by-link.ts";
import { logInWithPasskey } from "./log-in-with-passkey.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { proveEmail } from "./prove-email.ts";
import { readInvitation } from "./read-invitation.ts";
import { readOffers } from "./read-offers.ts";
import { resetPassword } from "./reset-password.ts";
import { sendProofAgain } from "./send-proof-again.ts";
import { signUp } from "./sign-up.ts";
import { startTryOut } from "./start-try-out.ts";

export const entry: readonly DashboardOperation[] = [
  readOffers,
  startTryOut,
  signUp,
  logIn,
  completeLogIn,
  askForPasskey,
  logInWithPasskey,
  logOut,
  askToResetPassword,
  resetPassword,
  proveEmail,
  sendProofAgain,
  keepFactorsByLink,
  readInvitation,
  acceptInvitation,
];
