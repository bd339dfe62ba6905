import type { CardNetwork, PayeeFacts } from "./details.ts";

/** The stored parts of a card: enough for a bank to find it in its network by the holder's phone number. */
export interface StoredCard {
  readonly network: CardNetwork;
  readonly last4: string;
}

/**
 * Returns the card by which a listed beneficiary can be paid; null if it has none, or no phone number to find
 * it by. The remains of an unlisted payee's token do not count: it was for one payment.
 */
export function storedCardOf(
  payee: Pick<PayeeFacts, "beneId" | "phone" | "cardLast4" | "cardNetwork">,
): StoredCard | null {
  const { beneId, phone, cardLast4: last4, cardNetwork: network } = payee;
  return beneId === null || phone === null || last4 === null || network === null ? null : { network, last4 };
}
