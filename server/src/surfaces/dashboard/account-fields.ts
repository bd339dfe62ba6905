/** Fields for bank accounts as people type and paste them. The operation decides if an account can be paid. */
import { text, type FieldRule } from "#http";
import { withoutSeparators } from "#lib/account-text";

/** A text whose spaces and hyphens are ignored, such as "5010 0000 0001" and " HDFC-0000001". */
function grouped(max: number): FieldRule<string> {
  const rule = text({ min: 0, max, cards: "let_pass" });
  return {
    ...rule,
    read: (given, place) => {
      const reading = rule.read(given, place);
      return "value" in reading ? { value: withoutSeparators(reading.value) } : reading;
    },
  };
}

/** An account needs both fields. The lengths leave room for spaces and hyphens. */
export const accountFields = { accountNumber: grouped(60), ifsc: grouped(40) };

/** Refusals of a business's own account, with their fields. */
export const ownAccountRefusals = {
  account_invalid: {
    status: 422,
    field: "accountNumber",
    message: "An account number has 6 to 40 letters and digits.",
  },
  ifsc_invalid: { status: 422, field: "ifsc", message: "{says}" },
} as const;
