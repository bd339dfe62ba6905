/** Bank accounts as people type and paste them; whether a bank can pay to one is for the verb to say. */
import { text, type Rule } from "#http";
import { withoutSeparators } from "#lib/account-text";

/** A text whose blanks and hyphens mean nothing, such as "5010 0000 0001" and " HDFC-0000001". */
function grouped(max: number): Rule<string> {
  const rule = text({ min: 0, max, cards: "let_pass" });
  return {
    ...rule,
    read: (given, place) => {
      const reading = rule.read(given, place);
      return "value" in reading ? { value: withoutSeparators(reading.value) } : reading;
    },
  };
}

/** Both are given where an account is meant; lengths leave room for blanks and hyphens. */
export const accountFields = { accountNumber: grouped(60), ifsc: grouped(40) };

/** Refusals of a business's own account, by their fields. */
export const ownAccountRefusals = {
  account_invalid: {
    status: 422,
    field: "accountNumber",
    message: "An account number has 6 to 40 letters and digits.",
  },
  ifsc_invalid: { status: 422, field: "ifsc", message: "{says}" },
} as const;
