/** UPI error and response codes, from integrators' public maps as of November 2026. */
import type { CodeMap } from "./outcome-of-code.ts";

const NO_ANSWER = { text: "no answer in time", evidence: "UNK", reason: "NPCI_UNAVAILABLE" } as const;
const PAY_LEG = {
  text: "no answer in time on a pay leg",
  evidence: "UNK",
  reason: "NPCI_UNAVAILABLE",
} as const;
const OURS = { evidence: "NEG", reason: "BANK_GATEWAY_ERROR", otherBank: true } as const;
const CORE_OFFLINE = { evidence: "UNK", reason: "BENEFICIARY_BANK_OFFLINE" } as const;
const BENEFICIARY_OFFLINE = {
  text: "beneficiary bank is offline",
  evidence: "UNK",
  beforeDebit: "NEG",
  reason: "BENEFICIARY_BANK_OFFLINE",
} as const;
const DUPLICATE = { evidence: "UNK", reason: "BANK_GATEWAY_ERROR" } as const;
const REVERTED = { evidence: "RET", reason: "RETURNED_FROM_BENEFICIARY" } as const;

export const UPI_CODES: CodeMap = {
  "00": { text: "success", evidence: "POS" },
  "01": { text: "pending", evidence: "UNK" },
  RB: { text: "credit timed out, deemed paid", evidence: "DEEMED" },
  RR: { text: "debit reversal timed out", evidence: "UNK", alarm: true },
  RP: { text: "partial debit reversal", evidence: "UNK", alarm: true },
  BT: {
    text: "beneficiary bank unavailable",
    evidence: "UNK",
    afterDebit: "DEEMED",
    reason: "BENEFICIARY_BANK_OFFLINE",
  },
  UT: { text: "remitter bank unavailable", evidence: "UNK", reason: "BANK_GATEWAY_ERROR" },
  "21": { text: "no action taken, fully reversed", ...REVERTED },
  "32": { text: "partial reversal", evidence: "UNK", alarm: true },
  "96": { text: "reversal failed, or deemed paid", evidence: "UNK" },
  U01: { text: "duplicate request", ...DUPLICATE },
  U02: { text: "amount cap exceeded", evidence: "NEG", reason: "INVALID_AMOUNT_FAIL" },
  U03: {
    text: "net debit cap exceeded",
    evidence: "NEG",
    reason: "REINITIALIZE_TRANSFER_LATER",
    otherBank: true,
    alarm: true,
  },
  U09: NO_ANSWER,
  U20: NO_ANSWER,
  U23: NO_ANSWER,
  U16: { text: "risk threshold exceeded", evidence: "NEG", reason: "SUSPECTED_TRANSFER" },
  U17: { text: "payment service provider not registered", ...OURS },
  U28: {
    text: "payment service provider not available",
    evidence: "NEG",
    reason: "NPCI_UNAVAILABLE",
    otherBank: true,
  },
  U29: { text: "VPA could not be resolved", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  // Only a final second code says why the debit failed, and that it failed permanently.
  U30: { text: "debit failed", evidence: "UNK", reason: "BANK_GATEWAY_ERROR" },
  U31: { text: "credit failed, reversal not yet seen", evidence: "UNK", reason: "BENE_BANK_DECLINED" },
  U32: { text: "credit revert failed", evidence: "UNK", alarm: true },
  U33: { text: "debit revert failed", evidence: "UNK", alarm: true },
  U34: { text: "reverted", ...REVERTED },
  U37: { text: "reversal sent", ...REVERTED },
  U48: { text: "transaction id not present", evidence: "UNK" },
  U67: { text: "debit timed out", evidence: "UNK", reason: "BANK_GATEWAY_ERROR" },
  U68: {
    text: "credit timed out",
    evidence: "UNK",
    afterDebit: "DEEMED",
    reason: "BENEFICIARY_BANK_OFFLINE",
  },
  U69: { text: "collect request expired", evidence: "NEG", reason: "FAILED" },
  U78: BENEFICIARY_OFFLINE,
  ZJ: BENEFICIARY_OFFLINE,
  U82: PAY_LEG,
  U85: PAY_LEG,
  U87: PAY_LEG,
  U88: PAY_LEG,
  XH: { text: "remitter account does not exist", ...OURS, alarm: true },
  XI: { text: "beneficiary account does not exist", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  YE: { text: "remitter account blocked or frozen", ...OURS, alarm: true },
  YF: { text: "beneficiary account blocked or frozen", evidence: "NEG", reason: "ACCOUNT_BLOCKED" },
  ZX: { text: "remitter account inactive or dormant", ...OURS, alarm: true },
  ZY: { text: "beneficiary account inactive or dormant", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  XY: { text: "remitter bank's core system offline", ...CORE_OFFLINE, reason: "BANK_GATEWAY_ERROR" },
  XZ: { text: "beneficiary bank's core system offline", ...CORE_OFFLINE },
  Z9: { text: "our own account at the bank is short", ...OURS, alarm: true },
  Z8: { text: "per-transfer limit of our account exceeded", ...OURS },
  Z7: { text: "number of transfers of our account exceeded", ...OURS },
  Z6: { text: "number of PIN tries exceeded", ...OURS, alarm: true },
  ZM: { text: "invalid MPIN", ...OURS, alarm: true },
  ZH: { text: "invalid VPA", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  ZE: { text: "VPA restricted", evidence: "NEG", reason: "ACCOUNT_BLOCKED" },
  ZL: { text: "late response", evidence: "UNK" },
  B1: { text: "registered mobile number changed", ...OURS, alarm: true },
  B3: { text: "not permitted on our account", ...OURS, alarm: true },
  AM: { text: "MPIN not set", ...OURS, alarm: true },
  DF: { text: "duplicate RRN at the beneficiary", ...DUPLICATE },
  DT: { text: "duplicate RRN at the remitter", ...DUPLICATE },
  NO: { text: "original request missing", evidence: "UNK" },
  PS: { text: "beneficiary's balance limit exceeded", evidence: "NEG", reason: "DEST_LIMIT_REACHED" },
};
