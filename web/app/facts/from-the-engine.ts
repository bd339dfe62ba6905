// The only place where the web reads what the server wrote about itself, and tables of the simulator. Pages are written at
// build time, so none of this is shipped. Amounts in paise are texts.
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";
import published from "../../../contract/openapi.json" with { type: "json" };
import limits from "../../../contract/limits.json" with { type: "json" };

export { isPayable, matchNames, OUTCOMES, type MatchOutcome, SCORES } from "@vitaran/name-match";
export { FILE_BYTES_MAX, ROWS_MAX } from "@vitaran/spreadsheets/table";
export { BANKS } from "../../../bank-simulator/src/banks.ts";
export { GOOD_PAYEES, magicValuesOf } from "../../../bank-simulator/src/magic.ts";
export {
  NAMED_PAYEES,
  nameOfPayee,
  PHONE_WITHOUT_VPA,
  valuesOfNamed,
} from "../../../bank-simulator/src/payee-names.ts";
export { INVALID, STRANGER, UNAVAILABLE } from "../../../bank-simulator/src/verify-payee.ts";
export { SCENARIOS } from "../../../bank-simulator/src/scenarios.ts";
export { default as webhookCatalogue } from "../../../contract/webhooks.json" with { type: "json" };
export { default as metrics } from "../../../contract/metrics.json" with { type: "json" };
export { default as errorCatalogue } from "../../../contract/errors.json" with { type: "json" };

export const openApi = inlineSchemas(published as unknown as ApiDocument);

export const {
  ABSOLUTE_HOURS,
  ANSWER_DAYS,
  APPROVERS_MAX,
  ASK_AGAIN_AFTER_MS,
  BANK_TRANSFER,
  BODY_BYTES_MAX,
  BUSY_EVERY_MS,
  CALLS_MIN,
  CALL_ROWS_MAX,
  CATEGORY_LIST,
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
  FLIGHT_LIMITS,
  FORMATS,
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
  PRICE_LISTS,
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
  REASON_FACTS,
  RECALLS_MAX,
  RECALL_DAYS,
  RECIPIENTS_MAX,
  REFUND_WORKING_DAYS,
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
  TAX_RATES,
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
  publicStatus,
  ROLES_WITH,
} = limits;

export type TransferReason = keyof typeof limits.REASON_FACTS;
export const TRANSFER_REASONS = limits.TRANSFER_REASONS as readonly TransferReason[];

export type FormatName = Exclude<keyof typeof limits.FORMATS, "MIXED">;
export const FORMAT_NAMES = limits.FORMAT_NAMES as readonly FormatName[];

export type Status = keyof typeof limits.machine;
export const machine = limits.machine as Readonly<Record<Status, readonly Status[]>>;

export type PriceBand = (typeof limits.PRICE_LISTS)[number]["bands"][number];
export type FeeGroup = keyof PriceBand["feePaise"];
export const FEE_GROUPS = limits.FEE_GROUPS as readonly FeeGroup[];

/** Returns the price list's column for a rail. */
export function feeGroupOf(rail: keyof typeof limits.FEE_GROUP_OF): FeeGroup {
  return limits.FEE_GROUP_OF[rail] as FeeGroup;
}
