// Hours, limits and times of the engine in words, by name. No page writes such a figure itself: pages use <Fact
// of="impsMost" />, and other facts read them here. web/test/facts-move.test.ts changes the engine's figures and checks
// that the pages follow.
import { priceRows } from "#site/pricing.ts";
import { rupees } from "#site/rupees.ts";
import { homesRatio, peakRate, peakRateSpread } from "./capacity.ts";
import { promised } from "./promised.ts";
import {
  ABSOLUTE_HOURS,
  ANSWER_DAYS,
  APPROVERS_MAX,
  ASK_AGAIN_AFTER_MS,
  BANK_TRANSFER,
  BODY_BYTES_MAX,
  BUSY_EVERY_MS,
  CALLS_MIN,
  CALL_ROWS_MAX,
  CODES_REFUSED_MS,
  COOL_MS,
  COOL_MS_MAX,
  DEADLINE_MS,
  DEGRADED,
  DOWN,
  DRAFTS_MAX,
  DRAFT_DAYS,
  ENDPOINTS_MAX,
  EXPIRE_AFTER_MINUTES,
  EXPIRY_DAYS_MAX,
  FAILING_MAX_MS,
  FAILURES_MAX,
  FAILURES_PER_MINUTE,
  FILE_BYTES_MAX,
  FLIGHT_LIMITS,
  FOR_ALL,
  HIGH_PERCENT,
  HTTP_LIMITS,
  IDLE_MINUTES,
  IMPORT_ROWS_MAX,
  IMPORT_SET_ROWS,
  JITTER,
  KEPT_DAYS,
  LEVELS_MAX,
  LIMITS,
  LOOK_BACK_DAYS,
  LOW_PERCENT,
  MERCHANTS_MIN,
  OFFLINE_MIN,
  OPENING_PAISE,
  PAID_AGAIN,
  PASSING_WAIT_MS,
  PASSWORD_MINUTES,
  PAUSE_MS,
  POLLING_MS,
  PROBES,
  PROBE_EVERY_MS,
  PROCESS_ON_DAYS_MAX,
  PROOF_MINUTES,
  QUEUING_HOURS_DEFAULT,
  QUEUING_HOURS_MAX,
  QUEUING_HOURS_MIN,
  RAMP_MS,
  RAMP_STEP_MS,
  RANGE_DAYS_MAX,
  RATE_PER_MINUTE,
  RATE_PER_MINUTE_BY_COMMAND,
  RECALLS_MAX,
  RECALL_DAYS,
  RECIPIENTS_MAX,
  REFUND_WORKING_DAYS,
  ROWS_MAX,
  SAME_PAYMENT_DAYS,
  SCHEDULED_DAYS,
  SESSION_MINUTES,
  SHOWN_MAX,
  SIGNATURE_SECONDS,
  SPREAD_BPS,
  STATEMENT_DAYS_MAX,
  STOP_ABOVE_DEFAULT_PAISE,
  STOP_WITHIN_MS,
  SUCCESS_GOAL_BP,
  TIMES_MAX,
  TOKEN_SECONDS,
  TRIES_MAX,
  TRY_OUT_HOURS,
  TURNAROUNDS,
  UNKNOWN,
  UNPROVED_MAX_PAISE,
  UNSCHEDULED_DAYS,
  USUALLY_WITHIN_MS,
  WAITS_MS,
  WINDOWS,
  WINDOW_MS,
  WITHDRAWALS_PER_DAY,
  PAUSES_MAX,
  WRONG_MAX,
} from "./from-the-engine.ts";

type Rail = keyof typeof LIMITS;
const rupeesOf = (paise: string | null | undefined): string => rupees(BigInt(paise ?? 0));
const most = (rail: Rail): string => rupeesOf(LIMITS[rail].at(-1)?.maxPaise);
const least = (rail: Rail): string => rupeesOf(LIMITS[rail].at(-1)?.minPaise);
const number = (value: number): string => value.toLocaleString("en-IN");
const count = (value: number, unit: string): string => `${number(value)} ${unit}${value === 1 ? "" : "s"}`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats a time after midnight as "6:45 PM". */
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

/** Formats a duration as "5 seconds", "2.5 minutes" or "2 hours". */
function spanOf(ms: number): string {
  if (ms < MINUTE_MS) return count(ms / 1_000, "second");
  return ms < HOUR_MS ? count(ms / MINUTE_MS, "minute") : count(ms / HOUR_MS, "hour");
}

