/** The destination of a payment is equal for equal accounts, VPAs, phones and cards, whichever beneficiary has them. */
import { type BankAccount, instrumentOf, isIndianMobile, type TransferMode } from "#rails";

/** The facts about a payee that rules need. */
export interface PayeeSeen {
  readonly beneficiaryId: string;
  /** The bank account in clear, where it is not read from a row. */
  readonly account?: BankAccount;
  /** Blind index of the bank account. */
  readonly accountIndex: Buffer | null;
  /** Blind index of the card token. */
  readonly cardIndex: Buffer | null;
  /** A card without a token is known by these and the phone number of its holder. */
  readonly cardLast4?: string | null;
  readonly cardNetwork?: string | null;
  /** The sealed number of the bank account; absent if none is known. */
  readonly sealedAccount?: Buffer | null;
  /** The end of that number, if it is read without opening the number. */
  readonly accountLast4?: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  /** Blind index of the account that the VPA names. */
  readonly vpaAccountIndex?: Buffer | null;
  /** Keyed indexes of VPA and phone number. */
  readonly vpaIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly addedAt: Date;
}

/** Returns the destination of payments to a payee by a mode. The database computes the same in `risk.paid_to`. */
export function destinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpaIndex !== null) return payee.vpaIndex;
  if (instrument === "phone" && payee.phoneIndex !== null) return payee.phoneIndex;
  if (instrument === "account" && payee.accountIndex !== null) return payee.accountIndex;
  if (instrument === "card" && payee.cardIndex !== null) return payee.cardIndex;
  return Buffer.from(`beneficiary:${payee.beneficiaryId}`);
}

/** Returns the destination as it is in rows from before VPAs and phone numbers were sealed, until they are. */
export function formerDestinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpa !== null) return Buffer.from(`vpa:${payee.vpa.toLowerCase()}`);
  if (instrument === "phone" && payee.phone !== null) return Buffer.from(`phone:${phoneKey(payee.phone)}`);
  return destinationOf(mode, payee);
}

/** Removes the prefix before the ten digits of an Indian mobile number. */
export function phoneKey(phone: string): string {
  return isIndianMobile(phone) ? phone.slice(-10) : phone;
}
