import type { TransferOrder } from "#transfers";
import type { Fate } from "./fates.ts";
import type { ModelOrder } from "./payout-model.ts";

/** Makes the order whose payee makes the banks do what the model says. */
export function makeOrder(transferKey: string, { fate, mode, amountPaise }: ModelOrder): TransferOrder {
  const details =
    mode === "upi" ? { vpa: `${fate}@upi` } : { accountNumber: ACCOUNTS[fate], ifsc: "YESB0000262" };
  const payee = { inline: { name: "Asha Rao", ...details } };
  return { transferKey, payee, amountPaise, mode, remarks: "", fundSourceId: null };
}

/** The banks' magic accounts. */
const ACCOUNTS: Readonly<Record<Fate, string>> = {
  success: "026291800001191",
  "no-account": "909090909001",
  declined: "909090909008",
  "bank-offline": "909090909006",
  "npci-down": "909090909011",
  pending: "909090909020",
  "pending-failed": "909090909021",
  never: "909090909026",
  reversed: "909090909022",
  "reversed-next-day": "909090909023",
  "late-success": "909090909027",
  "credited-later": "909090909028",
  deemed: "909090909029",
  "deemed-returned": "909090909030",
  returned: "909090909031",
  "cut-paid": "909090909032",
  "error-paid": "909090909034",
  html: "909090909036",
  "new-code": "909090909037",
  "wrong-amount": "909090909038",
  "wrong-reference": "909090909039",
  duplicate: "909090909040",
  "cut-unpaid": "909090909033",
  "error-unpaid": "909090909035",
};
