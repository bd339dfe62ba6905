// The errors that store a transfer and so use up its ID (decisions/0007). Their messages come from the contract.
import { errorCatalogue } from "./from-the-engine.ts";

/** The stored status and the remedy of each error, by the name that the contract has for it. */
const stored = {
  insufficient_balance: ["FAILED", "Add funds, then retry with a new ID."],
  account_limit_exceeded: ["REJECTED", "Wait for the limit to reset or raise it, then retry with a new ID."],
  beneficiary_limit_exceeded: [
    "REJECTED",
    "Wait for the limit to reset or raise it, then retry with a new ID.",
  ],
  beneficiary_not_allowed: [
    "REJECTED",
    "Unblock the payee, or check which rule applied. Then retry with a new ID.",
  ],
  attempt_failed: ["FAILED", "Check the transfer's reason, then retry with a new ID."],
  invalid_ifsc: [
    "FAILED",
    "Stored only if the bank refused the IFSC. Get the status before you reuse the ID.",
  ],
  invalid_account_or_ifsc: ["FAILED", "Correct the details, then retry with a new ID."],
  paytm_failed: ["FAILED", "Choose another payment mode and a new ID."],
} as const;

interface StoredRefusal {
  message: string;
  /** The codes by version of the call, such as "412 (v1), 400 (v1.2)". */
  codes: string;
  status: "REJECTED" | "FAILED";
  remedy: string;
}

export const storedRefusals: StoredRefusal[] = Object.entries(stored).map(([name, [status, remedy]]) => {
  const said = errorCatalogue.filter(
    ({ operation, names }) => operation === "requestTransfer" && names.includes(name),
  );
  const [first] = said;
  if (!first) throw new Error(`The contract has no refusal ${name} of requestTransfer`);
  const codes = said.map(({ subCode, version }) => `${subCode} (${version})`).join(", ");
  return { message: first.message, codes, status, remedy };
});
