import type { Context } from "#lib/context";
import { NO_RULES, type RiskRules } from "./risk-facts.ts";

/** Sets a merchant's rules; those not given are none. */
export async function setRules(ctx: Context, merchantId: string, changes: Partial<RiskRules>): Promise<void> {
  const rules = { ...NO_RULES, ...changes };
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute(
      `insert into risk.rule_set (
         merchant_id, unavailable_modes, disabled_modes, account_limit_per_day_paise,
         beneficiary_limit_per_day_paise
       )
       values ($1, $2, $3, $4, $5)
       on conflict (merchant_id) do update
       set unavailable_modes = excluded.unavailable_modes,
           disabled_modes = excluded.disabled_modes,
           account_limit_per_day_paise = excluded.account_limit_per_day_paise,
           beneficiary_limit_per_day_paise = excluded.beneficiary_limit_per_day_paise`,
      [
        merchantId,
        rules.unavailableModes,
        rules.disabledModes,
        rules.accountLimitPerDayPaise,
        rules.beneficiaryLimitPerDayPaise,
      ],
    ),
  );
}
