/** Each value that contract/limits.json tells the pages about the engine. Amounts in paise are texts there. */
import { PERMISSIONS, ROLES } from "../server/src/people/access/permissions.ts";
import { feeGroupOf } from "../server/src/money/rails/pricing.ts";
import { RAILS } from "../server/src/money/rails/rail.ts";

export { REASON_FACTS, TRANSFER_REASONS } from "../server/src/money/rails/failure-reasons.ts";
export { FEE_GROUPS, PRICE_LISTS, TAX_RATES } from "../server/src/money/rails/pricing.ts";
export {
  FAILURES_PER_MINUTE,
  RATE_PER_MINUTE,
  RATE_PER_MINUTE_BY_COMMAND,
  SIGNATURE_SECONDS,
  TOKEN_SECONDS,
} from "../server/src/people/access/credentials.ts";
export { BODY_BYTES_MAX, FLIGHT_LIMITS, HTTP_LIMITS } from "../server/src/surfaces/api/http-limits.ts";
export {
  CALL_ROWS_MAX,
  DRAFT_DAYS,
  FORMAT_NAMES,
  FORMATS,
  IMPORT_ROWS_MAX,
  IMPORT_SET_ROWS,
  SAME_PAYMENT_DAYS,
} from "../server/src/features/batches/formats.ts";
export { STOP_WITHIN_MS } from "../server/src/surfaces/commands/run-until-stopped.ts";
export {
  COOL_MS,
  COOL_MS_MAX,
  PROBE_EVERY_MS,
  RAMP_MS,
  RAMP_STEP_MS,
} from "../server/src/money/health/bank-health.ts";
export {
  CALLS_MIN,
  DEGRADED,
  DOWN,
  FOR_ALL,
  PROBES,
  UNKNOWN,
} from "../server/src/money/health/estimate-health.ts";
export {
  HIGH_PERCENT,
  LOW_PERCENT,
  MERCHANTS_MIN,
  OFFLINE_MIN,
  PAID_AGAIN,
  SCHEDULED_DAYS,
  UNSCHEDULED_DAYS,
  WINDOW_MS,
} from "../server/src/money/health/incidents.ts";
export { EXPIRY_DAYS_MAX } from "../server/src/features/links/create-link.ts";
export { DRAFTS_MAX } from "../server/src/surfaces/mcp/draft-transfers.ts";
export {
  CATEGORY_LIST,
  PAUSE_MS,
  RECIPIENTS_MAX,
  SHOWN_MAX,
} from "../server/src/people/notifications/categories.ts";
export { WINDOWS } from "../server/src/money/rails/calendars.ts";
export { BANK_TRANSFER } from "../server/src/money/rails/rail.ts";
export { POLLING_MS } from "../server/src/money/rails/enquiry-schedules.ts";
export { SPREAD_BPS, TURNAROUNDS, USUALLY_WITHIN_MS } from "../server/src/money/rails/turnaround.ts";
export { LOOK_BACK_DAYS } from "../server/src/features/turnaround/list-overdue.ts";
export { ANSWER_DAYS, RECALL_DAYS, RECALLS_MAX } from "../server/src/features/recalls/recall.ts";
export { KEPT_DAYS } from "../server/src/features/reports/work.ts";
export { RANGE_DAYS_MAX } from "../server/src/features/reports/request-report.ts";
export { ASK_AGAIN_AFTER_MS, TIMES_MAX } from "../server/src/money/transfers/send/tried-banks.ts";
export { PROCESS_ON_DAYS_MAX, UNPROVED_MAX_PAISE } from "../server/src/money/transfers/accept/order.ts";
export {
  QUEUING_HOURS_DEFAULT,
  QUEUING_HOURS_MAX,
  QUEUING_HOURS_MIN,
} from "../server/src/money/transfers/admit/queuing-time.ts";
export {
  DEADLINE_MS,
  ENDPOINTS_MAX,
  FAILING_MAX_MS,
  JITTER,
  TRIES_MAX,
  WAITS_MS,
} from "../server/src/people/webhooks/plan-retry.ts";
export { REFUND_WORKING_DAYS } from "../server/src/features/withdrawals/refund.ts";
export { WITHDRAWALS_PER_DAY } from "../server/src/features/withdrawals/withdrawal.ts";
export {
  FAILURES_MAX,
  PASSING_WAIT_MS,
  PASSWORD_MINUTES,
  CODES_REFUSED_MS,
  SESSION_MINUTES,
  PAUSES_MAX,
  WRONG_MAX,
} from "../server/src/features/links/link.ts";
export { SUCCESS_GOAL_BP } from "../server/src/money/routing/rank-banks.ts";
export { BUSY_EVERY_MS, STOP_ABOVE_DEFAULT_PAISE } from "../server/src/features/reconciliation/terms.ts";
export { APPROVERS_MAX, EXPIRE_AFTER_MINUTES, LEVELS_MAX } from "../server/src/money/approvals/policy.ts";
export { ABSOLUTE_HOURS, IDLE_MINUTES, PROOF_MINUTES } from "../server/src/people/access/sessions.ts";
export { OPENING_PAISE } from "../server/src/surfaces/sandbox/open-sandbox-merchant.ts";
export { TRY_OUT_HOURS } from "../server/src/people/entry/sign-up.ts";
export { STATEMENT_DAYS_MAX } from "../server/src/surfaces/api/operations/statements.ts";
export { LIMITS } from "../server/src/money/rails/limits.ts";
export { machine, publicStatus } from "../server/src/money/transfers/machine.ts";

export const FEE_GROUP_OF = Object.fromEntries(RAILS.map((rail) => [rail, feeGroupOf(rail)]));

/** Permissions in their order, each with the roles that have it. */
export const ROLES_WITH = Object.fromEntries(
  PERMISSIONS.map((permission) => [
    permission,
    Object.entries(ROLES).flatMap(([role, has]) => (has.includes(permission) ? [role] : [])),
  ]),
);
