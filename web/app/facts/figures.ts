// Hours, limits and times of the engine in words, by name. No page writes one of them itself: a page says
// <Fact of="impsMost" />, other facts read them here. web/test/facts-move.test.ts changes the engine's and looks.
import { priceRows } from "#site/pricing.ts";
import { rupees } from "#site/rupees.ts";
import {
  ANSWER_DAYS,
  BANK_TRANSFER,
  CALL_ROWS_MAX,
  LIMITS,
  POLLING_MS,
  PROCESS_ON_DAYS_MAX,
  QUEUING_HOURS_DEFAULT,
  QUEUING_HOURS_MAX,
  QUEUING_HOURS_MIN,
  RANGE_DAYS_MAX,
  RECALL_DAYS,
  ROWS_MAX,
  TRIES_MAX,
  WAITS_MS,
  WINDOWS,
  WITHDRAWALS_PER_DAY,
} from "./from-the-engine.ts";

type Rail = keyof typeof LIMITS;
const most = (rail: Rail): string => rupees(LIMITS[rail].at(-1)?.maxPaise ?? 0n);
const least = (rail: Rail): string => rupees(LIMITS[rail].at(-1)?.minPaise ?? 0n);
const number = (value: number): string => value.toLocaleString("en-IN");
const count = (value: number, unit: string): string => `${number(value)} ${unit}${value === 1 ? "" : "s"}`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** "6:45 PM", of a time past midnight. */
function timeOf(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), (ms % HOUR_MS) / MINUTE_MS];
  const past = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`;
  return `${hours % 12 || 12}${past} ${hours < 12 ? "AM" : "PM"}`;
}

function hoursOf(service: "neft" | "withdrawal"): string {
  const window = WINDOWS.working_days[service];
  return window ? `${timeOf(window.opensMs)} to ${timeOf(window.closesMs)}` : "any hour";
}

const daysOrHours = (hours: number): string =>
  hours % 24 === 0 ? count(hours / 24, "day") : count(hours, "hour");

/** "5 seconds", "2 hours"; whole units only. */
function spanOf(ms: number): string {
  if (ms < MINUTE_MS) return count(ms / 1_000, "second");
  return ms < HOUR_MS ? count(ms / MINUTE_MS, "minute") : count(ms / HOUR_MS, "hour");
}

/** "5 seconds, 5 minutes, 2, 5 and 24 hours": a unit once for all that follow each other in it. */
function spansOf(all: readonly number[]): string {
  const words = all.map((ms, at) => {
    const [value = "", unit = ""] = spanOf(ms).split(" ");
    const next = all[at + 1];
    return next !== undefined && spanOf(next).split(" ")[1] === unit ? value : `${value} ${unit}`;
  });
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const fees = priceRows.flatMap(({ fees: row }) => Object.values(row));
const inOrder = fees.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));

export const figures = {
  impsMost: most("imps"),
  upiMost: most("upi"),
  paytmMost: most("paytm"),
  amazonPayMost: most("amazonpay"),
  cardMost: most("card"),
  rtgsLeast: least("rtgs"),
  /** Up to which amount a bank transfer that names no mode goes by IMPS. */
  impsDefaultMost: rupees(BANK_TRANSFER[0]?.uptoPaise ?? 0n),
  feeLeast: inOrder[0] ?? "",
  feeMost: inOrder.at(-1) ?? "",
  bankHours: hoursOf("neft"),
  withdrawalHours: hoursOf("withdrawal"),
  withdrawalsPerDay: number(WITHDRAWALS_PER_DAY),
  pollingTime: count(POLLING_MS / HOUR_MS, "hour"),
  recallTime: count(RECALL_DAYS, "day"),
  recallAnswerTime: count(ANSWER_DAYS, "day"),
  reportDays: count(RANGE_DAYS_MAX, "day"),
  scheduleDays: count(PROCESS_ON_DAYS_MAX, "day"),
  fileRows: number(ROWS_MAX),
  callRows: number(CALL_ROWS_MAX),
  queueLeast: daysOrHours(QUEUING_HOURS_MIN),
  queueMost: daysOrHours(QUEUING_HOURS_MAX),
  queueDefault: daysOrHours(QUEUING_HOURS_DEFAULT),
  webhookTries: number(TRIES_MAX),
  webhookWaits: spansOf(WAITS_MS),
  webhookTime: count(Math.floor(WAITS_MS.reduce((sum, ms) => sum + ms, 0) / HOUR_MS), "hour"),
} as const;

export type FigureName = keyof typeof figures;
