import {
  containsCardNumber,
  isCardNumberAsId,
  isIfsc,
  isInlineAccountNumber,
  isRemarks,
  isVpa,
  lookUpIfsc,
} from "#rails";
import { isNameToKeep, isPhone } from "./check-fields.ts";
import type { VerificationErrorCode } from "./verification-errors.ts";
import type { ToVerify } from "./verification.ts";

const REMARKS_LENGTH_MAX = 25;

/** The first thing wrong with what a verification is to be about, or null. Pure. */
export function checkToVerify(subject: ToVerify): VerificationErrorCode | null {
  const { name, phone, remarks, userKey } = subject;
  if (name !== null && !isNameToKeep(name)) return "name_invalid";
  if (phone !== null && !isPhone(phone)) return "phone_invalid";
  if (subject.kind === "vpa" && !isVpa(subject.vpa)) return "vpa_invalid";
  if (subject.kind === "account") {
    if (!isInlineAccountNumber(subject.accountNumber)) return "account_invalid";
    if (!isOfKnownBank(subject.ifsc)) return "ifsc_invalid";
  }
  if (remarks !== null && !isRemarksToKeep(remarks)) return "remarks_invalid";
  if (userKey === null) return null;
  return /^\w{1,40}$/.test(userKey) && !isCardNumberAsId(userKey) ? null : "user_key_invalid";
}

/** New branches come every fortnight; a bank that nobody has heard of is none. */
function isOfKnownBank(ifsc: string): boolean {
  if (!isIfsc(ifsc)) return false;
  const facts = lookUpIfsc(ifsc);
  return facts !== null && (facts.valid || facts.bankName !== null);
}

const isRemarksToKeep = (remarks: string): boolean =>
  remarks.length <= REMARKS_LENGTH_MAX && isRemarks(remarks) && !containsCardNumber(remarks);
