/** Every kind of rule. A new kind needs a file in `kinds`, a line here and its name in the table's constraint. */
import { dailyLimit } from "./kinds/daily-limit.ts";
import { duplicate } from "./kinds/duplicate.ts";
import type { Kind } from "./kinds/kind.ts";
import { newPayee } from "./kinds/new-payee.ts";
import { transferLimit } from "./kinds/transfer-limit.ts";
import { trustedAmount } from "./kinds/trusted-amount.ts";
import { unusualAmount } from "./kinds/unusual-amount.ts";
import { velocity } from "./kinds/velocity.ts";

const TABLE = {
  trusted_amount: trustedAmount,
  transfer_limit: transferLimit,
  daily_limit: dailyLimit,
  velocity,
  new_payee: newPayee,
  duplicate,
  unusual_amount: unusualAmount,
} as const;

export type RuleKind = keyof typeof TABLE;

export const RULE_KINDS = Object.keys(TABLE) as readonly RuleKind[];

export function kindOf(kind: RuleKind): Kind {
  return TABLE[kind] as Kind;
}
