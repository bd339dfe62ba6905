/** Names for payees that need none: the token or the phone number identifies them. */
export const NAMELESS = { card: "Card holder", wallet: "Wallet holder" } as const;
