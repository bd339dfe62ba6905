import type { World } from "./world.ts";

/**
 * Changes a stored beneficiary as only a version before could, or an attacker who owns the database: a trigger refuses
 * to change the details of a payee.
 */
export async function changeDetails(
  { look }: Pick<World, "look">,
  { merchantId, beneId }: { readonly merchantId: string; readonly beneId: string },
  { column, value }: { readonly column: "name" | "ifsc"; readonly value: string },
): Promise<void> {
  const trigger = "trigger details_stay_or_are_erased";
  await look(`alter table beneficiaries.beneficiary disable ${trigger}`);
  await look(`update beneficiaries.beneficiary set ${column} = $3 where merchant_id = $1 and bene_id = $2`, [
    merchantId,
    beneId,
    value,
  ]);
  await look(`alter table beneficiaries.beneficiary enable ${trigger}`);
}
