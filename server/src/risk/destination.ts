/** The destination of a payment is equal for equal accounts, VPAs, phones and cards, whichever beneficiary has them. */
import { instrumentOf, isIndianMobile, type TransferMode } from "#rails";

/** The facts about a payee that rules need. */
export interface PayeeSeen {
  readonly beneficiaryId: string;
  /** Blind index of the bank account. */
  readonly accountIndex: Buffer | null;
  /** Blind index of the card token. */
  readonly cardIndex: Buffer | null;
  /** A card without a token is known by these and the phone number of its holder. */
  readonly cardLast4?: string | null;
  readonly cardNetwork?: string | null;
  /** The number of the bank account, sealed; absent where none is known. */
  readonly sealedAccount?: Buffer | null;
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

/** What of the payee a mode pays to. The database makes the same with `risk.paid_to`. */
export function destinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpaIndex !== null) return payee.vpaIndex;
  if (instrument === "phone" && payee.phoneIndex !== null) return payee.phoneIndex;
  if (instrument === "account" && payee.accountIndex !== null) return payee.accountIndex;
  if (instrument === "card" && payee.cardIndex !== null) return payee.cardIndex;
  return Buffer.from(`beneficiary:${payee.beneficiaryId}`);
}

/** The same as it stands in rows that were written before VPA and phone number were sealed, and wait to be. */
export function formerDestinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpa !== null) return Buffer.from(`vpa:${payee.vpa.toLowerCase()}`);
  if (instrument === "phone" && payee.phone !== null) return Buffer.from(`phone:${phoneKey(payee.phone)}`);
  return destinationOf(mode, payee);
}

/** A phone number without what may stand before an Indian mobile's ten digits. */
export function phoneKey(phone: string): string {
  return isIndianMobile(phone) ? phone.slice(-10) : phone;
}
