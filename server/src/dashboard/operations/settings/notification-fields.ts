/** What the operations about e-mail categories share. */
import Type from "typebox";
import type { RefusalShape } from "#http";

export const categorySetting = Type.Object({
  enabled: Type.Boolean(),
  recipients: Type.Array(Type.String()),
});

export const categoryRefusals = {
  category_unknown: { status: 404, message: "This category does not exist." },
} as const satisfies Record<string, RefusalShape>;

/** Ten addresses of at most 254 characters, with commas and spaces between them. */
export const RECIPIENTS_LENGTH_MAX = 2_600;

export const recipientRefusals = {
  ...categoryRefusals,
  recipients_missing: { status: 422, message: "Give at least one e-mail address." },
  recipient_invalid: { status: 422, message: "{recipient} is not an e-mail address." },
  recipients_too_many: {
    status: 422,
    message: "A category has at most {limit} addresses; that would be {given}.",
  },
} as const satisfies Record<string, RefusalShape>;
