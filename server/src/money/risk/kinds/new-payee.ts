/** Stops a large amount to a payee who was added recently or whose destination has never been paid. */
import { paise, wholeNumber } from "./fields.ts";
import { defineKind, HISTORY_MS } from "./kind.ts";

const HOUR_MS = 3_600_000;

export const newPayee = defineKind({
  // With 0 hours, the rule looks only for payees that have never been paid.
  fields: { abovePaise: paise, addedWithinHours: wholeNumber(0, 8_760) },
  need: "paid",
  lookBackMs: () => HISTORY_MS,
  includes: (these, those) =>
    these.abovePaise <= those.abovePaise && these.addedWithinHours >= those.addedWithinHours,
  see: (_, { amountPaise, payeeAddedAt, destination, now }, counts) => ({
    amountPaise,
    addedAt: payeeAddedAt,
    now,
    wasPaid: counts.wasPaid(destination),
  }),
  judge({ abovePaise, addedWithinHours }, { amountPaise, addedAt, now, wasPaid }) {
    if (amountPaise <= abovePaise) return null;
    const isYoung = now.getTime() - addedAt.getTime() < addedWithinHours * HOUR_MS;
    if (!isYoung && wasPaid) return null;
    return { amountPaise: Number(amountPaise), addedAt: addedAt.toISOString(), wasPaid };
  },
  stops: `(
    risk.is_new_payee(
      accepted_at, paid_at,
      payee_added_at > accepted_at - make_interval(hours => (terms ->> 'addedWithinHours')::integer),
      judged and amount_paise > (terms ->> 'abovePaise')::bigint, keeps
    ) over (partition by destination order by reference_id)
  ).stops`,
});
