import type { Asking } from "#lib/db";
import type { TransferMode } from "#rails";
import { ruleOf, type Rule, type RuleRow } from "./rule.ts";

/** A rule that is asked, without its history. */
export type ActiveRule = Pick<
  Rule,
  "ruleId" | "version" | "kind" | "parameters" | "scope" | "scopeId" | "effect"
>;

/** What a merchant's transfers are judged by. */
export interface RulesInForce {
  /** Modes that the merchant has not been given at all. */
  readonly unavailableModes: readonly TransferMode[];
  /** Modes that it has switched off. */
  readonly disabledModes: readonly TransferMode[];
  /** Whether any payee is blocked. */
  readonly hasBlocks: boolean;
  /** In the order of their places. */
  readonly rules: readonly ActiveRule[];
}

type Row = Omit<RulesInForce, "rules"> & { readonly rules: readonly RuleRow[] };

/** Reads all that is in force in one statement; for most merchants it is nothing, and nothing more is asked. */
export async function readRules(tx: Asking): Promise<RulesInForce> {
  const [row] = await tx.query<Row>(READ, [tx.merchantId]);
  return { ...row!, rules: row!.rules.map(ruleOf) };
}

const READ = `
  select coalesce(mode_set.unavailable_modes, '{}') as "unavailableModes",
    coalesce(mode_set.disabled_modes, '{}') as "disabledModes",
    exists (
      select from risk.blocked_payee
      where merchant_id = $1
        and unblocked_at is null
        and (expires_at is null or expires_at > lib.now_of($1))
    ) as "hasBlocks",
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'ruleId', rule_id, 'version', version, 'kind', kind, 'parameters', parameters, 'scope', scope,
          'scopeId', scope_id, 'effect', effect
        )
        order by place, rule_id
      )
      from risk.rule
      where merchant_id = $1
        and active
        and ended_at is null
    ), '[]') as rules
  from (values (1)) as once
  left join risk.mode_set on mode_set.merchant_id = $1`;
