/** The literals of the classic contract for the validation calls. */
import type { Group } from "./contract-transfer-literals.ts";

const unavailable = "Service temporarily unavailable. Please try again later";
const insufficient = "Insufficient balance to process this request";

export const validations: readonly Group[] = [
  {
    operations: ["validateBankDetails"],
    versions: ["v1"],
    said: {
      "200": [
        "Bank Account details verified successfully.",
        "Amount Deposited Successfully",
        "Invalid account number or ifsc provided",
      ],
      "400": [unavailable],
      "412": [insufficient],
      "422": [
        "Please provide a valid IFSC code",
        "Please provide a valid name",
        "Please provide a valid bank account",
      ],
      "520": [
        unavailable,
        "Could not verify bank account details",
        "Validation attempt failed",
        "Verification attempt failed",
      ],
    },
  },
  {
    operations: ["validateBankAccount"],
    versions: ["v1.2"],
    said: {
      "200": ["Bank Account details verified successfully.", "Invalid account number or ifsc provided"],
      "400": [unavailable],
      "412": [insufficient],
      "422": ["Please provide a valid IFSC code"],
      "520": [unavailable, "Could not verify bank account details"],
    },
  },
  {
    operations: ["asyncValidateBankDetails"],
    versions: ["v1"],
    said: { "200": ["Validation request accepted successfully"] },
  },
  {
    operations: ["bulkValidateBankDetails"],
    versions: ["v1"],
    said: {
      "200": ["Bulk Validation requested successfully. Please check later for processing status."],
      "409": ["Bulk Validation Id already exists"],
      "422": ["Mandatory parameters missing in the request."],
    },
  },
  {
    operations: ["getBulkValidationStatus"],
    versions: ["v1"],
    said: { "404": ["Bulk Validation Id does not exist"] },
  },
  {
    operations: ["validateUpiDetails"],
    versions: ["v1"],
    said: {
      "200": ["VPA verification successful"],
      "400": [unavailable],
      "412": [insufficient],
      "422": [
        "Please provide a valid name",
        "Please provide a valid Virtual Payee Address",
        "Please provide a valid UPI VPA",
        "Invalid UPI VPA provided",
      ],
      "520": ["Something went wrong", "Unknown error occurred", "Validation attempt failed"],
    },
  },
];
