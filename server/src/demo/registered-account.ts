/** The business's own bank account: recharges count only from it, and withdrawals go only to it. */
export const REGISTERED_ACCOUNT = {
  holderName: "Demo Traders",
  accountNumber: "50200099887711",
  ifsc: "HDFC0000001",
} as const;
