/**
 * The categories of notifications, with the events and audit records that each is made of, and the limits of their
 * e-mails.
 */
import type { EventType } from "#webhooks";

interface CategoryShape {
  /** The name in the dashboard and in e-mails. */
  readonly name: string;
  readonly description: string;
  /** Returns the subject line for the number of notices. */
  readonly headline: (count: number) => string;
  readonly events: readonly EventType[];
  /** Actions of audit records, each with its name in the e-mail. */
  readonly audited: Readonly<Record<string, string>>;
  /** Sent immediately, however shortly after the previous e-mail. */
  readonly atOnce?: true;
}

const grouped = new Intl.NumberFormat("en-IN");

const counted =
  (one: string, many: string) =>
  (count: number): string =>
    `${grouped.format(count)} ${count === 1 ? one : many}`;

/**
 * Every category. `batch_result`, `withdrawal` and `report_ready` also get notices from `noteEvents`;
 * `approval_waiting` is made of the requests themselves (`collect-notices.ts`).
 */
export const CATEGORIES = {
  transfer_failed: {
    name: "Transfer failures",
    description: "Transfers that failed or were rejected",
    headline: counted("transfer failed", "transfers failed"),
    events: ["TRANSFER_FAILED", "TRANSFER_REJECTED"],
    audited: {},
  },
  transfer_reversed: {
    name: "Transfer reversals",
    description: "Transfers returned by the beneficiary's bank",
    headline: counted("transfer was reversed", "transfers were reversed"),
    events: ["TRANSFER_REVERSED"],
    audited: {},
  },
  transfer_paid_late: {
    name: "Paid after a failure",
    description: "Failed transfers that a bank paid later, and any of them that were returned",
    headline: counted("failed transfer was paid later", "failed transfers were paid later"),
    events: ["TRANSFER_PAID_LATE", "TRANSFER_PAID_LATE_RETURNED"],
    audited: {},
    atOnce: true,
  },
  batch_result: {
    name: "Batch results",
    description: "Batches that finished or were rejected",
    headline: counted("batch finished", "batches finished"),
    events: ["BULK_TRANSFER_REJECTED"],
    audited: {},
  },
  flowgram: {
    name: "Flowgram",
    description: "Payout links that were redeemed, reversed or expired",
    headline: counted("Flowgram event", "Flowgram events"),
    events: ["CASHGRAM_REDEEMED", "CASHGRAM_TRANSFER_REVERSAL", "CASHGRAM_EXPIRED"],
    audited: {},
  },
  approval_waiting: {
    name: "Approvals",
    description: "Requests waiting for an approver",
    headline: counted("request waits for approval", "requests wait for approval"),
    events: [],
    audited: {},
  },
  credit: {
    name: "Recharge credits",
    description: "Money credited to a fund source",
    headline: counted("recharge was credited", "recharges were credited"),
    events: ["CREDIT_CONFIRMATION"],
    audited: {},
  },
  withdrawal: {
    name: "Withdrawals",
    description: "Withdrawals to the registered bank account",
    headline: counted("withdrawal", "withdrawals"),
    events: [],
    audited: {},
  },
  low_balance: {
    name: "Low balance",
    description: "A fund source dropping below its threshold",
    headline: counted("fund source is below its threshold", "fund sources are below their thresholds"),
    events: ["LOW_BALANCE_ALERT"],
    audited: {},
  },
  downtime: {
    name: "Downtime incidents",
    description: "Banks of your fund sources, or of beneficiaries, going down and coming back up",
    headline: counted("downtime incident", "downtime incidents"),
    events: ["BENEFICIARY_INCIDENT", "FUND_SOURCE_INCIDENT"],
    audited: {},
  },
  report_ready: {
    name: "Reports ready",
    description: "Reports ready to download",
    headline: counted("report is ready", "reports are ready"),
    events: [],
    audited: {},
  },
  api_keys: {
    name: "API keys",
    description: "API keys generated or reset",
    headline: counted("change of the API keys", "changes of the API keys"),
    events: [],
    audited: {
      "access.api_client_created": "API keys generated",
      "access.api_client_reset": "API keys reset",
    },
  },
  webhook_disabled: {
    name: "Webhooks disabled",
    description: "Webhook endpoints that were disabled",
    headline: counted("webhook endpoint was disabled", "webhook endpoints were disabled"),
    events: [],
    audited: { "webhooks.endpoint_disabled": "Webhook endpoint disabled" },
  },
} as const satisfies Record<string, CategoryShape>;

export type Category = keyof typeof CATEGORIES;

/** True if `text` names a category. */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(CATEGORIES, text);
}

/** Every category with its shape, in the order in which they are shown. */
export const CATEGORY_LIST: readonly (CategoryShape & { readonly category: Category })[] = Object.entries(
  CATEGORIES,
).map(([category, shape]) => ({ ...shape, category: category as Category }));

/** Categories that wait for no pause between their e-mails. */
export const AT_ONCE: readonly Category[] = CATEGORY_LIST.filter(({ atOnce }) => atOnce).map(
  ({ category }) => category,
);

/** A category may have this many addresses. */
export const RECIPIENTS_MAX = 10;
/**
 * The pause between two e-mails of a category, in milliseconds of the merchant's clock. Categories that are sent
 * immediately ignore it.
 */
export const PAUSE_MS = 5 * 60_000;
/** At most this many rows are listed in an e-mail; the others are counted. */
export const SHOWN_MAX = 10;
