/** Operator commands for a merchant's risk rules and blocked payees. Prints JSON. */
import type { Command } from "commander";
import type { Actor } from "#audit";
import { BeneficiaryError, readPayees } from "#beneficiaries";
import { FundSourceError, readFundSources } from "#fund-sources";
import type { Context } from "#lib/context";
import {
  blockPayee,
  dryRunRule,
  listBlocked,
  listRules,
  requestRule,
  RULE_KINDS,
  sayParameters,
  unblockPayee,
  type GivenRule,
  type PayeeToBlock,
  type RuleKind,
} from "#risk";
import { printBy, printFor } from "./print-result.ts";
import { OptionError, readFields, readId, readMoment, readWhole } from "./option-values.ts";

type Options = Readonly<Record<string, string | undefined>>;

/** A rule as given in the options. */
interface RuleOptions {
  readonly merchant: string;
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly effect: string;
  readonly scope: string;
  readonly scopeId?: string;
}

interface ToAdd extends RuleOptions {
  readonly place?: number;
  readonly member: string;
}

interface ToTry extends RuleOptions {
  readonly from: Date;
  readonly to: Date;
}

interface ToBlock {
  readonly merchant: string;
  readonly beneficiary?: string;
  readonly account?: string;
  readonly ifsc?: string;
  readonly vpa?: string;
  readonly phone?: string;
  readonly bank?: string;
  readonly card?: string;
  readonly until?: Date;
  readonly because: string;
  readonly member: string;
}

const PLACE_MAX = 1_000_000;

/** Adds the commands for rules and blocked payees. */
export function addRisk(program: Command): void {
  addRules(program);
  addBlocks(program);
}

function addRules(program: Command): void {
  program
    .command("list-rules")
    .description("list a merchant's risk rules, in order")
    .requiredOption("--merchant <id>", "", readId)
    .action((options: Options) => printFor(options.merchant!, (ctx) => listRules(ctx, options.merchant!)));
  describeRule(
    program
      .command("add-rule")
      .description("add a risk rule; it applies to every transfer once it is approved"),
  )
    .option("--place <number>", "position among the rules; default: last", readWhole(0, PLACE_MAX))
    .requiredOption("--member <id>", "the member who decides", readId)
    .action((options: ToAdd) => printBy(deciding(options), (ctx, by) => makeRule(ctx, options, by)));
  describeRule(program.command("try-rule").description("show which past transfers a rule would have stopped"))
    .requiredOption("--from <time>", "2026-11-01T00:00:00+05:30", readMoment)
    .requiredOption("--to <time>", "end, not included; at most 31 days later", readMoment)
    .action((options: ToTry) => printFor(options.merchant, (ctx) => tryRule(ctx, options)));
  program
    .command("remove-rule")
    .description("remove a risk rule once that is approved; its past verdicts stay")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--rule <id>", "", readId)
    .requiredOption("--member <id>", "the member who decides", readId)
    .action((options: Options) => printBy(deciding(options), (ctx, by) => endRule(ctx, options, by)));
}

function describeRule(command: Command): Command {
  return command
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--kind <kind>", RULE_KINDS.join(", "))
    .requiredOption("--parameters <json>", `e.g. '{"limitPaise": 50000000}'`, readFields)
    .requiredOption("--effect <effect>", "block or review; allow for trusted_amount")
    .option("--scope <scope>", "merchant, fund_source, beneficiary or rail", "merchant")
    .option("--scope-id <id>", "its ID; for a beneficiary, the merchant's own ID")
    .addHelpText("after", `\nParameters of each kind:\n${RULE_KINDS.map(sayKind).join("\n")}`);
}

/** Describes a rule kind in one line: its parameters and their possible values. */
function sayKind(kind: RuleKind): string {
  const parameters = Object.entries(sayParameters(kind)).map(([name, says]) => `${name}: ${says}`);
  return `  ${kind}: ${parameters.join("; ")}`;
}

