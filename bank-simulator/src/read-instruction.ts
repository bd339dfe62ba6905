/** Reads the JSON of an instruction. A bank trusts nothing, but ignores errors in fields that it does not need. */
import { parseRupees } from "./money.ts";
import { RAILS } from "./payment.ts";
import type { Instruction, Rail } from "./payment.ts";

/** Returns the instruction, or a sentence that says what is wrong with it. */
export function readInstruction(body: string): Instruction | string {
  let asked: Record<string, unknown>;
  try {
    asked = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return "not JSON";
  }
  if (typeof asked !== "object" || asked === null) return "not a JSON object";
  const { reference, debitAccount, rail, amount } = asked;
  const beneficiary = asked["beneficiary"] as Record<string, unknown> | undefined;
  if (typeof reference !== "string" || reference === "" || reference.length > 64) return "reference";
  if (typeof debitAccount !== "string" || debitAccount === "") return "debitAccount";
  if (!RAILS.includes(rail as Rail)) return "rail";
  const amountPaise = parseRupees(amount);
  if (amountPaise === undefined) return "amount";
  if (typeof beneficiary !== "object" || beneficiary === null) return "beneficiary";
  const card = beneficiary["card"] as Record<string, unknown> | undefined;
  const payee =
    rail === "CARD" ? (card?.["token"] ?? findCard(beneficiary)) : beneficiary[PAYEE_FIELD[rail as Rail]];
  if (typeof payee !== "string" || payee === "") return `beneficiary.${PAYEE_FIELD[rail as Rail]}`;
  const ifsc = typeof beneficiary["ifsc"] === "string" ? beneficiary["ifsc"] : "";
  const requestorId = card?.["requestorId"];
  return {
    reference,
    debitAccount,
    rail: rail as Rail,
    amountPaise,
    payee: payee.toLowerCase(),
    payeeName: typeof beneficiary["name"] === "string" ? beneficiary["name"].slice(0, 100) : "",
    ifsc,
    ...(typeof requestorId === "string" ? { tokenRequestorId: requestorId } : {}),
    ...(rail === "CARD" && card === undefined ? { fromDirectory: true as const } : {}),
  };
}

/** Finds the card of a phone number in its network's directory: every number has a card with any last digits. */
function findCard(beneficiary: Record<string, unknown>): string | undefined {
  const stored = beneficiary["storedCard"] as Record<string, unknown> | undefined;
  const { network, last4 } = stored ?? {};
  const phone = beneficiary["phone"];
  if (typeof network !== "string" || typeof phone !== "string" || !/^\d{8,12}$/.test(phone)) return undefined;
  return typeof last4 === "string" && /^\d{4}$/.test(last4) ? `${network}/${phone}/${last4}` : undefined;
}

const PAYEE_FIELD: Readonly<Record<Rail, "accountNumber" | "vpa" | "phone" | "card.token">> = {
  IMPS: "accountNumber",
  NEFT: "accountNumber",
  RTGS: "accountNumber",
  CARD: "card.token",
  UPI: "vpa",
  PAYTM: "phone",
  AMAZONPAY: "phone",
};
