import { isInlineAccountNumber } from "#rails";
import { checkPaymentFields, isEmailToKeep, isNameToKeep, isPhone } from "./check-fields.ts";
import { textOf } from "./clean-details.ts";
import type { PayeeInput } from "./details.ts";
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
