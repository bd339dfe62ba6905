/** The fields of a batch and of its rows in one call, and of the answer about them. */
import {
  type BatchDescription,
  type BatchRow,
  CALL_ROWS_MAX,
  FIELD_LENGTHS,
  FORMAT_NAMES,
  FORMATS,
} from "#batches";
import { WALLET_ID } from "#fund-sources";
import {
  ifAny,
  type JsonSchema,
  listOfShown,
  optional,
  outputOf,
  readingRule,
  refusing,
  shown,
  withDefault,
} from "#http";
import { formatRupees, parseRupees } from "#lib/money";
import { istText } from "#lib/ist";
import { explainLate } from "#transfers";
import { momentToCome, NOT_PROCESSED, positive, text, transferStatus } from "./answers.ts";
import { cardSchemas } from "./card-pay.ts";
import { AMOUNT_SCHEMA, flagRule, idText, wordRule } from "./classic-rules.ts";
import { since12 } from "./declare-classic.ts";
import type { DataShape, Version } from "./operation.ts";
import { modeRule, payingSourceRule } from "./order-fields.ts";

const textOf = (maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  maxLength,
  ...(description === undefined ? {} : { description }),
});

/** The formats in which a batch of transfers may be given. */
const TRANSFER_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].kind === "transfers");

const rowSchema: JsonSchema = {
  type: "object",
  description:
    "BENEFICIARY_ID requires `beneId`; BANK_ACCOUNT requires `bankAccount`, `ifsc`, `name`, `email` and `phone`; " +
    "UPI requires `vpa` in place of the account; PAYTM and AMAZONPAY require `name`, `email` and `phone`; CARD " +
    "requires `token` and `cardType`, by the rules of cardpay.",
  properties: {
    transferId: textOf(
      FIELD_LENGTHS.transferId,
      "Your ID for the transfer: letters, digits, hyphens and underscores.",
    ),
    amount: AMOUNT_SCHEMA,
    transferMode: modeRule.schema,
    remarks: textOf(FIELD_LENGTHS.remarks, "Letters, digits and spaces."),
    beneId: textOf(FIELD_LENGTHS.beneId),
    name: textOf(FIELD_LENGTHS.name),
    email: textOf(FIELD_LENGTHS.email),
    phone: textOf(
      FIELD_LENGTHS.phone,
      "8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.",
    ),
    bankAccount: textOf(FIELD_LENGTHS.bankAccount),
    ifsc: textOf(FIELD_LENGTHS.ifsc),
    vpa: textOf(FIELD_LENGTHS.vpa),
    ...cardSchemas,
  },
  required: ["transferId", "amount"],
};

/** The rows of a batch: each row is judged for itself, later. */
const rowsRule = readingRule<readonly unknown[]>(
  { type: "array", maxItems: CALL_ROWS_MAX, items: rowSchema, description: "1 to 500 rows." },
  (rows) => {
    if (!Array.isArray(rows)) return { problem: "wrong" };
    if (rows.length === 0) return { problem: "empty" };
    return rows.length > CALL_ROWS_MAX ? { problem: "too_many" } : { value: rows };
  },
);

/** The body of requestBatchTransfer. */
export const batchBody = {
  batchTransferId: refusing(idText({ min: 1, max: 60, pattern: "^[A-Za-z0-9_]+$" }), {
    missing: "batch_id_missing",
    wrong: "batch_id_invalid",
  }),
  batchFormat: refusing(wordRule(TRANSFER_FORMATS), { missing: "format_missing", wrong: "format_invalid" }),
  deleteBene: refusing(
    withDefault(
      flagRule(
        "1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on " +
          "BENEFICIARY_ID and CARD.",
      ),
      false,
    ),
    { wrong: "parameters_missing" },
  ),
  batch: refusing(rowsRule, {
    missing: "parameters_missing",
    empty: "rows_missing",
    too_many: "too_many_rows",
    wrong: "parameters_missing",
  }),
  paymentInstrumentId: since12(refusing(optional(payingSourceRule), { wrong: "fund_source_not_available" })),
} as const;

export const batchExample = (version: Version): Readonly<Record<string, unknown>> => ({
  batchTransferId: "SALARIES_2026_11",
  batchFormat: "BANK_ACCOUNT",
  deleteBene: 1,
  ...(version === "v1.2" ? { paymentInstrumentId: "WALLET_1" } : {}),
  batch: [
    {
      transferId: "SALARY_2026_11_001",
      amount: "12.00",
      phone: "9999999999",
      bankAccount: "00011020001772",
      ifsc: "HDFC0000001",
      email: "asha@example.com",
      name: "Asha Rao",
    },
  ],
});