/** Formats durations as "5 seconds, 5 minutes and 2 hours". */
function spansOf(all: readonly number[]): string {
  const words = all.map(spanOf);
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Formats a size as "5 MB". */
const sizeOf = (bytes: number): string => `${number(bytes / 1_048_576)} MB`;

const percentOf = (share: number): string => `${Math.round(share * 100)}%`;

/** The compensation for a late return: a sum per day, or interest. */
const lateReturn = TURNAROUNDS.imps.at(-1);
const dailySum = lateReturn?.kind === "per_day" ? rupeesOf(lateReturn.perDayPaise) : "";
const dailyFrom = lateReturn?.kind === "per_day" ? `T+${lateReturn.withinDays}` : "";
const returnTimeOf = (rail: "neft" | "rtgs"): string => {
  const rule = TURNAROUNDS[rail].at(-1);
  return rule?.kind === "interest" ? spanOf(rule.withinMs) : "";
};

const fees = priceRows.flatMap(({ fees: row }) => Object.values(row));
const inOrder = fees.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));

export const figures = {
  impsMost: most("imps"),
  upiMost: most("upi"),
  paytmMost: most("paytm"),
  amazonPayMost: most("amazonpay"),
  cardMost: most("card"),
  rtgsLeast: least("rtgs"),
  /** The highest amount for which a bank transfer without a mode uses IMPS. */
  impsDefaultMost: rupeesOf(BANK_TRANSFER[0]?.uptoPaise),
  feeLeast: inOrder[0] ?? "",
  feeMost: inOrder.at(-1) ?? "",
  bankHours: hoursOf("neft"),
  withdrawalHours: hoursOf("withdrawal"),
  withdrawalsPerDay: number(WITHDRAWALS_PER_DAY),
  neftTime: spanOf(USUALLY_WITHIN_MS.neft),
  rtgsTime: spanOf(USUALLY_WITHIN_MS.rtgs),
  cardTime: spanOf(USUALLY_WITHIN_MS.card),
  ...promised,
  peakRate,
  peakRateSpread,
  homesRatio,
  successGoal: `${SUCCESS_GOAL_BP / 100}%`,
  statementEvery: spanOf(BUSY_EVERY_MS),
  stopLimit: rupeesOf(STOP_ABOVE_DEFAULT_PAISE),
  refundTime: `${REFUND_WORKING_DAYS} business days`,
  lateReturnSum: dailySum,
  lateReturnFrom: dailyFrom,
  lateReturnSpread: `${Number(SPREAD_BPS) / 100}%`,
  lateReturnNeft: returnTimeOf("neft"),
  lateReturnRtgs: returnTimeOf("rtgs"),
  lateReturnList: count(LOOK_BACK_DAYS, "day"),
  pollingTime: count(POLLING_MS / HOUR_MS, "hour"),
  recallTime: count(RECALL_DAYS, "day"),
  recallAnswerTime: count(ANSWER_DAYS, "day"),
  recallsMost: number(RECALLS_MAX),
  reportDays: count(RANGE_DAYS_MAX, "day"),
  scheduleDays: count(PROCESS_ON_DAYS_MAX, "day"),
  fileRows: number(ROWS_MAX),
  callRows: number(CALL_ROWS_MAX),
  draftKept: count(DRAFT_DAYS, "day"),
  samePayment: count(SAME_PAYMENT_DAYS, "day"),
  queueLeast: daysOrHours(QUEUING_HOURS_MIN),
  queueMost: daysOrHours(QUEUING_HOURS_MAX),
  queueDefault: daysOrHours(QUEUING_HOURS_DEFAULT),
  tokenTime: count(TOKEN_SECONDS, "second"),
  signatureTime: spanOf(SIGNATURE_SECONDS * 1_000),
  callsPerMinute: number(RATE_PER_MINUTE),
  callsPerMinuteByCommand: number(RATE_PER_MINUTE_BY_COMMAND),
  transfersAtOnce: number(FLIGHT_LIMITS.gathered.perKey),
  filesAtOnce: number(FLIGHT_LIMITS.files.perKey),
  callsAtOnce: number(FLIGHT_LIMITS.quick.perKey),
  callsWaiting: number(FLIGHT_LIMITS.quick.waitingMax),
  filesWaiting: number(FLIGHT_LIMITS.files.waitingMax),
  wrongSecrets: number(FAILURES_PER_MINUTE.clientAtAddress),
  wrongSecretsOfAddress: number(FAILURES_PER_MINUTE.address),
  bodySize: sizeOf(BODY_BYTES_MAX),
  fileSize: sizeOf(FILE_BYTES_MAX),
  bodiesSize: sizeOf(HTTP_LIMITS.bodies.perKey),
  headersTime: spanOf(HTTP_LIMITS.heads.headersTimeout),
  bodyTime: spanOf(HTTP_LIMITS.bodies.paceMs),
  connectionsPerAddress: number(HTTP_LIMITS.connections.perAddress),
  linkDays: count(EXPIRY_DAYS_MAX, "day"),
  statementDays: count(STATEMENT_DAYS_MAX, "day"),
  reportKept: count(KEPT_DAYS, "day"),
  draftsPerCall: number(DRAFTS_MAX),
  importRows: number(IMPORT_ROWS_MAX),
  importSet: number(IMPORT_SET_ROWS),
  incidentFailures: number(OFFLINE_MIN),
  incidentShare: `${LOW_PERCENT}%`,
  incidentHighShare: `${HIGH_PERCENT}%`,
  incidentEndsAfter: number(PAID_AGAIN),
  bankPause: spanOf(COOL_MS),
  bankPauseMost: spanOf(COOL_MS_MAX),
  bankProbe: spanOf(PROBE_EVERY_MS),
  linkPasswordTime: count(PASSWORD_MINUTES, "minute"),
  linkWrongMost: number(WRONG_MAX),
  linkCodesRefused: spanOf(CODES_REFUSED_MS),
  linkPausesMost: number(PAUSES_MAX),
  linkSession: count(SESSION_MINUTES, "minute"),
  linkFailuresMost: number(FAILURES_MAX),
  linkRetry: spanOf(PASSING_WAIT_MS),
  levelsMost: number(LEVELS_MAX),
  approversMost: number(APPROVERS_MAX),
  approvalTime: daysOrHours(EXPIRE_AFTER_MINUTES / 60),
  addressesMost: number(RECIPIENTS_MAX),
  mailPause: spanOf(PAUSE_MS),
  mailShown: number(SHOWN_MAX),
  proofTime: count(PROOF_MINUTES, "minute"),
  unprovedMost: rupeesOf(UNPROVED_MAX_PAISE),
  sessionTime: count(ABSOLUTE_HOURS, "hour"),
  idleTime: count(IDLE_MINUTES, "minute"),
  tryOutTime: count(TRY_OUT_HOURS, "hour"),
  tryOutMoney: rupeesOf(OPENING_PAISE),
  incidentWindow: spanOf(WINDOW_MS),
  incidentMerchants: number(MERCHANTS_MIN),
  unscheduledDays: count(UNSCHEDULED_DAYS, "day"),
  scheduledDays: count(SCHEDULED_DAYS, "day"),
  bankRun: number(FOR_ALL.run),
  bankCalls: number(CALLS_MIN),
  bankDownShare: percentOf(DOWN.low),
  bankDegradedShare: percentOf(DEGRADED.low),
  bankUnknownShare: percentOf(UNKNOWN.low),
  probesDown: number(PROBES.down),
  probesDegraded: number(PROBES.degraded),
  rampStep: spanOf(RAMP_STEP_MS),
  rampTime: spanOf(RAMP_MS),
  askAgain: spanOf(ASK_AGAIN_AFTER_MS),
  askTimes: number(TIMES_MAX),
  stopTime: spanOf(STOP_WITHIN_MS),
  webhookEndpoints: number(ENDPOINTS_MAX),
  webhookResponseTime: spanOf(DEADLINE_MS),
  webhookGivesUp: count(FAILING_MAX_MS / (24 * HOUR_MS), "day"),
  webhookJitter: `${JITTER * 100}%`,
  webhookTries: number(TRIES_MAX),
  webhookWaits: spansOf(WAITS_MS),
  webhookTime: count(Math.floor(WAITS_MS.reduce((sum, ms) => sum + ms, 0) / HOUR_MS), "hour"),
} as const;

export type FigureName = keyof typeof figures;
