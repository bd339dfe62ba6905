import type { FailureReason, TransferMode } from "#rails";
import type { RiskFacts } from "./risk-facts.ts";

/** What the rules say of one transfer, with the rule that spoke. */
export type Verdict =
  | { kind: "allow" }
  | {
      kind: "block";
      code: RiskCode;
      reason: FailureReason;
      /** Whether the refused transfer is kept, so that its id is used up. */
      stored: boolean;
      details: Record<string, unknown>;
    };

export type RiskCode =
  | "feature_not_available"
  | "mode_not_enabled"
  | "beneficiary_not_allowed"
  | "account_limit_exceeded"
  | "beneficiary_limit_exceeded";

interface Judged {
  merchantId: string;
  beneficiaryId: string;
  mode: TransferMode;
  amountPaise: bigint;
}

/** Judges one transfer by its merchant's rules. Pure: all it knows stands in `facts`. */
export function judgeTransfer(facts: RiskFacts, transfer: Judged): Verdict {
  const { rules } = facts;
  const { mode, merchantId, beneficiaryId } = transfer;
  if (rules.unavailableModes.includes(mode)) return block("feature_not_available", "DISABLED_MODE", { mode });
  if (rules.disabledModes.includes(mode)) return block("mode_not_enabled", "DISABLED_MODE", { mode });
  if (facts.blocked.has(beneficiaryId))
    return block("beneficiary_not_allowed", "BENEFICIARY_BLACKLISTED", {});
  if (exceeds(facts, merchantId, rules.accountLimitPerDayPaise, transfer)) {
    return block("account_limit_exceeded", "SUSPECTED_TRANSFER", {
      limitPaise: rules.accountLimitPerDayPaise,
    });
  }
  if (exceeds(facts, beneficiaryId, rules.beneficiaryLimitPerDayPaise, transfer)) {
    return block("beneficiary_limit_exceeded", "DEST_LIMIT_REACHED", {
      limitPaise: rules.beneficiaryLimitPerDayPaise,
    });
  }
  return { kind: "allow" };
}

function exceeds(facts: RiskFacts, subjectId: string, limitPaise: bigint | null, transfer: Judged): boolean {
  return limitPaise !== null && facts.usedToday(subjectId) + transfer.amountPaise > limitPaise;
}

/** What the merchant has not got is a wrong order; what a limit or a block list stops is a rejected transfer. */
function block(code: RiskCode, reason: FailureReason, details: Record<string, unknown>): Verdict {
  const stored = code !== "feature_not_available" && code !== "mode_not_enabled";
  return { kind: "block", code, reason, stored, details };
}
