/** IMPS response codes (ISO 8583 style), from integrators' public maps as of November 2026. */
import type { CodeMap } from "./outcome-of-code.ts";

const NOT_PROCESSED = {
  text: "could not be processed",
  evidence: "UNK",
  reason: "BANK_GATEWAY_ERROR",
} as const;
const NO_NPCI = { text: "no connectivity with NPCI", evidence: "UNK", reason: "NPCI_UNAVAILABLE" } as const;

export const IMPS_CODES: CodeMap = {
  "00": { text: "success", evidence: "POS" },
  // Since 20 November 2013 a time-out at the beneficiary's bank is deemed paid and settled.
  "08": {
    text: "beneficiary bank's node is offline",
    evidence: "UNK",
    afterDebit: "DEEMED",
    reason: "BENEFICIARY_BANK_OFFLINE",
  },
  "91": {
    text: "time-out at the beneficiary bank",
    evidence: "UNK",
    afterDebit: "DEEMED",
    reason: "BENEFICIARY_BANK_OFFLINE",
  },
  "92": { text: "invalid IFSC, NBIN or MMID", evidence: "NEG", reason: "INVALID_IFSC_FAIL" },
  "86": { text: "invalid NBIN", evidence: "NEG", reason: "INVALID_IFSC_FAIL" },
  M0: {
    text: "verified, but the credit failed; a reversal is due",
    evidence: "UNK",
    reason: "BENE_BANK_DECLINED",
  },
  M1: {
    text: "invalid account number, MMID or IFSC",
    evidence: "NEG",
    reason: "INVALID_BENE_ACCOUNT_OR_IFSC",
  },
  M2: { text: "amount limit exceeded", evidence: "NEG", reason: "INVALID_AMOUNT_FAIL" },
  M3: { text: "account blocked or frozen", evidence: "NEG", reason: "ACCOUNT_BLOCKED" },
  M4: { text: "NRE account, or foreign inward not enabled", evidence: "NEG", reason: "NRE_ACCOUNT_FAIL" },
  M5: { text: "account closed", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  M6: {
    text: "limit exceeded for the member bank",
    evidence: "NEG",
    reason: "REINITIALIZE_TRANSFER_LATER",
    otherBank: true,
  },
  M7: { text: "not permitted for this account", evidence: "NEG", reason: "INVALID_OR_NO_SUCH_ACCOUNT_TYPE" },
  M8: { text: "limit of this account exceeded", evidence: "NEG", reason: "DEST_LIMIT_REACHED" },
  MP: { text: "function not supported by the bank", evidence: "NEG", reason: "IMPS_MODE_FAIL" },
  "12": NOT_PROCESSED,
  "20": NOT_PROCESSED,
  "96": NOT_PROCESSED,
  "06": NOT_PROCESSED,
  "80": NOT_PROCESSED,
  "01": NOT_PROCESSED,
  "22": NOT_PROCESSED,
  "307": NOT_PROCESSED,
  "13": { text: "invalid amount", evidence: "NEG", reason: "INVALID_AMOUNT_FAIL" },
  "30": { text: "format error", evidence: "NEG", reason: "BANK_GATEWAY_ERROR", otherBank: true },
  "52": { text: "invalid account", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  "57": { text: "not permitted", evidence: "NEG", reason: "BENE_BANK_DECLINED" },
  "65": { text: "number of transfers exceeded", evidence: "NEG", reason: "DEST_LIMIT_REACHED" },
  "51": {
    text: "our own account at the bank is short",
    evidence: "NEG",
    reason: "BANK_GATEWAY_ERROR",
    otherBank: true,
    alarm: true,
  },
  "90": {
    text: "cut-off in progress",
    evidence: "UNK",
    beforeDebit: "NEG",
    reason: "REINITIALIZE_TRANSFER_LATER",
    otherBank: true,
  },
  // A duplicate means that an earlier one exists, but not how that one ended.
  "94": { text: "duplicate", evidence: "UNK", reason: "BANK_GATEWAY_ERROR" },
  N0: NO_NPCI,
  NC: NO_NPCI,
  EREV: { text: "reversed to the remitter", evidence: "RET", reason: "RETURNED_FROM_BENEFICIARY" },
};
