/** Reads a customer's question about the holder of an account, VPA or phone number. */

const VERIFIABLE = ["account", "vpa", "phone"] as const;
export type Verifiable = (typeof VERIFIABLE)[number];

export interface VerificationAsk {
  readonly reference: string;
  readonly debitAccount: string;
  readonly kind: Verifiable;
  /** The account number, VPA (in lower case) or phone. */
  readonly payee: string;
  readonly ifsc: string;
}

/** Returns the question, or the name of the field that is missing or wrong. */
export function readVerification(body: string): VerificationAsk | string {
  let ask: Record<string, unknown> | null;
  try {
    ask = JSON.parse(body) as Record<string, unknown> | null;
  } catch {
    return "JSON";
  }
  if (typeof ask !== "object" || ask === null) return "JSON";
  const { reference, debitAccount, accountNumber, ifsc = "", vpa, phone } = ask;
  if (typeof reference !== "string" || reference === "" || reference.length > 64) return "reference";
  if (typeof debitAccount !== "string" || debitAccount === "") return "debitAccount";
  if (typeof ifsc !== "string") return "ifsc";
  const given = { account: accountNumber, vpa, phone };
  const kinds = VERIFIABLE.filter((kind) => typeof given[kind] === "string" && given[kind] !== "");
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) return "accountNumber, vpa or phone";
  return { reference, debitAccount, kind, payee: (given[kind] as string).toLowerCase(), ifsc };
}
