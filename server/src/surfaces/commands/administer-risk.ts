/** Operator commands for a merchant's risk rules, blocked payees and verdicts. Prints JSON. */
import type { Command } from "commander";
import { BeneficiaryError, readPayees } from "#beneficiaries";
import { FundSourceError, readFundSources } from "#fund-sources";
import type { Context } from "#lib/context";
import {
  blockPayee,
  listBlocked,
  listRules,
  type PayeeToBlock,
  readRuleHistory,
  readVerdicts,
  RiskError,
  RULE_KINDS,
  type RuleKind,
  sayParameters,
  unblockPayee,
} from "#risk";
import { readTransfers, TransferError } from "#transfers";
import {
  DECIDER,
  many,
  merchantCommand,
  needed,
  operationCommand,
  optional,
  usually,
} from "./define-command.ts";
import { OptionError, readFields, readId, readMoment, readWhole } from "./option-values.ts";

const PLACE_MAX = 1_000_000;

/** Adds the commands for rules and blocked payees. */
export function addRisk(program: Command): void {
  addRules(program);
  addBlocks(program);
}

/** The options of a rule. Its parameters have amounts in paise. */
const RULE = {
  kind: ["--kind <kind>", RULE_KINDS.join(", ")],
  parameters: needed("--parameters <json>", `e.g. '{"limitPaise": 50000000}'`, readFields),
  effect: ["--effect <effect>", "block or review; allow for trusted_amount"],
  scope: usually(optional("--scope <scope>", "merchant, fund_source, beneficiary or rail"), "merchant"),
  scopeId: optional("--scope-id <id>", "its ID; for a beneficiary, the merchant's own ID"),
} as const;
const KINDS = `\nParameters of each kind:\n${RULE_KINDS.map(sayKind).join("\n")}`;

/** Describes a rule kind in one line: its parameters and their possible values. */
function sayKind(kind: RuleKind): string {
  const parameters = Object.entries(sayParameters(kind)).map(([name, says]) => `${name}: ${says}`);
  return `  ${kind}: ${parameters.join("; ")}`;
}

function addRules(program: Command): void {
  merchantCommand(program, {
    name: "list-rules",
    says: "list a merchant's risk rules, in order",
    run: listRules,
  });
  operationCommand(program, "addRule", {
    name: "add-rule",
    says: "add a risk rule; it applies to every transfer once it is approved",
    after: KINDS,
    options: {
      ...RULE,
      place: optional("--place <number>", "position among the rules; default: last", readWhole(0, PLACE_MAX)),
      member: DECIDER,
    },
    toInput: findScope,
  });
  operationCommand(program, "tryRule", {
    name: "try-rule",
    says: "show which past transfers a rule would have stopped",
    after: KINDS,
    options: {
      ...RULE,
      from: needed("--from <time>", "2026-11-01T00:00:00+05:30", readMoment),
      to: needed("--to <time>", "end, not included; at most 31 days later", readMoment),
    },
    toInput: findScope,
  });
  operationCommand(program, "removeRule", {
    name: "remove-rule",
    says: "remove a risk rule once that is approved; its past verdicts stay",
    options: { ruleId: "--rule <id>", member: DECIDER },
  });
}

/** Finds what a rule is about. Throws if it could never apply, as there is no such fund source or beneficiary. */
async function findScope<Rule extends Readonly<Record<string, unknown>>>(
  ctx: Context,
  merchantId: string,
  rule: Rule,
): Promise<Rule> {
  const { scope, scopeId } = rule;
  if (scopeId === undefined) return rule;
  if (scope === "beneficiary")
    return { ...rule, scopeId: await beneficiaryIdOf(ctx, merchantId, String(scopeId)) };
  const sources = scope === "fund_source" ? await ctx.db.inMerchant(merchantId, readFundSources) : null;
  if (sources !== null && !sources.some(({ fundSourceId }) => fundSourceId === scopeId))
    throw FundSourceError.not_found({ fundSourceId: scopeId });
  return rule;
}

