/** Operator commands for outages of beneficiaries' banks, which apply to every live merchant. Prints JSON. */
import type { Command } from "commander";
import type { Actor } from "#audit";
import { announceOutage, endOutage, listOutages, SEVERITIES, type Mode, type Severity } from "#health";
import type { Context } from "#lib/context";
import { RAILS } from "#rails";
import { print } from "./print-result.ts";
import { OptionError, readId, readMoment, readWhole, readWord } from "./option-values.ts";

interface ToAnnounce {
  readonly bank?: string;
  readonly handle?: string;
  readonly ours?: string;
  readonly mode: Mode;
  readonly severity: Severity;
  readonly because: string;
  readonly member: string;
  readonly from?: Date;
  readonly to?: Date;
}

const OUTAGE_NO_MAX = 999_999_999;

/** Adds the operator's commands for outages. */
export function addHealth(program: Command): void {
  program
    .command("announce-outage")
    .description(
      "inform every live merchant that a beneficiary's bank or one of ours is down, now or scheduled",
    )
    .option("--bank <code>", "the first four letters of its IFSCs")
    .option("--handle <handle>", "for upi: the handle after the @ of VPAs")
    .option("--ours <bank>", "or one of our banks, by ID: payments use other banks if possible")
    .requiredOption("--mode <mode>", RAILS.join(", "), readWord(RAILS))
    .requiredOption("--severity <severity>", SEVERITIES.join(" or "), readWord(SEVERITIES))
    .requiredOption("--because <source>", "source of the information")
    .requiredOption("--member <id>", "the member who announces it", readId)
    .option("--from <time>", "e.g. 2026-11-28T23:00:00+05:30; default: now", readMoment)
    .option("--to <time>", "end of a scheduled outage", readMoment)
    .action((options: ToAnnounce) => print((ctx) => announce(ctx, options)));
  program
    .command("end-outage")
    .description("inform every live merchant that an outage is over, or cancel a scheduled one")
    .requiredOption("--number <number>", "the number from list-outages", readWhole(1, OUTAGE_NO_MAX))
    .requiredOption("--member <id>", "the member who confirms it", readId)
    .action(({ number, member }: { number: number; member: string }) =>
      print(async (ctx) => endOutage(ctx, { outageNo: number, by: await findMember(ctx, member) })),
    );
  program
    .command("list-outages")
    .description("list outages of beneficiaries' banks and of ours, newest first")
    .action(() => print((ctx) => listOutages(ctx)));
}

async function announce(ctx: Context, options: ToAnnounce): Promise<unknown> {
  const { bank, handle, ours, mode, severity, because, member, from, to } = options;
  const [named, ...others] = [
    { entity: "bank" as const, entityCode: bank },
    { entity: "handle" as const, entityCode: handle },
    { entity: "our_bank" as const, entityCode: ours },
  ].filter(({ entityCode }) => entityCode !== undefined);
  if (named === undefined || others.length > 0)
    throw new OptionError("use exactly one of --bank, --handle and --ours");
  if ((from === undefined) !== (to === undefined))
    throw new OptionError("--from and --to can only be used together");
  return announceOutage(ctx, {
    entity: named.entity,
    entityCode: named.entityCode!,
    mode,
    severity,
    because,
    planned: from === undefined ? null : { from, to: to! },
    by: await findMember(ctx, member),
  });
}

/** Finds an active member of any organization: an outage belongs to none. Throws OptionError if missing. */
async function findMember(ctx: Context, memberId: string): Promise<Actor> {
  const found = await ctx.db.directory((tx) =>
    tx.query("select from access.member where member_id = $1 and active", [memberId]),
  );
  if (found.length === 0)
    throw new OptionError(`--member ${memberId} is not an active member of any organization`);
  return `member:${memberId}`;
}
