/** The fields of a statement, as published. */
import type { JsonSchema } from "./operation.ts";

const text: JsonSchema = { type: "string" };
const rupees: JsonSchema = { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2}$" };

const fundSource = {
  paymentInstrumentId: text,
  name: text,
  balance: rupees,
  availableBalance: rupees,
  overdraftLimit: rupees,
  lowBalanceThreshold: rupees,
  notifyLowBalance: { type: "integer", enum: [0, 1] },
} as const satisfies Record<string, JsonSchema>;

const entry = {
  eventTime: { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$" },
  amount: { ...rupees, description: "The amount without charges." },
  charges: { ...rupees, description: "Fee and tax included in `debit` or `credit`." },
  debit: rupees,
  credit: rupees,
  balance: { ...rupees, description: "The available balance right after this entry." },
  transferId: {
    type: "string",
    description: "Your ID of the transfer or withdrawal; empty if there is none.",
  },
  referenceId: { type: "string", pattern: "^[0-9]*$" },
  utr: text,
  remarks: text,
} as const satisfies Record<string, JsonSchema>;

/** Returns the schema of a statement whose entries are of these types. */
export function statementSchema(types: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: {
      fundSource: {
        type: "object",
        properties: {
          ...fundSource,
          accountNumber: {
            type: "string",
            description:
              "Money sent to this account is added to the fund source; absent if it has no bank account.",
          },
          ifsc: { type: "string", pattern: "^[A-Z]{4}0[A-Z0-9]{6}$" },
          lastRecharge: rupees,
          lastWithdrawal: rupees,
          lastInternalTransfer: rupees,
        },
        required: Object.keys(fundSource),
      },
      openingBalance: rupees,
      closingBalance: rupees,
      totalEntries: { type: "integer", minimum: 0 },
      entries: {
        type: "array",
        items: {
          type: "object",
          properties: { ...entry, type: { type: "string", enum: types } },
          required: [...Object.keys(entry), "type"],
        },
      },
    },
    required: ["fundSource", "openingBalance", "closingBalance", "totalEntries", "entries"],
  };
}
