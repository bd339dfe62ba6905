/** The literals of the classic contract for moving money between fund sources and out of them. */
import type { Group } from "./contract-transfer-literals.ts";

const amounts = ["Invalid amount passed.", "Invalid Amount Passed.Only 2 decimal places are allowed."];
const REMARKS = "Remarks can have only numbers, alphabets and whitespaces.";
const NOT_CONFIGURED = "Account not configured. Please reach out to account manager";

export const fundSources: readonly Group[] = [
  {
    operations: ["selfWithdrawal"],
    versions: ["v1"],
    said: {
      "200": ["Withdrawal is in process. Withdrawal Id : {id}"],
      "403": ["This feature is not available for your account."],
      "412": [
        "withdrawalId missing in the request",
        "Amount missing in the request.",
        "Not enough available balance in the account.",
      ],
      "422": [...amounts, "amount should be at least 1.0", REMARKS, NOT_CONFIGURED],
      "520": ["Transfer attempt failed at the bank.", "Unknown error occurred"],
    },
  },
  {
    operations: ["internalTransfer"],
    versions: ["v1", "v1.2"],
    said: {
      "200": ["RefId-{reference}/{account}-Internal Fund Transfer"],
      "404": ["Recharge Account not found"],
      "412": ["Amount missing in the request."],
      "422": [...amounts, "amount should be at least 1.0", NOT_CONFIGURED],
      "520": ["Unknown error occurred"],
    },
  },
  {
    operations: ["internalTransfer"],
    versions: ["v1"],
    said: {
      "409": ["Transfer Id already exists."],
      "412": ["Not enough available balance in the account."],
      "422": ["Invalid transferId passed."],
    },
  },
  {
    operations: ["internalTransfer"],
    versions: ["v1.2"],
    said: {
      "400": ["Transfer Id already exists.", "Not enough available balance in the account."],
      "422": [
        "Either one of rechargeAccount or (toPaymentInstrumentId and paymentInstrumentId) should be provided " +
          "in the request",
        "Specified paymentInstrumentId not available",
        "Please provide a valid transferId",
        REMARKS,
      ],
    },
  },
];
