// Who is here, and in which environment they work: one answer of the server, and the path.
import { createContext, useContext } from "react";
import type { Outputs } from "../api/operations.ts";
import type { Environment } from "./nav.ts";

export type Me = Outputs["getSession"];
export type Merchant = Me["merchants"][number];

interface Session {
  me: Me;
  environment: Environment;
  /** The merchant whose money and transfers are shown; each environment has its own. */
  merchant: Merchant;
}

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** For screens inside /dashboard/{sandbox|live}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is for screens inside the shell");
  return session;
}

/** The id that nearly every operation wants: `useCall("listTransfers", { merchantId })`. */
export function useMerchantId(): string {
  return useSession().merchant.merchantId;
}

/** Makes addresses of screens in the environment shown: `to("transfers/quick")`. */
export function useTo(): (path: string) => string {
  const { environment } = useSession();
  return (path) => `/dashboard/${environment}/${path}`;
}

const key = (environment: Environment) => `merchant.${environment}`;

/** The merchant chosen in this tab, or the first of the environment; undefined when it has none. */
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

/** Kept for this tab only, so that two tabs may show two merchants. */
export function keepMerchant(merchant: Merchant): void {
  try {
    sessionStorage.setItem(key(merchant.mode), merchant.merchantId);
  } catch {
    // Storage may be forbidden: then the first merchant is shown after a reload.
  }
}
