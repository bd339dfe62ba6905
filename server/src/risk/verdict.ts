/** The verdict of the shield on a transfer, which is stored with it. */
import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";
import type { FailureReason, TransferMode } from "#rails";
import type { Block } from "./block.ts";
import type { Counted } from "./kinds/kind.ts";
import type { ActiveRule } from "./read-rules.ts";
import { toJson } from "./rule.ts";
import type { Scope } from "./scope.ts";
import type { RuleKind } from "./table-of-kinds.ts";

/** Why a transfer is not allowed; the edges translate each to their own words. */
export type RiskCode =
  | "feature_not_available"
  | "mode_not_enabled"
  | "beneficiary_not_allowed"
  | "account_limit_exceeded"
  | "beneficiary_limit_exceeded";

/** The source of a verdict: a rule as it was then, a block, or the merchant's modes. */
export interface Speaker {
  readonly kind: RuleKind | "block_list" | "mode";
  /** The rule's id or the block's; null: a mode. */
  readonly ruleId: string | null;
  /** The rule's version; null where there are none. */
  readonly version: number | null;
  readonly scope: Scope | null;
  readonly scopeId: string | null;
  /** Amounts in paise. */
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

export type Verdict =
  | { readonly kind: "allow" }
  /** Acceptable, once someone has looked at it. */
  | ({ readonly kind: "review" } & Spoken)
  /** `stored`: whether the refused transfer is kept, so that its id is used up. */
  | ({ readonly kind: "block"; readonly stored: boolean } & Spoken);

/** A verdict other than allow. */
export type Objection = Exclude<Verdict, { kind: "allow" }>;

/** A mode that the merchant has not got is a wrong order: nothing is stored. */
export function blockMode(code: "feature_not_available" | "mode_not_enabled", mode: TransferMode): Objection {
  const rule = speaker({ kind: "mode", parameters: { mode } });
  return { kind: "block", stored: false, code, reason: "DISABLED_MODE", details: { mode }, rule };
}

/** A blocked payee. */
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

/** Limits are told as what they are; what is suspected of a payment is no one's to know. */
function answerOf(kind: RuleKind, scope: Scope): Pick<Spoken, "code" | "reason"> {
  const isLimit = kind === "transfer_limit" || kind === "daily_limit" || kind === "velocity";
  if (!isLimit) return { code: "beneficiary_not_allowed", reason: "SUSPECTED_TRANSFER" };
  return scope === "beneficiary"
    ? { code: "beneficiary_limit_exceeded", reason: "DEST_LIMIT_REACHED" }
    : { code: "account_limit_exceeded", reason: "SUSPECTED_TRANSFER" };
}

function speaker(spoke: Pick<Speaker, "kind" | "parameters"> & Partial<Speaker>): Speaker {
  return { ruleId: null, version: null, scope: null, scopeId: null, counted: {}, ...spoke };
}

/** When the verdict was given: on acceptance, or later, before the transfer was sent. */
export type Stage = "accept" | "dispatch";

/** Keeps verdicts with the decision, in the caller's transaction. */
export async function writeVerdicts(
  tx: Tx,
  stage: Stage,
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
    // A blocked payee is named by its shown text.
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
