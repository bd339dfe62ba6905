/** The times to ask a bank for an attempt's outcome: a budget per rail, since schemes limit enquiries. */
import { neftBatchAfter, type Calendar } from "./calendars.ts";
import type { Rail } from "./rail.ts";

/** Enquiries end this long after sending; an outcome that is still unknown then needs a person. */
export const POLLING_MS = 72 * 3_600_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface Schedule {
  /** Offsets count from sending; for NEFT from the batch, before which no bank knows anything. */
  readonly countsFrom: "sent" | "batch";
  readonly atMs: readonly number[];
  /** True if a bank may also be asked sooner, once, because the process that would have heard its answer is dead. */
  readonly earlyIfAlone: boolean;
  /** Further enquiries: one every `everyMs`, until `untilMs` after the start. */
  readonly repeats: readonly { everyMs: number; untilMs: number }[];
}

/** Every four hours to the end of T+1, when the beneficiary's bank must have reversed; then twice a day. */
const QUICK: Schedule = {
  countsFrom: "sent",
  earlyIfAlone: true,
  atMs: [60 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
  repeats: [
    { everyMs: 4 * HOUR_MS, untilMs: 48 * HOUR_MS },
    { everyMs: 12 * HOUR_MS, untilMs: POLLING_MS },
  ],
};

const SCHEDULES: Readonly<Record<Rail, Schedule>> = {
  imps: QUICK,
  // NPCI's circular of April 2025 on UPI response times: no status check before 90 s, at most three of them,
  // within two hours. After that it gives no number, and our bank answers from its own books: a few a day,
  // until the 72 hours are over. A bank's agreement may allow fewer, so ask before going live.
  upi: {
    countsFrom: "sent",
    earlyIfAlone: false,
    atMs: [90 * SECOND_MS, 15 * MINUTE_MS, 110 * MINUTE_MS],
    repeats: [{ everyMs: 6 * HOUR_MS, untilMs: POLLING_MS }],
  },
  neft: {
    countsFrom: "batch",
    earlyIfAlone: false,
    atMs: [150 * MINUTE_MS],
    repeats: [{ everyMs: HOUR_MS, untilMs: POLLING_MS }],
  },
  rtgs: {
    countsFrom: "sent",
    earlyIfAlone: true,
    atMs: [10 * MINUTE_MS, 45 * MINUTE_MS, 2 * HOUR_MS],
    repeats: [{ everyMs: 4 * HOUR_MS, untilMs: POLLING_MS }],
  },
  paytm: QUICK,
  amazonpay: QUICK,
  // A card credit may take 48 hours.
  card: {
    countsFrom: "sent",
    earlyIfAlone: true,
    atMs: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
    repeats: [{ everyMs: 4 * HOUR_MS, untilMs: POLLING_MS }],
  },
};

/** The rails on which a bank may be asked before the first moment of the schedule, once. */
export const ASKED_EARLY: readonly Rail[] = (Object.keys(SCHEDULES) as Rail[]).filter(
  (rail) => SCHEDULES[rail].earlyIfAlone,
);

function offsetsOf({ atMs, repeats }: Schedule): number[] {
  const offsets = [...atMs];
  for (const { everyMs, untilMs } of repeats) {
    while (offsets.at(-1)! + everyMs <= untilMs) offsets.push(offsets.at(-1)! + everyMs);
  }
  return offsets;
}

const OFFSETS = Object.fromEntries(
  Object.entries(SCHEDULES).map(([rail, schedule]) => [rail, offsetsOf(schedule)]),
) as unknown as Readonly<Record<Rail, readonly number[]>>;

/** Returns the moment at which enquiries about an attempt sent at `sentAt` end. */
export function pollingEndsAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + POLLING_MS);
}

interface EnquiryFacts {
  /** The time at which the attempt was sent, by the merchant's clock. */
  readonly sentAt: Date;
  /** Only later enquiries count: after the sending, or after the one just made. Missed ones lapse. */
  readonly after: Date;
  /** Spreads attempts of one moment: the attempt's reference. The same seed gives the same moments. */
  readonly seed: string;
}

/** Returns the next moment to enquire, or null if the rail's budget or the 72 hours are used up. */
export function nextEnquiry(
  rail: Rail,
  { sentAt, after, seed }: EnquiryFacts,
  calendar: Calendar,
): Date | null {
  return slotsOf(rail, { sentAt, seed }, calendar).find((slot) => slot > after) ?? null;
}

/** Returns every moment at which to enquire about an attempt, in order. */
export function enquirySlots(rail: Rail, facts: Omit<EnquiryFacts, "after">, calendar?: Calendar): Date[] {
  return [...slotsOf(rail, facts, calendar)];
}

/** Yields them one by one, since each payment needs only its first. */
function* slotsOf(
  rail: Rail,
  { sentAt, seed }: Omit<EnquiryFacts, "after">,
  calendar?: Calendar,
): Generator<Date, void> {
  const start = SCHEDULES[rail].countsFrom === "batch" ? neftBatchAfter(sentAt, calendar) : sentAt;
  const end = pollingEndsAt(sentAt).getTime();
  let before = 0;
  for (const [n, offset] of OFFSETS[rail].entries()) {
    // Jitter only adds, at most a tenth of the gap: schemes set minimum waits, and the order must hold.
    const slot = start.getTime() + offset + Math.floor((offset - before) * 0.1 * fractionOf(`${seed}#${n}`));
    if (slot <= end) yield new Date(slot);
    before = offset;
  }
}

/** Returns a number from 0 up to 1 that looks random but depends on the text alone (FNV-1a, final mix). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