/** Within 32 bits, since typed clients read it into an int. */
export const batchReferenceId: JsonSchema = { type: "integer", minimum: 0, maximum: 2_147_483_647 };

/** Explains the late payment of a row that had failed. */
export const lateSchema: JsonSchema = {
  ...text,
  description: "For a row that failed and was paid later: what happened to the money, and what to do.",
};

export const batchTaken = outputOf<{ readonly referenceId: number }>({
  referenceId: shown(batchReferenceId, ({ referenceId }) => referenceId),
});

export const batchAcceptanceData: DataShape = {
  schema: batchTaken.schema,
  examples: { accepted: { referenceId: 1594 }, received: { referenceId: 1594 } },
};

interface RowToWrite {
  readonly row: BatchRow;
  readonly batch: BatchDescription;
}

const PAID = new Set(["SUCCESS", "REVERSED"]);
const lateOf = ({ transfer }: BatchRow): string | null => explainLate(transfer?.reason ?? null);

/** Returns the amount of a row; 0 if it is none, because clients read a number here. */
function amountOf({ transfer, fields }: BatchRow): bigint {
  if (transfer !== null) return transfer.amountPaise;
  const amount = parseRupees(fields.amount);
  return typeof amount === "bigint" ? amount : 0n;
}

const statusRow = outputOf<RowToWrite>({
  transferId: shown(text, ({ row }) => row.fields.transferId ?? ""),
  beneId: shown(text, ({ row }) => row.beneId ?? row.fields.beneId ?? ""),
  referenceId: shown({ ...batchReferenceId, description: "0 until there is a transfer." }, ({ row }) =>
    Number(row.transfer?.referenceId ?? 0n),
  ),
  bankAccount: shown(
    text,
    ({ row }) => row.transfer?.beneficiary.bankAccount ?? row.fields.bankAccount ?? "",
  ),
  ifsc: shown(text, ({ row }) => row.transfer?.beneficiary.ifsc ?? row.fields.ifsc ?? ""),
  amount: shown(text, ({ row }) => formatRupees(amountOf(row))),
  remarks: shown(text, ({ row }) => row.fields.remarks ?? ""),
  status: shown(transferStatus, ({ row }) => row.status),
  utr: shown(text, ({ row }) =>
    PAID.has(row.status) || lateOf(row) !== null ? (row.transfer?.utr ?? "") : "",
  ),
  addedOn: shown(momentToCome, ({ row, batch }) => istText(row.transfer?.acceptedAt ?? batch.createdAt)),
  processedOn: shown(momentToCome, ({ row }) => {
    const finishedAt = row.transfer?.finishedAt ?? null;
    return finishedAt === null ? NOT_PROCESSED : istText(finishedAt);
  }),
  failureReason: ifAny(
    { ...text, description: "Why the row was rejected, failed or was reversed." },
    ({ row }) => row.failureReason ?? undefined,
  ),
  description: ifAny(lateSchema, ({ row }) => lateOf(row) ?? undefined),
});

interface BatchToWrite {
  readonly batch: BatchDescription;
  readonly rows: readonly BatchRow[];
  readonly version: Version;
}

export const batchStatus = outputOf<BatchToWrite>({
  rowCount: shown(positive, ({ batch }) => batch.rowCount),
  referenceId: shown(batchReferenceId, ({ batch }) => batch.referenceId),
  paymentInstrumentId: ifAny(
    { ...text, description: "The fund source that pays; in v1.2." },
    ({ batch, rows, version }) => {
      if (version === "v1") return undefined;
      const paid = rows.find(({ transfer }) => transfer !== null)?.transfer;
      return batch.fundSourceId ?? paid?.fundSourceId ?? WALLET_ID;
    },
  ),
  transfers: listOfShown(statusRow, ({ batch, rows }) => rows.map((row) => ({ row, batch }))),
});

export const batchStatusData: DataShape = {
  schema: batchStatus.schema,
  examples: {
    found: {
      rowCount: 1,
      referenceId: 1594,
      transfers: [
        {
          transferId: "SALARY_2026_11_001",
          beneId: "9999999999_1636419207",
          referenceId: 10023,
          bankAccount: "00011020001772",
          ifsc: "HDFC0000001",
          amount: "12.00",
          remarks: "",
          status: "SUCCESS",
          utr: "632512345678",
          addedOn: "2026-11-21 11:43:20",
          processedOn: "2026-11-21 11:43:21",
        },
      ],
    },
  },
};
