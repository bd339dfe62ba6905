/** Every kind of rule. A new kind needs an entry and a line of `TABLE` here, and its name in the table's constraint. */
import { DAY_MS, defineKind, HISTORY_MS, type Kind, MINUTE_MS, oneOf, paise, wholeNumber } from "./kind.ts";

/** Trusts amounts up to a limit, so that later rules are not asked: "salaries, whatever the day's sum". */
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

/** Limits the amount of a single transfer. */
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

/** Limits the amount of one calendar day in India, by the merchant's clock. */
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

/**
 * Limits the number of transfers in a period. Released transfers are counted by the minute and stop counting when their
 * whole minute is out of the period, so never too early and at most a minute late.
 */
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

const HOUR_MS = 3_600_000;

/** Stops a large amount to a payee who was added recently or whose destination has never been paid. */
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

/** Stops a repeated amount to one destination within a period. Failed and returned payments can be ordered again. */
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

/** The number of the newest transfers that are compared. */
export const KNOWN_MAX = 30;

/**
 * Stops an amount unlike those that the destination usually gets: one that is further from their median than a multiple
 * of their spread. The spread is the median distance from the median, but at least a tenth of the median, so that
 * someone who always gets the same amount can get a little more. The median of an even number of amounts is the lower
 * of the two in the middle.
 */
export const unusualAmount = defineKind({
  fields: {
    times: wholeNumber(1, 1_000),
    // With fewer known amounts than this, nothing is usual yet.
    leastKnown: wholeNumber(3, KNOWN_MAX),
    direction: oneOf("above", "either"),
  },
  need: "newest",
  lookBackMs: () => HISTORY_MS,
  includes: (these, those) =>
    these.times <= those.times &&
    these.leastKnown <= those.leastKnown &&
    (these.direction === "either" || those.direction === "above"),
  see: (_, { amountPaise, destination }, counts) => ({
    amountPaise,
    amounts: counts.newestAmounts(destination),
  }),
  judge({ times, leastKnown, direction }, { amountPaise, amounts }) {
    if (amounts.length < leastKnown) return null;
    const median = medianOf(amounts);
    const spread = largest(medianOf(amounts.map((amount) => distance(amount, median))), median / 10n, 1n);
    const deviation = direction === "either" ? distance(amountPaise, median) : amountPaise - median;
    if (deviation <= BigInt(times) * spread) return null;
    return {
      amountPaise: Number(amountPaise),
      known: amounts.length,
      medianPaise: Number(median),
      spreadPaise: Number(spread),
    };
  },
  stops: `(
    risk.is_unusual(
      amount_paise, accepted_at, unpaid_at, terms || '{"knownMax": ${KNOWN_MAX}}'::jsonb, judged, keeps
    ) over (partition by destination order by reference_id)
  ).stops`,
});

function medianOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted[Math.ceil(sorted.length / 2) - 1]!;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function largest(first: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((most, amount) => (amount > most ? amount : most), first);
}

const TABLE = {
  trusted_amount: trustedAmount,
  transfer_limit: transferLimit,
  daily_limit: dailyLimit,
  velocity,
  new_payee: newPayee,
  duplicate,
  unusual_amount: unusualAmount,
} as const;

export type RuleKind = keyof typeof TABLE;

export const RULE_KINDS = Object.keys(TABLE) as readonly RuleKind[];

export function kindOf(kind: RuleKind): Kind {
  return TABLE[kind] as Kind;
}
