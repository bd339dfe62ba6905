import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { isTransferMode } from "#rails";
import { RiskError } from "./errors.ts";

export interface ModesToSet {
  /** Modes that the merchant has not been given at all. */
  readonly unavailableModes?: readonly string[];
  /** Modes that it has switched off. */
  readonly disabledModes?: readonly string[];
  readonly by: Actor;
}

/**
 * Says by which modes a merchant may not pay; those not given are none. Throws RiskError.mode_unknown, or
 * AccessError.not_permitted of a member who may not manage limits.
 */
export async function setModes(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { unavailableModes = [], disabledModes = [], by }: ModesToSet,
): Promise<void> {
  const unknown = [...unavailableModes, ...disabledModes].find((mode) => !isTransferMode(mode));
  if (unknown !== undefined) throw RiskError.mode_unknown({ mode: unknown });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    await tx.execute(SET, [merchantId, unavailableModes, disabledModes]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "risk.modes_set",
        subject: `merchant:${merchantId}`,
        detail: { unavailableModes, disabledModes },
      },
    ]);
  });
}

const SET = `
  insert into risk.mode_set (merchant_id, unavailable_modes, disabled_modes)
  values ($1, $2, $3)
  on conflict (merchant_id) do update
  set unavailable_modes = excluded.unavailable_modes,
      disabled_modes = excluded.disabled_modes`;
