import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { insertMerchant, type NewMerchant } from "./create-merchant.ts";
import { lockName } from "./lock-name.ts";

/** The organization's oldest merchant of that name and mode, made when there is none. For seeds. */
export async function findOrCreateMerchant(
  ctx: Context,
  input: NewMerchant,
): Promise<{ merchantId: string }> {
  const fresh = newId();
  return ctx.db.inMerchant(fresh, async (tx) => {
    await lockName(tx, "merchant", `${input.organizationId}/${input.mode}/${input.name}`);
    const [found] = await tx.query<{ merchant_id: string }>(
      `select merchant_id
       from access.merchant
       where organization_id = $1 and mode = $2 and name = $3
       order by merchant_id
       limit 1`,
      [input.organizationId, input.mode, input.name],
    );
    if (found !== undefined) return { merchantId: found.merchant_id };
    await insertMerchant(tx, input);
    return { merchantId: fresh };
  });
}
