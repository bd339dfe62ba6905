/** Reads a batch of orders into the one row format that fits all of them. */
import { CALL_ROWS_MAX, MIXED, type BatchOrder, type FormatName } from "#batches";
import { isBeneId } from "#beneficiaries";
import { formatRupees } from "#lib/money";
import { categoryOf, isCardNumberAsId } from "#rails";
import { readField, readText, type Fields } from "./fields.ts";
import { payeeRefusals } from "./read-payee.ts";
import { readOrder, type GivenOrder } from "./read-order.ts";
import { invalid, Refused, type Refusals } from "./refusals.ts";
import { whereTo } from "./where-to.ts";

export const batchRefusals = {
  batch_id_missing: invalid("batch_transfer_id_missing", "batch_transfer_id is missing in the request"),
  batch_id_invalid: invalid("batch_transfer_id_invalid", "batch_transfer_id should be alphanumeric"),
  batch_id_long: invalid(
    "batch_transfer_id_length_exceeded",
    "batch_transfer_id : should not be more than 60 characters long",
  ),
  transfers_missing: invalid("transfers_missing", "transfers is missing in the request"),
  transfers_invalid: invalid("transfers_invalid", "transfers should be a list of transfers"),
  too_many: invalid(
    "transfers_length_exceeded",
    `transfers : should not have more than ${CALL_ROWS_MAX} entries`,
  ),
} as const satisfies Refusals;

/** The refusals of an entry beside those of any order. */
export const entryRefusals = {
  details_beside_id: invalid(
    payeeRefusals.details_invalid.code,
    "beneficiary_details in a batch should be either beneficiary_id or the details",
  ),
  email_missing: invalid(
    "beneficiary_details.beneficiary_contact_details.beneficiary_email_missing",
    "beneficiary_email is missing in the request: a batch adds whom it pays as a beneficiary",
  ),
  phone_missing: payeeRefusals.phone_missing,
} as const satisfies Refusals;

const BATCH_ID_LENGTH_MAX = 60;

/** Returns the ID of a batch in a request. */
export function readBatchId(body: Fields): string {
  const wrong = { refusal: batchRefusals.batch_id_invalid };
  const batchId = readText(body, "batch_transfer_id", wrong);
  if (batchId === undefined) throw new Refused(batchRefusals.batch_id_missing);
  if (batchId.length > BATCH_ID_LENGTH_MAX) throw new Refused(batchRefusals.batch_id_long);
  if (!/^[A-Za-z0-9_]+$/.test(batchId) || isCardNumberAsId(batchId)) throw new Refused(wrong.refusal);
  return batchId;
}

/** The entries of a batch, as read. */
export type ReadEntries = Pick<BatchOrder, "format" | "fundSourceId" | "rows">;

/** Reads the entries; the first error in one refuses the whole batch. */
export function readEntries(body: Fields, requestorId: string | null): ReadEntries {
  const list = readField(body, "transfers");
  if (list === undefined) throw new Refused(batchRefusals.transfers_missing);
  if (!Array.isArray(list) || list.length === 0) throw new Refused(batchRefusals.transfers_invalid);
  if (list.length > CALL_ROWS_MAX) throw new Refused(batchRefusals.too_many);
  const orders = list.map((entry, index) => readEntry(entry, { place: placeOf(index), requestorId }));
  const [first] = orders;
  const { fundSourceId } = first!;
  const isOneSource = orders.every((order) => order.fundSourceId === fundSourceId);
  const format = formatOf(first!);
  const isOneKind = isOneSource && orders.every((order) => formatOf(order) === format);
  const rows = orders.map((order, index) => ({
    ...toRow(order, placeOf(index)),
    ...(isOneSource || order.fundSourceId === null ? {} : { fundSourceId: order.fundSourceId }),
  }));
  return { format: isOneKind ? format : MIXED, fundSourceId: isOneSource ? fundSourceId : null, rows };
}

const placeOf = (index: number): string => `transfers[${index}].`;

function readEntry(entry: unknown, where: { place: string; requestorId: string | null }): GivenOrder {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    throw new Refused(batchRefusals.transfers_invalid);
  return readOrder(entry as Fields, where);
}

/** Returns the format by instrument; listed beneficiaries may have any mode, and IDs that only v2 accepts. */
function formatOf({ payee, mode }: GivenOrder): FormatName {
  const { beneficiaryId } = payee;
  if (beneficiaryId !== undefined) return isBeneId(beneficiaryId) ? "BENEFICIARY_ID" : MIXED;
  const category = categoryOf(mode);
  return category === "BANK" ? "BANK_ACCOUNT" : category;
}

function toRow(order: GivenOrder, place: string): Fields {
  const { transferId, amountPaise, mode, remarks, payee } = order;
  const terms = { transferId, amount: formatRupees(amountPaise), transferMode: mode, remarks };
  const { beneficiaryId: beneId, details } = payee;
  if (beneId !== undefined) {
    if (Object.keys(whereTo(details, mode)).length > 0)
      throw new Refused(entryRefusals.details_beside_id, { place });
    return { ...terms, beneId };
  }
  const { name, phone, email, accountNumber, ifsc, vpa, cardToken } = details;
  if (cardToken !== undefined) return { ...terms, name, ...cardFields(cardToken) };
  if (email === undefined) throw new Refused(entryRefusals.email_missing, { place });
  if (phone === undefined) throw new Refused(entryRefusals.phone_missing, { place });
  return { ...terms, name, phone, email, bankAccount: accountNumber, ifsc, vpa };
}

function cardFields(card: NonNullable<GivenOrder["payee"]["details"]["cardToken"]>): Fields {
  return {
    token: card.token,
    cardType: card.kind.toUpperCase(),
    networkType: card.network?.toUpperCase(),
    cryptogram: card.cryptogram,
    tokenExpiry: card.expiry,
    tokenPANSequenceNumber: card.sequenceNumber,
  };
}
