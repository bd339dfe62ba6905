/** Trusts amounts up to a limit, so that later rules are not asked: "salaries, whatever the day's sum". */
import { paise } from "./fields.ts";
import { defineKind } from "./kind.ts";

export const trustedAmount = defineKind({
  fields: { upToPaise: paise },
  need: null,
  lookBackMs: () => 0,
  includes: (these, those) => these.upToPaise >= those.upToPaise,
  see: (_, { amountPaise }) => ({ amountPaise }),
  judge: ({ upToPaise }, { amountPaise }) =>
    amountPaise <= upToPaise ? { amountPaise: Number(amountPaise) } : null,
  stops: "judged and amount_paise <= (terms ->> 'upToPaise')::bigint",
});