function addBlocks(program: Command): void {
  merchantCommand(program, {
    name: "block-payee",
    says: "block a payee: a beneficiary, account with IFSC, VPA, phone, IFSC, bank or card token",
    options: {
      beneficiary: optional("--beneficiary <beneId>", "the merchant's own ID"),
      account: optional("--account <number>"),
      ifsc: optional("--ifsc <ifsc>"),
      vpa: optional("--vpa <vpa>"),
      phone: optional("--phone <number>"),
      bank: optional("--bank <code>", "the first four letters of its IFSCs"),
      card: optional("--card <token>", "a network token"),
      expiresAt: optional("--until <time>", "end of the block, with time zone; default: no end", readMoment),
      because: needed("--because <reason>"),
      member: DECIDER,
    },
    asks: "manage_limits",
    run: async (ctx, merchantId, { because, expiresAt = null, by, ...named }) =>
      blockPayee(ctx, merchantId, { payee: await readPayee(ctx, merchantId, named), because, expiresAt, by }),
  });
  merchantCommand(program, {
    name: "unblock-payee",
    says: "unblock a payee",
    options: {
      blockId: needed("--block <id>", "", readId),
      because: needed("--because <reason>"),
      member: DECIDER,
    },
    asks: "manage_limits",
    run: async (ctx, merchantId, block) => {
      await unblockPayee(ctx, merchantId, block);
      return listBlocked(ctx, merchantId);
    },
  });
  merchantCommand(program, {
    name: "list-blocked",
    says: "list the newest 100 blocks",
    run: (ctx, merchantId) => listBlocked(ctx, merchantId),
  });
}

type Named = Partial<Record<"beneficiary" | "account" | "ifsc" | "vpa" | "phone" | "bank" | "card", string>>;

async function readPayee(ctx: Context, merchantId: string, named: Named): Promise<PayeeToBlock> {
  const { beneficiary, account, ifsc, vpa, phone, bank, card } = named;
  if (beneficiary !== undefined)
    return { kind: "beneficiary", beneficiaryId: await beneficiaryIdOf(ctx, merchantId, beneficiary) };
  if (account !== undefined && ifsc !== undefined) return { kind: "account", accountNumber: account, ifsc };
  if (vpa !== undefined) return { kind: "vpa", vpa };
  if (phone !== undefined) return { kind: "phone", phone };
  if (ifsc !== undefined) return { kind: "ifsc", ifsc };
  if (bank !== undefined) return { kind: "bank", bankCode: bank };
  if (card !== undefined) return { kind: "card", token: card };
  throw new OptionError(
    "Whom to block? Give --beneficiary, --account and --ifsc, --vpa, --phone, --ifsc, --bank or --card",
  );
}

async function beneficiaryIdOf(ctx: Context, merchantId: string, beneId: string): Promise<string> {
  const [payee] = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [beneId] }));
  if (payee === undefined) throw BeneficiaryError.not_found({ beneId });
  return payee.beneficiaryId;
}

/** Adds the commands that read verdicts and the history of a rule. */
export function addVerdicts(program: Command): void {
  merchantCommand(program, {
    name: "list-verdicts",
    says: "list risk verdicts on transfers, with the rule as it was then",
    options: { transferKeys: many("--transfer <transferId...>", "the merchant's own IDs") },
    run: (ctx, merchantId, { transferKeys }) => listVerdicts(ctx, merchantId, transferKeys),
  });
  merchantCommand(program, {
    name: "rule-history",
    says: "list the versions of a risk rule, newest first: its content, when it applied, and who set it",
    options: { ruleId: needed("--rule <id>", "the rule ID from list-rules, or of a removed rule", readId) },
    run: async (ctx, merchantId, { ruleId }) => {
      const versions = await readRuleHistory(ctx, merchantId, ruleId);
      if (versions.length === 0) throw RiskError.rule_not_found({ ruleId });
      return versions;
    },
  });
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
