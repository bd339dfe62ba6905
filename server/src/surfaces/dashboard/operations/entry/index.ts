import type { DashboardOperation } from "#dashboard/operation";
import {
  acceptInvitation,
  askToResetPassword,
  keepFactorsByLink,
  readInvitation,
  resetPassword,
} from "./links.ts";
import { askForPasskey, completeLogIn, logIn, logInWithPasskey, logOut, readOffers } from "./log-in.ts";
import { answerProviderLogIn, findProvider, startProviderLogIn } from "./sign-on.ts";
import { proveEmail, sendProofAgain, signUp, startTryOut } from "./sign-up.ts";

export const entry: readonly DashboardOperation[] = [
  readOffers,
  startTryOut,
  signUp,
  logIn,
  completeLogIn,
  askForPasskey,
  logInWithPasskey,
  findProvider,
  startProviderLogIn,
  answerProviderLogIn,
  logOut,
  askToResetPassword,
  resetPassword,
  proveEmail,
  sendProofAgain,
  keepFactorsByLink,
  readInvitation,
  acceptInvitation,
];
