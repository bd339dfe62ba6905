/** Reads a batch of orders into the one row format that fits all of them. */
import { CALL_ROWS_MAX, MIXED, type BatchOrder, type FormatName } from "#batches";
import { isBeneId } from "#beneficiaries";
import { formatRupees } from "#lib/money";
import { categoryOf, isCardNumberAsId } from "#rails";
import type { Caller } from "#access";
import { type Problem, readingRule, refusing, together } from "#http";
import { orderFields, orderOf, type GivenOrder, whereTo } from "./order-fields.ts";
import { payeeRefusals } from "./read-payee.ts";
import { invalid, type V2Refusals } from "./refusals.ts";
import type { Fields } from "#http";
import { publish, readFields, textRule } from "./rules.ts";

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
} as const satisfies V2Refusals;

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
} as const satisfies V2Refusals;

const BATCH_ID_LENGTH_MAX = 60;

/** The entries of a batch, as read. */
type ReadEntries = Pick<BatchOrder, "format" | "fundSourceId" | "rows">;

const batchIdRule = textRule(
  { minLength: 1, maxLength: BATCH_ID_LENGTH_MAX, pattern: "^[A-Za-z0-9_]+$" },
  (text) => {
    if (text.length > BATCH_ID_LENGTH_MAX) return { problem: "too_long" };
    return /^[A-Za-z0-9_]+$/.test(text) && !isCardNumberAsId(text) ? text : { problem: "wrong" };
  },
);

const listRule = readingRule<readonly unknown[]>(
  {
    type: "array",
    maxItems: CALL_ROWS_MAX,
    items: publish(orderFields),
    description: "1 to 500 transfers.",
  },
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return { problem: "wrong" };
    return value.length > CALL_ROWS_MAX ? { problem: "too_many" } : { value };
  },
);

export const batchFields = {
  batch_transfer_id: refusing(batchIdRule, {
    missing: "batch_id_missing",
    too_long: "batch_id_long",
    wrong: "batch_id_invalid",
  }),
  entries: together(
    {
      transfers: refusing(listRule, {
        missing: "transfers_missing",
        too_many: "too_many",
        wrong: "transfers_invalid",
      }),
    },
    ({ transfers }, caller: Caller) => readEntries(transfers, caller),
  ),
} as const;

/** Reads the entries; the first error in one refuses the whole batch. */
function readEntries(list: readonly unknown[], caller: Caller): { readonly value: ReadEntries } | Problem {
  const orders: GivenOrder[] = [];
  for (const entry of list) {
    const read = readEntry(entry, caller);
    if (read === null) return { problem: "transfers_invalid" satisfies keyof typeof batchRefusals };
    if ("problem" in read) return { ...read, place: `transfers[${orders.length}].` };
    orders.push(read.order);
  }
  const [first] = orders;
  const { fundSourceId } = first!;
  const isOneSource = orders.every((order) => order.fundSourceId === fundSourceId);
  const format = formatOf(first!);
  const isOneKind = isOneSource && orders.every((order) => formatOf(order) === format);
  const rows: Fields[] = [];
  for (const order of orders) {
    const row = toRow(order);
    if (typeof row === "string") return { problem: row, place: `transfers[${rows.length}].` };
    const own = isOneSource || order.fundSourceId === null ? {} : { fundSourceId: order.fundSourceId };
    rows.push({ ...row, ...own });
  }
  return {
    value: { format: isOneKind ? format : MIXED, fundSourceId: isOneSource ? fundSourceId : null, rows },
  };
}

/** Reads an entry. Null means that it is no object. */
function readEntry(entry: unknown, caller: Caller): { readonly order: GivenOrder } | Problem | null {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return null;
  const read = readFields(orderFields, entry as Fields, caller);
  return "problem" in read ? read : { order: orderOf(read.values) };
}

/** Returns the format by instrument; listed beneficiaries may have any mode, and IDs that only v2 accepts. */
function formatOf({ payee, mode }: GivenOrder): FormatName {
  const { beneficiaryId } = payee;
  if (beneficiaryId !== undefined) return isBeneId(beneficiaryId) ? "BENEFICIARY_ID" : MIXED;
  const category = categoryOf(mode);
  return category === "BANK" ? "BANK_ACCOUNT" : category;
}

/** Returns the row of a batch, or the refusal of what an entry must have beside those of any order. */
function toRow(order: GivenOrder): Fields | keyof typeof entryRefusals {
  const { transferId, amountPaise, mode, remarks, payee } = order;
  const terms = { transferId, amount: formatRupees(amountPaise), transferMode: mode, remarks };
  const { beneficiaryId: beneId, details } = payee;
  if (beneId !== undefined) {
    if (Object.keys(whereTo(details, mode)).length > 0) return "details_beside_id";
    return { ...terms, beneId };
  }
  const { name, phone, email, accountNumber, ifsc, vpa, cardToken } = details;
  if (cardToken !== undefined) return { ...terms, name, ...cardFields(cardToken) };
  if (email === undefined) return "email_missing";
  if (phone === undefined) return "phone_missing";
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
