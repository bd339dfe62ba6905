/** The verdict of the risk shield on a transfer, which is stored with it. */
import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";
import type { FailureReason, TransferMode } from "#rails";
import type { Block } from "./block.ts";
import type { Counted } from "./kind.ts";
import type { RuleKind } from "./kinds.ts";
import type { ActiveRule } from "./stored-rules.ts";
import { type RuleScope, toJson } from "./rule.ts";

/** Reasons why a transfer is not allowed. Each API has its own texts for them. */
type RiskCode =
  | "feature_not_available"
  | "mode_not_enabled"
  | "beneficiary_not_allowed"
  | "account_limit_exceeded"
  | "beneficiary_limit_exceeded";

/** The source of a verdict: a rule in the version of that time, a block, or the merchant's modes. */
interface Speaker {
  readonly kind: RuleKind | "block_list" | "mode";
  /** The ID of the rule or block. Null if the source is a mode. */
  readonly ruleId: string | null;
  /** The version of the rule. Null if the source is not a rule. */
  readonly version: number | null;
  readonly scope: RuleScope | null;
  readonly scopeId: string | null;
  /** Amounts are in paise. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The counts before the transfer. */
  readonly counted: Counted;
}

interface Spoken {
  readonly code: RiskCode;
  /** The reason that the merchant sees when the transfer is rejected. */
  readonly reason: FailureReason;
  readonly details: Record<string, unknown>;
  readonly rule: Speaker;
}

export type RiskVerdict =
  | { readonly kind: "allow" }
  /** The transfer is acceptable after a review by a person. */
  | ({ readonly kind: "review" } & Spoken)
  /** `stored` is true if the refused transfer is stored, so that its transfer ID is used up. */
  | ({ readonly kind: "block"; readonly stored: boolean } & Spoken);

/** A verdict other than allow. */
export type Objection = Exclude<RiskVerdict, { kind: "allow" }>;

/** A merchant that orders in a mode that it cannot use gets a refusal, and nothing is stored. */
export function blockMode(code: "feature_not_available" | "mode_not_enabled", mode: TransferMode): Objection {
  const rule = speaker({ kind: "mode", parameters: { mode } });
  return { kind: "block", stored: false, code, reason: "DISABLED_MODE", details: { mode }, rule };
}

export function blockPayment({ blockId, kind, shown, because }: Block): Objection {
  const rule = speaker({ kind: "block_list", ruleId: blockId, parameters: { kind, shown, because } });
  const code = "beneficiary_not_allowed";
  return { kind: "block", stored: true, code, reason: "BENEFICIARY_BLACKLISTED", details: {}, rule };
}

/** Returns the objection of a rule to a transfer. */
export function objectBy(
  { effect, ...spoke }: ActiveRule & { effect: "review" | "block" },
  counted: Counted,
): Objection {
  const { kind, ruleId, version, scope, scopeId } = spoke;
  const parameters = toJson(spoke.parameters);
  const rule: Speaker = { kind, ruleId, version, scope, scopeId, parameters, counted };
  const spoken: Spoken = { ...answerOf(kind, scope), details: { ruleId, kind, ...parameters }, rule };
  return effect === "block" ? { kind: "block", stored: true, ...spoken } : { kind: "review", ...spoken };
}

/** The caller learns about limits, but not what is suspected about a payment. */
function answerOf(kind: RuleKind, scope: RuleScope): Pick<Spoken, "code" | "reason"> {
  const isLimit = kind === "transfer_limit" || kind === "daily_limit" || kind === "velocity";
  if (!isLimit) return { code: "beneficiary_not_allowed", reason: "SUSPECTED_TRANSFER" };
  return scope === "beneficiary"
    ? { code: "beneficiary_limit_exceeded", reason: "DEST_LIMIT_REACHED" }
    : { code: "account_limit_exceeded", reason: "SUSPECTED_TRANSFER" };
}

function speaker(spoke: Pick<Speaker, "kind" | "parameters"> & Partial<Speaker>): Speaker {
  return { ruleId: null, version: null, scope: null, scopeId: null, counted: {}, ...spoke };
}

/** The time of the verdict: on acceptance, or later, before the transfer is sent. */
export type VerdictStage = "accept" | "dispatch";

/** Stores verdicts in the caller's transaction. */
export async function writeVerdicts(
  tx: Tx,
  stage: VerdictStage,
  verdicts: ReadonlyMap<string, Objection>,
): Promise<void> {
  if (verdicts.size === 0) return;
  const spoken = [...verdicts.values()];
  const rules = spoken.map(({ rule }) => rule);
  await tx.execute(INSERT, [
    tx.merchantId,
    tx.now,
    stage,
    [...verdicts.keys()],
    spoken.map(({ kind }) => kind),
    spoken.map(({ code }) => code),
    spoken.map(({ reason }) => reason),
    rules.map(({ kind }) => kind),
    rules.map(({ ruleId }) => ruleId),
    rules.map(({ version }) => version),
    rules.map(({ scope }) => scope),
    rules.map(({ scopeId }) => scopeId),
    // The parameters of a block have the shown text of the payee, which is sealed.
    rules.map(({ parameters }) => JSON.stringify(sealFields(tx, ["shown"], parameters))),
    rules.map(({ counted }) => JSON.stringify(counted)),
  ]);
}

const INSERT = `
  insert into risk.verdict (
    merchant_id, judged_at, stage, transfer_id, effect, code, reason, kind, rule_id, rule_version, scope, scope_id,
    parameters, counted
  )
  select $1, $2, $3, spoken.*
  from unnest(
    $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::integer[], $11::text[],
    $12::text[], $13::jsonb[], $14::jsonb[]
  ) as spoken`;

/** A stored objection to a transfer. */
export interface KeptVerdict {
  readonly transferId: string;
  readonly stage: VerdictStage;
  readonly effect: "review" | "block";
  readonly code: RiskCode;
  readonly reason: string;
  readonly rule: Speaker;
  readonly judgedAt: Date;
}

/** Reads the verdicts on some transfers. Transfers without an objection have none. */
export async function readVerdicts(tx: Tx, transferIds: readonly string[]): Promise<KeptVerdict[]> {
  return tx.query<KeptVerdict>(READ, [tx.merchantId, transferIds]);
}

const READ = `
  select transfer_id as "transferId", stage, effect, code, reason, judged_at as "judgedAt",
    jsonb_build_object(
      'kind', kind, 'ruleId', rule_id, 'version', rule_version, 'scope', scope, 'scopeId', scope_id,
      'parameters', parameters, 'counted', counted
    ) as rule
  from unnest($2::uuid[]) as wanted (id)
  join risk.verdict
    on merchant_id = $1
   and transfer_id = wanted.id
  order by transfer_id, stage`;
