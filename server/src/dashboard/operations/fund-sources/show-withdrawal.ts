import { formatRupees } from "#lib/money";
import type { Withdrawal } from "#withdrawals";

/** A withdrawal as the dashboard shows it. */
export function showWithdrawal({ withdrawalKey, amountPaise, ...rest }: Withdrawal) {
  return { ...rest, key: withdrawalKey, amount: formatRupees(amountPaise) };
}
