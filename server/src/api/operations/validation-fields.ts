/** Fields that the validation calls read and write alike. */
import { openAccountNumber, type ToVerify, type Verification } from "#beneficiaries";
import { ifAny, type Shown } from "#http";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { phoneRule } from "./beneficiary-fields.ts";
import { type Fields, readText } from "./fields.ts";
import type { FieldShapes, JsonSchema } from "./operation.ts";
import { ACCOUNT_LENGTH_MAX } from "./order-fields.ts";

/** In a bulk, a longer text is not stored, not even cut: its half might be half of a card number. */
export const KEPT_LENGTH_MAX = 120;

const text = (schema: JsonSchema): { schema: JsonSchema } => ({ schema: { type: "string", ...schema } });

export const accountFields: FieldShapes = {
  bankAccount: { ...text({ maxLength: ACCOUNT_LENGTH_MAX, pattern: "^[0-9A-Za-z]{6,40}$" }), required: true },
  ifsc: { ...text({ maxLength: 11, pattern: "^[A-Z]{4}0[A-Z0-9]{6}$" }), required: true },
};

export const holderFields: FieldShapes = {
  name: text({ maxLength: 100, description: "Compared with the name at the bank." }),
  phone: { schema: phoneRule().schema as JsonSchema },
};

export const remarksField: FieldShapes = {
  remarks: text({ maxLength: 25, pattern: "^[A-Za-z0-9\\s]*$" }),
};

export const matchSchemas = {
  nameMatchScore: {
    type: "integer",
    enum: [100, 85, 61, 55, 14],
    description:
      "How well the names match; absent if you gave no name, or one that cannot be compared: then compare nameAtBank.",
  },
  nameMatchResult: {
    type: "string",
    enum: ["DIRECT_MATCH", "GOOD_PARTIAL_MATCH", "MODERATE_PARTIAL_MATCH", "POOR_PARTIAL_MATCH", "NO_MATCH"],
  },
} as const satisfies Record<string, JsonSchema>;

const RESULTS: Readonly<Record<string, string>> = {
  direct_match: "DIRECT_MATCH",
  good_partial_match: "GOOD_PARTIAL_MATCH",
  moderate_match: "MODERATE_PARTIAL_MATCH",
  poor_match: "POOR_PARTIAL_MATCH",
  no_match: "NO_MATCH",
};

/** Writes how well the names agree, if two were compared. */
export function writeMatch({
  score,
  outcome,
}: Pick<Verification, "score" | "outcome">): Record<string, string | number> {
  return score === null || outcome === null
    ? {}
    : { nameMatchScore: score, nameMatchResult: RESULTS[outcome]! };
}

/** Makes the fields that say how well two names agree, where they were compared. */
export const matchFields = <From>(
  matchOf: (from: From) => Pick<Verification, "score" | "outcome"> | null,
): Readonly<Record<keyof typeof matchSchemas, Shown<From>>> => {
  const written = (from: From) => writeMatch(matchOf(from) ?? { score: null, outcome: null });
  return {
    nameMatchScore: ifAny(matchSchemas.nameMatchScore, (from) => written(from)["nameMatchScore"]),
    nameMatchResult: ifAny(matchSchemas.nameMatchResult, (from) => written(from)["nameMatchResult"]),
  };
};

/** Returns the deposit of a verification as clients know it: "0" with a name lookup. */
export const writeDeposit = ({ depositedPaise }: Verification): string =>
  depositedPaise === null || depositedPaise === 0n ? "0" : formatRupees(depositedPaise);

/** Reads the bank account of a request. A field that is not text counts as wrong as any can be. */
export function readAccount(fields: Fields): ToVerify {
  return {
    kind: "account",
    accountNumber: (readText(fields, "bankAccount") ?? "").trim().toUpperCase(),
    ifsc: (readText(fields, "ifsc") ?? "").trim().toUpperCase(),
    ...readHolder(fields),
  };
}

/** Reads the holder; an absent field is null, and one that is not text is an empty, always invalid text. */
export function readHolder(fields: Fields): Pick<ToVerify, "name" | "phone" | "remarks" | "userKey"> {
  const optional = (name: string): string | null => {
    const value = readText(fields, name);
    return value === undefined ? null : (value ?? "");
  };
  return {
    name: optional("name"),
    phone: optional("phone"),
    remarks: readText(fields, "remarks") === null ? "%" : optional("remarks"),
    userKey: optional("userId"),
  };
}

/** Opens the account number of a verification, for the merchant that gave it. */
export function accountOf(ctx: Context, merchantId: string, { sealedAccount }: Verification): string {
  return sealedAccount === null ? "" : openAccountNumber(ctx, merchantId, sealedAccount);
}
