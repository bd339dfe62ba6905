import type { CardNetwork, PayeeFacts } from "./details.ts";

/** What is kept of a card: enough for a bank to find it, with the holder's phone number, in its network's directory. */
export interface StoredCard {
  readonly network: CardNetwork;
  readonly last4: string;
}

/**
 * The card by which a listed beneficiary can be paid; null where it has none, or no phone number to find it by. What
 * an unlisted payee keeps of a token is none: it was for one payment.
 */
export function storedCardOf(
  payee: Pick<PayeeFacts, "beneId" | "phone" | "cardLast4" | "cardNetwork">,
): StoredCard | null {
  const { beneId, phone, cardLast4: last4, cardNetwork: network } = payee;
  return beneId === null || phone === null || last4 === null || network === null ? null : { network, last4 };
}