function addBlocks(program: Command): void {
  program
    .command("block-payee")
    .description("block a payee: a beneficiary, account with IFSC, VPA, phone, IFSC, bank or card token")
    .requiredOption("--merchant <id>", "", readId)
    .option("--beneficiary <beneId>", "the merchant's own ID")
    .option("--account <number>")
    .option("--ifsc <ifsc>")
    .option("--vpa <vpa>")
    .option("--phone <number>")
    .option("--bank <code>", "the first four letters of its IFSCs")
    .option("--card <token>", "a network token")
    .option("--until <time>", "end of the block, with time zone; default: no end", readMoment)
    .requiredOption("--because <reason>")
    .requiredOption("--member <id>", "the member who decides", readId)
    .action((options: ToBlock) => printBy(deciding(options), (ctx, by) => makeBlock(ctx, options, by)));
  program
    .command("unblock-payee")
    .description("unblock a payee")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--block <id>", "", readId)
    .requiredOption("--because <reason>")
    .requiredOption("--member <id>", "the member who decides", readId)
    .action((options: Options) => printBy(deciding(options), (ctx, by) => endBlock(ctx, options, by)));
  program
    .command("list-blocked")
    .description("list the newest 100 blocks")
    .requiredOption("--merchant <id>", "", readId)
    .action((options: Options) => printFor(options.merchant!, (ctx) => listBlocked(ctx, options.merchant!)));
}

const deciding = ({ merchant, member }: { readonly merchant?: string; readonly member?: string }) =>
  ({ merchant: merchant!, member, asks: "manage_limits" }) as const;

async function makeRule(ctx: Context, options: ToAdd, by: Actor): Promise<unknown> {
  const { merchant, place } = options;
  const given = await readRule(ctx, options);
  const rule = { ...given, ...(place === undefined ? {} : { place }) };
  return requestRule(ctx, merchant, { action: "add", rule, by });
}

function endRule(ctx: Context, { merchant, rule }: Options, by: Actor): Promise<unknown> {
  return requestRule(ctx, merchant!, { action: "remove", ruleId: rule!, by });
}

async function tryRule(ctx: Context, options: ToTry): Promise<unknown> {
  const { merchant, from, to } = options;
  return dryRunRule(ctx, merchant, await readRule(ctx, options), { from, to });
}

async function readRule(ctx: Context, options: RuleOptions): Promise<GivenRule> {
  const { merchant, kind, parameters, effect, scope, scopeId = null } = options;
  const given = { kind, parameters, effect, scope, scopeId };
  if (scopeId === null) return given;
  if (scope === "fund_source") await requireFundSource(ctx, merchant, scopeId);
  return scope === "beneficiary"
    ? { ...given, scopeId: await beneficiaryIdOf(ctx, merchant, scopeId) }
    : given;
}

/** Rejects a rule that could never apply: its fund source is missing. Throws FundSourceError.not_found. */
async function requireFundSource(ctx: Context, merchantId: string, fundSourceId: string): Promise<void> {
  const sources = await ctx.db.inMerchant(merchantId, readFundSources);
  if (!sources.some((source) => source.fundSourceId === fundSourceId))
    throw FundSourceError.not_found({ fundSourceId });
}

async function makeBlock(ctx: Context, options: ToBlock, by: Actor): Promise<unknown> {
  const { merchant, because, until: expiresAt = null } = options;
  return blockPayee(ctx, merchant, { payee: await readPayee(ctx, options), because, expiresAt, by });
}

/** Ends a block and returns the remaining ones. */
async function endBlock(ctx: Context, options: Options, by: Actor): Promise<unknown> {
  const { merchant, block, because } = options;
  await unblockPayee(ctx, merchant!, { blockId: block!, because: because!, by });
  return listBlocked(ctx, merchant!);
}

async function readPayee(ctx: Context, options: ToBlock): Promise<PayeeToBlock> {
  const { merchant, beneficiary, account, ifsc, vpa, phone, bank, card } = options;
  if (beneficiary !== undefined) {
    return { kind: "beneficiary", beneficiaryId: await beneficiaryIdOf(ctx, merchant, beneficiary) };
  }
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
