/** Metrics of transfers: what this process has brought about, and what is open at each home. */
import type { Context } from "#lib/context";
import { CLOCK, defineCounter, defineDurations, defineFigures, defineProcessFigures } from "#lib/metrics";
import type { Outcome } from "#banks";
import type { Status } from "./machine.ts";
import { runtimeOf } from "./runtime.ts";
import type { Transfer } from "./transfer.ts";
import type { Change } from "./write-changes.ts";

const sets = defineCounter("vitaran_sets_total", {
  help: "Sets of orders that were accepted, and of bank reports that were recorded, by one commit each.",
  labels: ["set"],
});
const items = defineCounter("vitaran_set_items_total", {
  help: "Orders and bank reports in these sets.",
  labels: ["set"],
});

export function countSet(set: "accept" | "record", size: number): void {
  sets.inc({ set });
  items.inc({ set }, size);
}

const bankCalls = defineDurations("vitaran_bank_call_duration_seconds", {
  help: "Time that banks took to answer a payment (pay) or an enquiry (enquire), by the outcome that they gave.",
  labels: ["bank", "rail", "operation", "outcome"],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** Measures a call to a bank. One that throws has an unknown outcome. */
export async function timeBankCall(
  { bankId: bank, rail, operation }: { bankId: string; rail: string; operation: "pay" | "enquire" },
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = bankCalls.startTimer({ bank, rail, operation });
  let outcome: Outcome["kind"] = "unknown";
  try {
    const answer = await call();
    outcome = answer.kind;
    return answer;
  } finally {
    end({ outcome });
  }
}

const pace = defineCounter("vitaran_bank_pace_wait_seconds_total", {
  help: "Time that payments waited because their bank accepts only a limited number a second.",
  labels: ["bank"],
});

export function countPaceWait(bank: string, waitMs: number): void {
  pace.inc({ bank }, waitMs / 1_000);
}

/** The words of the metric for the statuses that are outcomes. */
const OUTCOMES: Readonly<Partial<Record<Status, string>>> = {
  succeeded: "paid",
  failed: "failed",
  rejected: "rejected",
  cancelled: "cancelled",
  reversed: "returned",
  review: "review",
};

type Counted = Pick<Transfer, "merchantId" | "rail" | "bankId">;

interface Tally {
  readonly merchantId: string;
  readonly rail: string;
  readonly bank: string;
  readonly outcome: string;
  count: number;
}

/** By merchant, because only a question shows whether a merchant is live, and a payment must not wait for it. */
const tallies = new Map<string, Tally>();
const modes = new Map<string, string>();

function count({ merchantId, rail, bankId }: Counted, outcome: string): void {
  const bank = bankId ?? "none";
  const key = `${merchantId} ${rail} ${bank} ${outcome}`;
  const tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, { merchantId, rail, bank, outcome, count: 1 });
  else tally.count += 1;
}

/** Counts the outcomes of changes that are committed. */
export function countChanges(changes: readonly Pick<Change, "before" | "after">[]): void {
  for (const { before, after } of changes) {
    const outcome = OUTCOMES[after.status];
    if (outcome !== undefined && before.status !== after.status) count(after, outcome);
  }
}

/** Counts an order that is accepted, or stored as one that ended at once. */
export function countOrder(kind: "accepted" | "rejected" | "failed", transfer: Transfer): void {
  count(transfer, kind);
}

/** A merchant whose mode cannot be read in this time is counted when it can be. */
const MODES_WITHIN_MS = 1_000;

async function learnModes({ db }: Context): Promise<void> {
  const unknown = new Set(
    [...tallies.values()].map(({ merchantId }) => merchantId).filter((id) => !modes.has(id)),
  );
  if (unknown.size === 0) return;
  const { promise: enough, resolve: stop } = Promise.withResolvers<readonly never[]>();
  const timer = setTimeout(() => stop([]), MODES_WITHIN_MS);
  const reading = db.sweepReachable((read) =>
    read.query<{ merchantId: string; mode: string }>(
      `select merchant_id as "merchantId", mode from access.merchant_clock where merchant_id = any ($1::uuid[])`,
      [[...unknown]],
    ),
  );
  const found = await Promise.race([reading.catch(() => []), enough]);
  clearTimeout(timer);
  for (const { merchantId, mode } of found) modes.set(merchantId, mode);
}

defineProcessFigures({
  metrics: {
    vitaran_transfers_total: {
      type: "counter",
      help: "Transfers by outcome: accepted, paid, failed, rejected, cancelled, returned, or put in review.",
      labels: ["mode", "rail", "bank", "outcome"],
      value: "count",
    },
  },
  async read(ctx) {
    await learnModes(ctx);
    return [...tallies.values()].flatMap(({ merchantId, ...tally }) => {
      const mode = modes.get(merchantId);
      return mode === undefined ? [] : [{ mode, ...tally }];
    });
  },
});

defineProcessFigures({
  metrics: {
    vitaran_payments_in_progress: {
      help: "Payments that this process has given to banks and that are not answered.",
      value: "count",
    },
  },
  read: (ctx) => [{ count: runtimeOf(ctx).atBanks.all() }],
});

/** The state of an open transfer; the names are those of `STATES`. */
const STATE = `
  case
    when status = 'waiting' then
      case waiting_for
        when 'schedule' then 'scheduled'
        when 'funds' then 'queued_for_funds'
        when 'window' then 'queued_for_window'
        else 'queued_for_bank'
      end
    when status = 'sent' then 'with_bank'
    when status = 'review' then 'under_review'
    else 'sending'
  end`;

/**
 * Open transfers have a due time, except those that were sent at once, until they have been looked through; those come
 * after the last that was.
 */
const OPEN = `
  select ${STATE} as state, rail, coalesce(bank_id, 'none') as bank,
    case
      when waiting_for = 'schedule' then process_on
      when status in ('sent', 'review') then sent_at
      else accepted_at
    end as since
  from (
    select status, waiting_for, rail, bank_id, accepted_at, sent_at, process_on
    from transfers.transfer
    where merchant_id = clock.merchant_id
      and due_at is not null
      and status in ('ready', 'waiting', 'sent', 'review')
    union all
    select status, waiting_for, rail, bank_id, accepted_at, sent_at, process_on
    from transfers.transfer
    where merchant_id = clock.merchant_id
      and due_at is null
      and status = 'sent'
      and reference_id > (
        select coalesce(max(watched.reference_id), 0)
        from transfers.watched
        where watched.merchant_id = clock.merchant_id
      )
  ) as transfer`;

export const transfersFigures = defineFigures({
  name: "transfers",
  queries: [
    {
      sql: `${CLOCK}
        select mode, state, rail, bank, sum(transfers) as transfers, max(oldest) as oldest
        from clock
        cross join lateral (
          select state, rail, bank, count(*) as transfers,
            greatest(extract(epoch from clock.now - min(since)), 0) as oldest
          from (${OPEN}) as open
          group by state, rail, bank
        ) as open
        group by mode, state, rail, bank`,
      metrics: {
        vitaran_transfers_open: {
          help: "Transfers that are not over, by what they wait for. With_bank are sent and unknown.",
          labels: ["mode", "state", "rail", "bank"],
          value: "transfers",
        },
        vitaran_transfers_oldest_seconds: {
          help: "Age of the oldest of these: since it was sent, since its scheduled time, or since it was accepted.",
          labels: ["mode", "state", "rail", "bank"],
          value: "oldest",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, kind, count(*) as contradictions
        from clock
        join transfers.contradiction using (merchant_id)
        group by mode, kind`,
      metrics: {
        vitaran_contradictions_total: {
          type: "counter",
          help: "Bank reports that contradict what was recorded. They stay on record.",
          labels: ["mode", "kind"],
          value: "contradictions",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, bank_id as bank, count(*) as reports
        from clock
        join transfers.stray_news using (merchant_id)
        where matched_at is null
        group by mode, bank_id`,
      metrics: {
        vitaran_bank_reports_unmatched: {
          help: "Bank reports with a reference that is not known here.",
          labels: ["mode", "bank"],
          value: "reports",
        },
      },
    },
  ],
});
