import { containsCardNumber, isAccountNumber, isCardNumberAsId, isInlineAccountNumber, isName } from "#rails";
import { readMaskedCard } from "./cards.ts";
import { checkPaymentFields, isEmailToKeep, isNameToKeep, isPhone, textOf } from "./fields.ts";
import type { BeneficiaryInput, PayeeInput } from "./details.ts";
import type { BeneficiaryErrorCode } from "./errors.ts";

/**
 * Returns the first fault in the payee of a direct transfer or batch row, or null. More is optional than for
 * `checkBeneficiary`; the instrument that the rail needs is checked once the rail is known.
 */
export function checkPayee(input: PayeeInput): BeneficiaryErrorCode | null {
  if (textOf(input.email) !== null && !isEmailToKeep(input.email)) return "email_invalid";
  if (!isNameToKeep(input.name)) return "name_invalid";
  if (textOf(input.phone) !== null && !isPhone(input.phone)) return "phone_invalid";
  return checkPaymentFields(input, { isAccount: isInlineAccountNumber });
}

/**
 * Returns the first fault in a beneficiary's fields, in the order in which the contract lists its refusals, or null. An
 * address is not required, and a payee who is paid only to wallets needs nothing but a phone number. This function is
 * pure, so it does not check whether an ID or bank account is already taken.
 */
export function checkBeneficiary(input: BeneficiaryInput): BeneficiaryErrorCode | null {
  if (!isBeneId(input.beneId)) return "id_invalid";
  const problem = checkContact(input) ?? checkPaymentFields(input, { isAccount: isAccountNumber });
  if (problem !== null) return problem;
  return (
    checkCard(textOf(input.card)) ?? checkGroup(textOf(input.group)) ?? checkPurpose(textOf(input.purpose))
  );
}

/**
 * Checks a beneficiary that comes with a payment (a batch row): its account number may be as long as in a
 * direct transfer. Its id is not checked, because the row may not have one.
 */
export function checkPaidBeneficiary(input: PayeeInput): BeneficiaryErrorCode | null {
  return checkContact(input) ?? checkPaymentFields(input, { isAccount: isInlineAccountNumber });
}

/** Name and e-mail may be missing if only the phone number identifies the payee, as for a wallet. */
function checkContact(
  input: PayeeInput & { readonly card?: string | undefined },
): BeneficiaryErrorCode | null {
  const { accountNumber, ifsc, vpa, card, email, name } = input;
  const isToWallet = [accountNumber, ifsc, vpa, card].every((one) => textOf(one) === null);
  const mayMiss = (text: string | undefined): boolean => isToWallet && textOf(text) === null;
  if (!mayMiss(email) && !isEmailToKeep(email)) return "email_invalid";
  if (!mayMiss(name) && !isNameToKeep(name)) return "name_invalid";
  return isPhone(input.phone) ? null : "phone_invalid";
}

/** The merchant's own id: at most 50 letters, digits and underscores, and not a card number. */
export const isBeneId = (text: string): boolean =>
  /^[A-Za-z0-9_]{1,50}$/.test(text) && !isCardNumberAsId(text);

function checkCard(card: string | null): BeneficiaryErrorCode | null {
  if (card === null) return null;
  const read = readMaskedCard(card);
  if (read === "unmasked" || containsCardNumber(card)) return "card_not_masked";
  return read === "unknown" ? "card_invalid" : null;
}

function checkPurpose(purpose: string | null): BeneficiaryErrorCode | null {
  return purpose === null || (isName(purpose) && !containsCardNumber(purpose)) ? null : "details_invalid";
}

/** There is only one group. */
function checkGroup(group: string | null): BeneficiaryErrorCode | null {
  return group === null || group.toUpperCase() === "DEFAULT" ? null : "group_inactive";
}
