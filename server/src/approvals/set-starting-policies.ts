import type { Context } from "#lib/context";
import { APPROVING, GUARD, type SubjectKind } from "./policy.ts";
import { setPolicies } from "./set-policies.ts";

/** From here on a payment of a new live merchant takes a second person, in paise. */
const FROM_PAISE = 2_00_000_00n;

/**
 * Gives a new live merchant its first policies for payments: from ₹2,00,000 one other member approves, for
 * every creator and every channel. The payments of 24 hours are added up. Changing them takes another person.
 */
export async function setStartingPolicies(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  for (const subjectKind of ["transfer", "batch"] as const satisfies readonly SubjectKind[]) {
    const levels = [{ approvers: 1, permission: APPROVING[subjectKind], memberIds: null }];
    const policies = [{ ...GUARD, name: "From ₹2,00,000 on", fromPaise: FROM_PAISE, levels }];
    await setPolicies(ctx, merchantId, { subjectKind, policies, by: "system" });
  }
}
