/** The literals of the classic contract for loans: those of requestTransfer, and its own. */
import type { Group } from "./contract-transfer-literals.ts";

export const lending: readonly Group[] = [
  {
    operations: ["lend"],
    versions: ["v1"],
    said: {
      "200": ["Transfer completed successfully"],
      "201": [
        "Awaiting confirmation from beneficiary bank",
        "Transfer request pending at the bank",
        "Transfer Scheduled for next working day",
      ],
      "202": ["Request received. Please check status after some time."],
      "400": [
        "BeneId missing in the request",
        "Total service charge is greater than disbursal amount",
        "Insufficient balance in LENDER fundsource",
      ],
      "403": ["This feature is not available for your account."],
      "422": ["Invalid bank account number or IFSC provided.", "amount should be at least 1.0"],
    },
  },
];
