import { containsCardNumber, isAccountNumber, isCardNumber, isInlineAccountNumber, isName } from "#rails";
import { checkPaymentFields, isEmailToKeep, isNameToKeep, isPhone } from "./check-fields.ts";
import { textOf } from "./clean-details.ts";
import type { BeneficiaryInput, PayeeInput } from "./details.ts";
import type { BeneficiaryErrorCode } from "./errors.ts";
import { readMaskedCard } from "./read-masked-card.ts";

/**
 * The first thing wrong with a beneficiary's fields, in the order in which the contract lists its refusals,
 * or null. Pure: what only the database knows (ids and bank accounts taken) is not asked here.
 */
export function checkBeneficiary(input: BeneficiaryInput): BeneficiaryErrorCode | null {
  if (!isBeneId(input.beneId)) return "id_invalid";
  if (!isEmailToKeep(input.email)) return "email_invalid";
  if (!isNameToKeep(input.name)) return "name_invalid";
  if (!isPhone(input.phone)) return "phone_invalid";
  const problem = checkPaymentFields(input, { isAccount: isAccountNumber, needsAddress: true });
  if (problem !== null) return problem;
  return (
    checkCard(textOf(input.card)) ?? checkGroup(textOf(input.group)) ?? checkPurpose(textOf(input.purpose))
  );
}

/**
 * The same for one that a member adds by hand: no address is needed, and a payee of wallets alone needs no more than a
 * name and a phone number.
 */
export function checkMembersBeneficiary(input: BeneficiaryInput): BeneficiaryErrorCode | null {
  const isByPhone = [input.accountNumber, input.ifsc, input.vpa, input.card].every(
    (one) => textOf(one) === null,
  );
  if (!isBeneId(input.beneId)) return "id_invalid";
  if (!isNameToKeep(input.name)) return "name_invalid";
  if (!isPhone(input.phone)) return "phone_invalid";
  if (!(isByPhone && textOf(input.email) === null) && !isEmailToKeep(input.email)) return "email_invalid";
  return (
    checkPaymentFields(input, { isAccount: isAccountNumber, needsAddress: false }) ??
    checkCard(textOf(input.card)) ??
    checkPurpose(textOf(input.purpose))
  );
}

/**
 * The same for a beneficiary that comes with a payment (a batch row): it needs no address, and its account number
 * may be as long as that of a direct transfer. Its id is not asked for: the row may name none.
 */
export function checkPaidBeneficiary(input: PayeeInput): BeneficiaryErrorCode | null {
  if (!isEmailToKeep(input.email)) return "email_invalid";
  if (!isNameToKeep(input.name)) return "name_invalid";
  if (!isPhone(input.phone)) return "phone_invalid";
  return checkPaymentFields(input, { isAccount: isInlineAccountNumber, needsAddress: false });
}

/** The merchant's own id: at most 50 letters, digits and underscores, and no card number. */
export function isBeneId(text: string): boolean {
  if (!/^[A-Za-z0-9_]{1,50}$/.test(text)) return false;
  // Longer runs of digits are common in ids and a card's by chance only.
  return !(text.match(/\d+/g) ?? []).some((run) => run.length >= 13 && run.length <= 16 && isCardNumber(run));
}

function checkCard(card: string | null): BeneficiaryErrorCode | null {
  if (card === null) return null;
  const read = readMaskedCard(card);
  if (read === "unmasked" || containsCardNumber(card)) return "card_not_masked";
  return read === "unknown" ? "card_invalid" : null;
}

function checkPurpose(purpose: string | null): BeneficiaryErrorCode | null {
  return purpose === null || (isName(purpose) && !containsCardNumber(purpose)) ? null : "details_invalid";
}

/** There is one group for everyone. */
function checkGroup(group: string | null): BeneficiaryErrorCode | null {
  return group === null || group.toUpperCase() === "DEFAULT" ? null : "group_inactive";
}
