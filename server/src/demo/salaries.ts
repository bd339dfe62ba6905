import { formatRupees } from "#lib/money";
import { STAFF } from "./trade.ts";

/** The ids of a batch of salaries' transfers. */
export const salaryKeys = (batchKey: string): string[] =>
  STAFF.map((_, at) => `${batchKey}-${String(at + 1).padStart(2, "0")}`);

/** Salaries of half a month; one account was closed, and one IFSC is not whole. */
export function salaryRows(batchKey: string): Record<string, string>[] {
  const transferKeys = salaryKeys(batchKey);
  return STAFF.map(({ name, bankAccount, ifsc }, at) => ({
    transferId: transferKeys[at]!,
    amount: formatRupees(BigInt(14_500 + ((at * 3_371) % 21_000)) * 100n),
    name,
    phone: "9876501234",
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
    bankAccount,
    ifsc: at === 7 && batchKey.includes("first") ? ifsc.slice(0, -2) : ifsc,
    remarks: "Salary",
  }));
}
