/** Limits the amount of a single transfer. */
import { paise } from "./fields.ts";
import { defineKind } from "./kind.ts";

export const transferLimit = defineKind({
  fields: { limitPaise: paise },
  need: null,
  lookBackMs: () => 0,
  includes: (these, those) => these.limitPaise <= those.limitPaise,
  see: (_, { amountPaise }) => ({ amountPaise }),
  judge: ({ limitPaise }, { amountPaise }) =>
    amountPaise > limitPaise ? { amountPaise: Number(amountPaise) } : null,
  stops: "judged and amount_paise > (terms ->> 'limitPaise')::bigint",
});
