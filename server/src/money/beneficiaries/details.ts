/** A beneficiary's details: as given, as cleaned, and as the path of a transfer needs them. */

type Given = string | undefined;

export type CardNetwork = "visa" | "mastercard";

/** A network token with proof that it may be used for this one payment. Never a card number. */
export interface CardToken {
  readonly token: string;
  readonly kind: "debit" | "credit";
  readonly network: CardNetwork | null;
  readonly cryptogram: string | null;
  /** `YYYY-MM`. */
  readonly expiry: string | null;
  readonly sequenceNumber: string | null;
  /** The requestor for whom the network made the token; banks refuse it from others. */
  readonly requestorId: string;
}

/** The payee and the instrument, as given inside a transfer (a direct transfer's details). */
export interface PayeeInput {
  readonly name: string;
  readonly email?: Given;
  readonly phone?: Given;
  readonly accountNumber?: Given;
  readonly ifsc?: Given;
  readonly vpa?: Given;
  readonly address1?: Given;
  readonly address2?: Given;
  readonly city?: Given;
  readonly state?: Given;
  readonly pincode?: Given;
  readonly cardToken?: CardToken | undefined;
  /** The only transfer of a card token: its payee has no other use, and loses the token at its end. */
  readonly onlyFor?: string | undefined;
}

/** A beneficiary to add. Absent and empty mean the same. */
export interface BeneficiaryInput extends PayeeInput {
  readonly beneId: string;
  /** A masked card number, first six and last four digits at most. */
  readonly card?: Given;
  readonly group?: Given;
  /** The purpose of payments to it, in the merchant's own words: at most 100 characters. */
  readonly purpose?: Given;
}

/** Details as stored: trimmed, IFSC in capitals, phone without the country code, null if absent. */
export interface Details {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly pincode: string | null;
  readonly cardToken: CardToken | null;
}

/** A beneficiary that awaits approval is listed, but members must approve it before it may be paid. */
export type BeneficiaryStatus = "verified" | "invalid" | "awaiting_approval";

/** The facts about a payee that a transfer needs. The account number stays sealed. */
export interface PayeeFacts {
  readonly beneficiaryId: string;
  /** The transaction that wrote the row last, as its `xmin`: another one after each change. */
  readonly rowVersion: string;
  /** The merchant's own id; null for a payee that came with a direct transfer. */
  readonly beneId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly accountLast4: string | null;
  /** Open with `openAccountNumber`. */
  readonly sealedAccount: Buffer | null;
  /** Equal for equal bank accounts of one merchant. */
  readonly accountIndex: Buffer | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  /** The index of the account that the VPA names, if it names one. */
  readonly vpaAccountIndex?: Buffer | null;
  /** Equal for equal VPAs, and for equal phone numbers, of one merchant. */
  readonly vpaIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly cardLast4: string | null;
  readonly cardNetwork: CardNetwork | null;
  /** Open with `openCardToken`; deleted when its payment has ended. */
  readonly sealedCard: Buffer | null;
  /** Equal for equal card tokens of one merchant. */
  readonly cardIndex: Buffer | null;
  readonly status: BeneficiaryStatus;
  readonly addedAt: Date;
  /**
   * The time from which it may be paid, by the merchant's clock: `addedAt` unless the merchant has set a
   * waiting time; the end of time if it awaits approval.
   */
  readonly payableAt: Date;
  readonly removedAt: Date | null;
}

/** Names for payees that need none: the token or the phone number identifies them. */
export const NAMELESS = { card: "Card holder", wallet: "Wallet holder" } as const;
