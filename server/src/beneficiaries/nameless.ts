/** Whom a payment is to where no name was given and none is needed: the token or the phone number says who is paid. */
export const NAMELESS = { card: "Card holder", wallet: "Wallet holder" } as const;
