/** The shapes of a beneficiary's details: as given, cleaned, and as the path of a transfer needs them. */

type Given = string | undefined;

export type CardNetwork = "visa" | "mastercard";

/** A network token with what proves that it may be used for this one payment. Never a card number. */
export interface CardToken {
  readonly token: string;
  readonly kind: "debit" | "credit";
  readonly network: CardNetwork | null;
  readonly cryptogram: string | null;
  /** `YYYY-MM`. */
  readonly expiry: string | null;
  readonly sequenceNumber: string | null;
  /** For whom the network made the token; a bank refuses everybody else's. */
  readonly requestorId: string;
}

/** Who to pay and how, as given inside a transfer (a direct transfer's details). */
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
  /** The one transfer that a card token is for: its payee is no one else's, and loses the token when it ends. */
  readonly onlyFor?: string | undefined;
}

/** A beneficiary to be added. Absent and empty mean the same. */
export interface BeneficiaryInput extends PayeeInput {
  readonly beneId: string;
  /** A masked card number, first six and last four digits at most. */
  readonly card?: Given;
  readonly group?: Given;
  /** What it is paid for, in the merchant's own words: at most 100 characters. */
  readonly purpose?: Given;
}

/**
 * Details as they are kept: trimmed, IFSC in capitals, phone without the country's prefix, null when absent.
 */
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

/** Who awaits approval is listed, and may not be paid: members must agree first, where a policy says so. */
export type BeneficiaryStatus = "verified" | "invalid" | "awaiting_approval";

/** What a transfer needs to know of its payee. The account number stays sealed. */
export interface PayeeFacts {
  readonly beneficiaryId: string;
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
  /** Open with `openCardToken`; gone when its payment has ended. */
  readonly sealedCard: Buffer | null;
  /** Equal for equal card tokens of one merchant. */
  readonly cardIndex: Buffer | null;
  readonly status: BeneficiaryStatus;
  readonly addedAt: Date;
  /**
   * From when it may be paid, by the merchant's clock: `addedAt` unless the merchant has set a waiting time; the end
   * of time for one that awaits approval.
   */
  readonly payableAt: Date;
  readonly removedAt: Date | null;
}
