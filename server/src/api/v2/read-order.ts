/** Reads one order to pay: the body of a transfer, or an entry of a batch. */
import { containsCardNumber, isCardNumberAsId, isRemarks, isTransferMode, type TransferMode } from "#rails";
import { readField, readText, type Fields } from "./fields.ts";
import { amountRefusals, readAmount } from "./read-amount.ts";
import { orderContactRefusals, payeeRefusals, readPayee, type GivenPayee } from "./read-payee.ts";
import { invalid, Refused, type Refusal, type Refusals } from "./refusals.ts";

/** An order whose fields are each valid. */
export interface GivenOrder {
  readonly transferId: string;
  readonly amountPaise: bigint;
  readonly mode: TransferMode;
  readonly remarks: string;
  readonly fundSourceId: string | null;
  readonly payee: GivenPayee;
}

export const termsRefusals = {
  transfer_id_missing: invalid("transfer_id_missing", "transfer_id is missing in the request"),
  transfer_id_invalid: invalid("transfer_id_invalid", "transfer_id should be alphanumeric"),
  transfer_id_long: invalid(
    "transfer_id_length_exceeded",
    "transfer_id : should not be more than 40 characters long",
  ),
  currency_invalid: invalid("transfer_currency_invalid", "transfer_currency should be INR"),
  mode_invalid: invalid(
    "transfer_mode_invalid",
    "transfer_mode is invalid allowed values are : bank, imps, neft, rtgs, upi, paytm, amazonpay, card and cardupi",
  ),
  mode_not_available: invalid(
    "transfer_mode_not_available",
    "transfer_mode cardupi is not available here. Pay a card by its token with card",
  ),
  remarks_invalid: invalid(
    "transfer_remarks_invalid",
    "transfer_remarks can have only numbers, alphabets and whitespaces, 70 at most",
  ),
  fundsource_invalid: invalid("fundsource_id_invalid", "fundsource_id is not available for the account"),
} as const satisfies Refusals;

/** All refusals of an order before it is handed over. */
export const orderRefusals: readonly Refusal[] = [
  ...Object.values(termsRefusals),
  ...Object.values(amountRefusals),
  ...Object.values(payeeRefusals),
  ...orderContactRefusals,
];

const TRANSFER_ID_LENGTH_MAX = 40;
const FUND_SOURCE_ID_LENGTH_MAX = 100;

/** Reads an order; `place` stands before the codes of its fields. */
export function readOrder(
  fields: Fields,
  { place, requestorId }: { place: string; requestorId: string | null },
): GivenOrder {
  const transferId = readTransferId(fields, place);
  const amountPaise = readAmount(fields, place);
  const currency = readField(fields, "transfer_currency");
  if (currency !== undefined && currency !== "INR")
    throw new Refused(termsRefusals.currency_invalid, { place });
  const mode = readMode(fields, place);
  const payee = readPayee(fields, { mode, place, requestorId });
  const remarks =
    readText(fields, "transfer_remarks", { refusal: termsRefusals.remarks_invalid, place }) ?? "";
  if (!isRemarks(remarks) || containsCardNumber(remarks))
    throw new Refused(termsRefusals.remarks_invalid, { place });
  const fundSourceId =
    readText(fields, "fundsource_id", { refusal: termsRefusals.fundsource_invalid, place }) ?? null;
  if ((fundSourceId?.length ?? 0) > FUND_SOURCE_ID_LENGTH_MAX)
    throw new Refused(termsRefusals.fundsource_invalid, { place });
  return { transferId, amountPaise, mode, remarks, fundSourceId, payee };
}

function readTransferId(fields: Fields, place: string): string {
  const wrong = { refusal: termsRefusals.transfer_id_invalid, place };
  const transferId = readText(fields, "transfer_id", wrong);
  if (transferId === undefined) throw new Refused(termsRefusals.transfer_id_missing, { place });
  if (transferId.length > TRANSFER_ID_LENGTH_MAX)
    throw new Refused(termsRefusals.transfer_id_long, { place });
  if (!/^[A-Za-z0-9_-]+$/.test(transferId) || isCardNumberAsId(transferId))
    throw new Refused(wrong.refusal, { place });
  return transferId;
}

function readMode(fields: Fields, place: string): TransferMode {
  const word = readField(fields, "transfer_mode") ?? "banktransfer";
  // The contract's message says `bank` where its fields say `banktransfer`: both are accepted.
  const mode = word === "bank" ? "banktransfer" : word;
  if (mode === "cardupi") throw new Refused(termsRefusals.mode_not_available, { place });
  if (!isTransferMode(mode)) throw new Refused(termsRefusals.mode_invalid, { place });
  return mode;
}
