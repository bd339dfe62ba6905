import { isInlineAccountNumber } from "#rails";
import { checkPaymentFields, isEmailToKeep, isNameToKeep, isPhone } from "./check-fields.ts";
import { textOf } from "./clean-details.ts";
import type { PayeeInput } from "./details.ts";
import type { BeneficiaryErrorCode } from "./errors.ts";

/**
 * The first thing wrong with the payee of a direct transfer or batch row, or null. More is optional than for
 * `checkBeneficiary`; which instrument the rail needs is asked where the rail is known.
 */
export function checkPayee(input: PayeeInput): BeneficiaryErrorCode | null {
  if (textOf(input.email) !== null && !isEmailToKeep(input.email)) return "email_invalid";
  if (!isNameToKeep(input.name)) return "name_invalid";
  if (textOf(input.phone) !== null && !isPhone(input.phone)) return "phone_invalid";
  return checkPaymentFields(input, { isAccount: isInlineAccountNumber });
}
