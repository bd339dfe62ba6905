import {
  containsCardNumber,
  isCardNumberAsId,
  isIfsc,
  isInlineAccountNumber,
  isRemarks,
  isVpaToKeep,
  judgeIfsc,
} from "#rails";
import { isNameToKeep, isPhone } from "./check-fields.ts";
import type { ToVerify, VerificationErrorCode } from "./verification.ts";

const REMARKS_LENGTH_MAX = 25;

/** Returns the first fault in the subject of a verification, or null. Pure. */
export function checkToVerify(subject: ToVerify): VerificationErrorCode | null {
  const { name, phone, remarks, userKey } = subject;
  if (name !== null && !isNameToKeep(name)) return "name_invalid";
  if (phone !== null && !isPhone(phone)) return "phone_invalid";
  if (subject.kind === "vpa" && !isVpaToKeep(subject.vpa)) return "vpa_invalid";
  if (subject.kind === "account") {
    if (!isInlineAccountNumber(subject.accountNumber)) return "account_invalid";
    if (!mayBeAsked(subject.ifsc)) return "ifsc_invalid";
  }
  if (remarks !== null && !isRemarksToKeep(remarks)) return "remarks_invalid";
  if (userKey === null) return null;
  return /^\w{1,40}$/.test(userKey) && !isCardNumberAsId(userKey) ? null : "user_key_invalid";
}

/** A bank knows its new branches before any list does, so codes of known banks may be asked about. */
function mayBeAsked(ifsc: string): boolean {
  if (!isIfsc(ifsc)) return false;
  const problem = judgeIfsc(ifsc);
  return problem === null || (problem.kind === "unlisted" && problem.isBankKnown);
}

const isRemarksToKeep = (remarks: string): boolean =>
  remarks.length <= REMARKS_LENGTH_MAX && isRemarks(remarks) && !containsCardNumber(remarks);
