/** Counts the account numbers that members try out, since the answer of a form can confirm a guessed number. */
import { takeNumber } from "#access";
import { noteTriedNumbers } from "#beneficiaries";
import type { Context } from "#lib/context";
import { accountOfVpa } from "#rails";

/** The refusal of too many numbers, at the field with the number. */
export const numberRefusals = (field: string) =>
  ({
    too_many_attempts: {
      status: 429,
      message:
        "You have tried many account numbers. Try again in {wait}, or ask a member who may reveal account numbers.",
      field,
    },
  }) as const;

/** A member who tries an account number, alone or in a UPI ID. */
interface Trial {
  readonly merchantId: string;
  readonly session: { readonly memberId: string };
  readonly mayReveal: boolean;
  readonly accountNumber?: string | undefined;
  readonly vpa?: string | undefined;
}

/**
 * Counts every account number of a payee that is not stored. The answer may depend on each of them, whichever one the
 * mode pays. Members who may reveal account numbers have no limit, but what they try is noted too.
 */
export async function countNumber(
  ctx: Context,
  { merchantId, session: { memberId }, mayReveal, ...payee }: Trial,
): Promise<void> {
  const ofVpa = accountOfVpa(payee.vpa ?? "")?.accountNumber ?? "";
  const given = [payee.accountNumber ?? "", ofVpa].map((number) => number.trim().toUpperCase());
  const numbers = [...new Set(given)].filter((number) => number !== "");
  if (!mayReveal) for (const number of numbers) await takeNumber(ctx, { memberId, number });
  await noteTriedNumbers(ctx, merchantId, { memberId, numbers });
}
