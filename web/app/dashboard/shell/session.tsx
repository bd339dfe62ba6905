// The current member and environment, from one answer of the server and the path.
import { createContext, useContext } from "react";
import type { Outputs } from "../api/operations.ts";
import type { Environment } from "./nav.ts";

export type Me = Outputs["getSession"];
export type Merchant = Me["merchants"][number];

interface Session {
  me: Me;
  environment: Environment;
  /** The merchant whose money and transfers are shown. Each environment has its own. */
  merchant: Merchant;
}

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Use this in screens inside /dashboard/{sandbox|live}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is for screens inside the shell");
  return session;
}

/** Returns the ID that nearly every operation needs: `useCall("listTransfers", { merchantId })`. */
export function useMerchantId(): string {
  return useSession().merchant.merchantId;
}

/** Returns a function that makes addresses of screens in the current environment: `to("transfers/quick")`. */
export function useTo(): (path: string) => string {
  const { environment } = useSession();
  return (path) => `/dashboard/${environment}/${path}`;
}

const key = (environment: Environment) => `merchant.${environment}`;

/** Returns the merchant that was chosen in this tab, or the first of the environment. Undefined if there is none. */
export function chosenMerchant(
  merchants: readonly Merchant[],
  environment: Environment,
): Merchant | undefined {
  const ours = merchants.filter((merchant) => merchant.mode === environment);
  return ours.find((merchant) => merchant.merchantId === readChoice(environment)) ?? ours[0];
}

function readChoice(environment: Environment): string | null {
  try {
    return sessionStorage.getItem(key(environment));
  } catch {
    return null;
  }
}

/** The choice is kept for this tab only, so that two tabs can show two merchants. */
export function keepMerchant(merchant: Merchant): void {
  try {
    sessionStorage.setItem(key(merchant.mode), merchant.merchantId);
  } catch {
    // Storage may be forbidden. The first merchant is then shown after a reload.
  }
}
