/** Limits the amount of one calendar day in India, by the merchant's clock. */
import { paise } from "./fields.ts";
import { DAY_MS, defineKind } from "./kind.ts";

export const dailyLimit = defineKind({
  fields: { limitPaise: paise },
  need: "day",
  lookBackMs: () => DAY_MS,
  includes: (these, those) => these.limitPaise <= those.limitPaise,
  see: (_, { amountPaise, subjects }, counts) => ({ amountPaise, usedPaise: counts.paiseToday(subjects) }),
  judge: ({ limitPaise }, { amountPaise, usedPaise }) =>
    usedPaise + amountPaise > limitPaise
      ? { amountPaise: Number(amountPaise), usedPaise: Number(usedPaise) }
      : null,
  stops: `(
    risk.is_above_sum(amount_paise, (terms ->> 'limitPaise')::bigint, judged, keeps)
    over (partition by subject, date_trunc('day', accepted_at, 'Asia/Kolkata') order by reference_id)
  ).stops`,
});
