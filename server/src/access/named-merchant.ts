import { merchantOfClientId, merchantOfToken } from "./credentials.ts";

/** The merchant that a token or a client id names, whether or not they are good; null: neither is one. */
export function namedMerchant({ token, clientId }: { token: string; clientId: string }): string | null {
  return merchantOfToken(token) ?? merchantOfClientId(clientId);
}
