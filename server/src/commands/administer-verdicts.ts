/** Operator commands for the history of the risk shield: verdicts on transfers, and changes of a rule. */
import type { Command } from "commander";
import type { Context } from "#lib/context";
import { readRuleHistory, readVerdicts, RiskError } from "#risk";
import { readTransfers, TransferError } from "#transfers";
import { readId } from "./option-values.ts";
import { printFor } from "./print-result.ts";

/** Adds the commands that read verdicts and the history of a rule. */
export function addVerdicts(program: Command): void {
  program
    .command("list-verdicts")
    .description("list risk verdicts on transfers, with the rule as it was then")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--transfer <transferId...>", "the merchant's own IDs")
    .action(({ merchant, transfer }: { merchant: string; transfer: string[] }) =>
      printFor(merchant, (ctx) => listVerdicts(ctx, merchant, transfer)),
    );
  program
    .command("rule-history")
    .description(
      "list the versions of a risk rule, newest first: its content, when it applied, and who set it",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--rule <id>", "the rule ID from list-rules, or of a removed rule", readId)
    .action(({ merchant, rule }: { merchant: string; rule: string }) =>
      printFor(merchant, async (ctx) => {
        const versions = await readRuleHistory(ctx, merchant, rule);
        if (versions.length === 0) throw RiskError.rule_not_found({ ruleId: rule });
        return versions;
      }),
    );
}

async function listVerdicts(ctx: Context, merchantId: string, transferKeys: string[]): Promise<unknown> {
  const transfers = await readTransfers(ctx, merchantId, { transferKeys });
  const unknown = transferKeys.find((key) => !transfers.some(({ transferKey }) => transferKey === key));
  if (unknown !== undefined) throw TransferError.not_found({ transferKey: unknown });
  const transferIds = transfers.map(({ transferId }) => transferId);
  const verdicts = await ctx.db.inMerchant(merchantId, (tx) => readVerdicts(tx, transferIds));
  return transfers.map(({ transferId, transferKey, publicStatus }) => ({
    transferId: transferKey,
    status: publicStatus,
    verdicts: verdicts
      .filter((verdict) => verdict.transferId === transferId)
      .map(({ transferId: _transferId, ...verdict }) => verdict),
  }));
}
