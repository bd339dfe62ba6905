import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { firstIdAt } from "#lib/ids";
import { DAY_MS } from "./kind.ts";
import { BLOCK_STOPS, keyToBlock, type PayeeToBlock } from "./payee-key.ts";
import {
  type GivenRule,
  IS_COUNTED_SQL,
  readTerms,
  type RuleScope,
  SCOPE_ID_SQL,
  SUBJECT_SQL,
  toJson,
} from "./rule.ts";
import { kindOf } from "./kinds.ts";

/** A rule to try, or a payee whose block is to be tried. */
type RuleToTry =
  | (GivenRule & {
      /** The rule that it would replace. Transfers that the replaced rule stopped are judged again. */
      readonly ruleId?: string | null;
    })
  | { readonly kind: "block_list"; readonly payee: PayeeToBlock };

/** At most 31 days by the merchant's clock. `to` is not included. */
interface DryRunRange {
  readonly from: Date;
  readonly to: Date;
}

/** A past transfer that the rule would have applied to. */
interface StoppedTransfer {
  readonly transferId: string;
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly beneficiaryId: string;
  readonly amountPaise: bigint;
  readonly acceptedAt: Date;
}

export interface DryRun {
  /** The number and the sum of the transfers judged. */
  readonly judged: { readonly count: number; readonly sumPaise: bigint };
  /** The transfers that the rule would have blocked, held for review or trusted, as its effect says. */
  readonly stopped: { readonly count: number; readonly sumPaise: bigint };
  /** The first hundred of those stopped, in the order in which they were accepted. */
  readonly first: readonly StoppedTransfer[];
}

const DAYS_MAX = 31;
const FIRST_MAX = 100;
// This is less time than a transaction may take.
const TIMEOUT = "set local statement_timeout = '25s'";

/**
 * Finds the transfers of some days that a rule would have stopped if it had been the only one, and in force from the
 * first day on. It only reads, and locks no rows. Throws what `addRule` throws about a rule, RiskError.payee_invalid,
 * range_invalid, too_much_to_try, and trial_under_way while another trial of the merchant runs.
 */
export async function dryRunRule(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  rule: RuleToTry,
  { from, to }: DryRunRange,
): Promise<DryRun> {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (!(days > 0 && days <= DAYS_MAX)) throw RiskError.range_invalid({ daysMax: DAYS_MAX });
  const trial = "payee" in rule ? trialOfBlock(ctx, merchantId, rule.payee) : trialOfRule(rule);
  return ctx.db
    .inMerchant(merchantId, (tx) => run(tx, trial, { from, to }))
    .catch((error: unknown) => {
      throw isTimeout(error) ? RiskError.too_much_to_try({ from, to }) : error;
    });
}

interface Trial {
  readonly stops: string;
  readonly terms: Readonly<Record<string, number | string>>;
  readonly scope: RuleScope;
  readonly scopeId: string | null;
  readonly keeps: boolean;
  readonly lookBackMs: number;
  readonly ruleId: string | null;
}

function trialOfRule({ ruleId = null, ...given }: GivenRule & { ruleId?: string | null }): Trial {
  const { kind, parameters, scope, scopeId, effect } = readTerms(given);
  const { stops, lookBackMs, need } = kindOf(kind);
  // Transfers that wait for a review do not use up a limit.
  const isLimit = need === "day" || need === "minutes";
  return {
    stops,
    terms: toJson(parameters),
    scope,
    scopeId,
    keeps: effect === "allow" || (effect === "review" && !isLimit),
    lookBackMs: lookBackMs(parameters),
    ruleId,
  };
}

function trialOfBlock(ctx: Pick<Context, "vault">, merchantId: string, payee: PayeeToBlock): Trial {
  const found = keyToBlock(ctx.vault, merchantId, payee);
  if (found === null) throw RiskError.payee_invalid({ kind: payee.kind });
  const stops = BLOCK_STOPS[found.kind];
  const terms = { key: found.key, former: found.former ?? "" };
  return { stops, terms, scope: "merchant", scopeId: null, keeps: false, lookBackMs: 0, ruleId: null };
}

