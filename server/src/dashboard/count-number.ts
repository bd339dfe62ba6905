/** Counts the account numbers that members try out, since the answer of a form can confirm a guessed number. */
import { takeNumber } from "#access";
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
  readonly session: { readonly memberId: string };
  readonly mayReveal: boolean;
  readonly accountNumber?: string | undefined;
  readonly vpa?: string | undefined;
}

/** Counts the account number of a payee that is not stored, unless the member may reveal account numbers. */
export async function countNumber(ctx: Context, { session, mayReveal, ...payee }: Trial): Promise<void> {
  const number = payee.accountNumber ?? accountOfVpa(payee.vpa ?? "")?.accountNumber;
  if (mayReveal || number === undefined) return;
  await takeNumber(ctx, { memberId: session.memberId, number: number.trim().toUpperCase() });
}
