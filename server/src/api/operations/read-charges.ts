/** The service charges of a loan, which are deducted from its amount before it is disbursed. */
import type { ServiceCharge } from "#lending";
import { parseRupees } from "#lib/money";
import { containsCardNumber } from "#rails";
import { amountSchemaOf, ruleOf } from "./classic-rules.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { JsonSchema } from "./operation.ts";

const CHARGES_MAX = 20;
const NAME_LENGTH_MAX = 50;

const schema: JsonSchema = {
  type: "array",
  maxItems: CHARGES_MAX,
  description:
    `What is deducted from the amount: up to ${CHARGES_MAX} charges with names of your choice, or an empty list. ` +
    "The charge named `LENDER` goes to the lender, all others to you.",
  items: {
    type: "object",
    properties: {
      key: { type: "string", minLength: 1, maxLength: NAME_LENGTH_MAX },
      value: amountSchemaOf(0, "Rupees, at most two decimals; a string or a number."),
    },
    required: ["key", "value"],
  },
};

/**
 * The charges of a loan. A list given as a text is read too, and an entry with neither name nor value is left
 * out: the contract's own sample has both.
 */
export const serviceChargesRule = ruleOf(schema, readCharges);

function readCharges(given: unknown): ServiceCharge[] | null {
  const list = readList(given);
  if (list === null || list.length > CHARGES_MAX) return null;
  const charges: ServiceCharge[] = [];
  for (const one of list) {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return null;
    const fields = one as Fields;
    if (readField(fields, "key") === undefined && readField(fields, "value") === undefined) continue;
    const charge = readCharge(fields);
    if (charge === null) return null;
    charges.push(charge);
  }
  return charges;
}

function readList(given: unknown): unknown[] | null {
  if (typeof given !== "string") return Array.isArray(given) ? given : null;
  try {
    const parsed: unknown = JSON.parse(given);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    // A text that is not JSON is not a list.
    return null;
  }
}

function readCharge(fields: Fields): ServiceCharge | null {
  const name = readText(fields, "key");
  const amountPaise = parseRupees(readField(fields, "value"));
  if (typeof name !== "string" || name.length > NAME_LENGTH_MAX || containsCardNumber(name)) return null;
  return typeof amountPaise === "bigint" ? { name, amountPaise } : null;
}