interface Row {
  judged: bigint;
  judgedPaise: bigint;
  stopped: bigint;
  stoppedPaise: bigint;
}

async function run(tx: Tx, trial: Trial, { from, to }: DryRunRange): Promise<DryRun> {
  await Promise.all([tx.execute("set transaction read only"), tx.execute(TIMEOUT)]);
  // A trial may read a month of transfers. A merchant runs one at a time, so that it does not slow down all others.
  const [turn] = await tx.query<{ mine: boolean }>(TAKE_TURN, [`risk.trial:${tx.merchantId}`]);
  if (turn?.mine !== true) throw RiskError.trial_under_way();
  const since = new Date(from.getTime() - trial.lookBackMs);
  const rows = await tx.query<Row & (StoppedTransfer | { readonly transferId: null })>(tryOut(trial), [
    tx.merchantId,
    firstIdAt(tx, since),
    since,
    from,
    to,
    JSON.stringify(trial.terms),
    trial.scopeId,
    trial.keeps,
    trial.ruleId,
    FIRST_MAX,
  ]);
  const { judged, judgedPaise, stopped, stoppedPaise } = rows[0]!;
  return {
    judged: { count: Number(judged), sumPaise: judgedPaise },
    stopped: { count: Number(stopped), sumPaise: stoppedPaise },
    first: rows.flatMap((row) => (row.transferId === null ? [] : [stoppedOf(row)])),
  };
}

function stoppedOf(row: StoppedTransfer): StoppedTransfer {
  const { transferId, transferKey, referenceId, beneficiaryId, amountPaise, acceptedAt } = row;
  return { transferId, transferKey, referenceId, beneficiaryId, amountPaise, acceptedAt };
}

/**
 * Returns SQL that judges past transfers in the order in which they were accepted. Those before `from`, and those that
 * the rule does not apply to, are counted but not judged.
 */
function tryOut({ stops, scope }: Trial): string {
  return `
    with past as (
      select transfer_id, transfer_key, reference_id, beneficiary_id, amount_paise, accepted_at, destination,
        payee_added_at, account_index, card_index, vpa, phone, vpa_index, phone_index, ifsc, paid_at,
        $6::jsonb as terms, $8::boolean as keeps,
        ${SUBJECT_SQL[scope]} as subject,
        case when taken then unpaid_at end as unpaid_at,
        accepted_at >= $4 and ($7::text is null or ${SCOPE_ID_SQL[scope]} = $7) as judged
      from risk.past_transfer
      where merchant_id = $1
        and transfer_id >= $2
        and accepted_at >= $3
        and accepted_at < $5
        and ${IS_COUNTED_SQL}
        and (
          taken
          or $9::uuid is not null and exists (
            select from risk.verdict
            where verdict.merchant_id = $1
              and verdict.rule_id = $9
              and verdict.transfer_id = past_transfer.transfer_id
          )
        )
    ), tried as materialized (
      select transfer_id, transfer_key, reference_id, beneficiary_id, amount_paise, accepted_at, judged,
        ${stops} as stops
      from past
    ), totals as (
      select count(*) filter (where judged) as judged,
        coalesce(sum(amount_paise) filter (where judged), 0)::bigint as judged_paise,
        count(*) filter (where stops) as stopped,
        coalesce(sum(amount_paise) filter (where stops), 0)::bigint as stopped_paise
      from tried
    )
    select totals.judged, totals.judged_paise as "judgedPaise", totals.stopped,
      totals.stopped_paise as "stoppedPaise", first.transfer_id as "transferId",
      first.transfer_key as "transferKey", first.reference_id as "referenceId",
      first.beneficiary_id as "beneficiaryId", first.amount_paise as "amountPaise",
      first.accepted_at as "acceptedAt"
    from totals
    left join lateral (
      select *
      from tried
      where stops
      order by reference_id
      limit $10
    ) as first on true
    order by first.reference_id`;
}

const TAKE_TURN = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine";

const QUERY_CANCELED = "57014";

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
}
