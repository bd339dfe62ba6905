/**
 * Limits the number of transfers in a period. Released transfers are counted by the minute and stop counting when their
 * whole minute is out of the period, so never too early and at most a minute late.
 */
import { wholeNumber } from "./fields.ts";
import { defineKind, MINUTE_MS } from "./kind.ts";

export const velocity = defineKind({
  fields: { transfers: wholeNumber(1, 1_000_000), periodMinutes: wholeNumber(1, 1_440) },
  need: "minutes",
  lookBackMs: ({ periodMinutes }) => (periodMinutes + 1) * MINUTE_MS,
  includes: (these, those) =>
    these.transfers <= those.transfers && these.periodMinutes >= those.periodMinutes,
  see: ({ periodMinutes }, { subjects }, counts) => ({ taken: counts.takenWithin(subjects, periodMinutes) }),
  judge: ({ transfers }, { taken }) => (taken >= transfers ? { taken } : null),
  stops: `(
    risk.is_above_count(
      date_trunc('minute', accepted_at), make_interval(mins => (terms ->> 'periodMinutes')::integer),
      (terms ->> 'transfers')::integer, judged, keeps
    ) over (partition by subject order by reference_id)
  ).stops`,
});
