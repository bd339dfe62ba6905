import type { Tx } from "#lib/db";
import type { RiskCode, Speaker, VerdictStage } from "./verdict.ts";

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
