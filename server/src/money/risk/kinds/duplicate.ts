/** Stops a repeated amount to one destination within a period. Failed and returned payments can be ordered again. */
import { wholeNumber } from "./fields.ts";
import { defineKind, MINUTE_MS } from "./kind.ts";

export const duplicate = defineKind({
  fields: { periodMinutes: wholeNumber(1, 43_200) },
  need: "same",
  lookBackMs: ({ periodMinutes }) => periodMinutes * MINUTE_MS,
  includes: (these, those) => these.periodMinutes >= those.periodMinutes,
  see: (_, { amountPaise, destination, orderedAt, blocks }, counts) => ({
    lastAt: counts.lastSame(destination, amountPaise, blocks),
    orderedAt,
  }),
  judge: ({ periodMinutes }, { lastAt, orderedAt }) =>
    lastAt !== null && lastAt.getTime() > orderedAt.getTime() - periodMinutes * MINUTE_MS
      ? { lastAt: lastAt.toISOString() }
      : null,
  stops: `(
    risk.is_repeated(
      accepted_at, unpaid_at, make_interval(mins => (terms ->> 'periodMinutes')::integer), judged, keeps
    ) over (partition by destination, amount_paise order by reference_id)
  ).stops`,
});
