/** What an operator does about outages of beneficiaries' banks, which hold for every live merchant. Prints JSON. */
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

/** Adds the operator's commands about outages. */
export function addHealth(program: Command): void {
  program
    .command("announce-outage")
    .description(
      "tells every live merchant that a beneficiary's bank, or one of ours, is down, now or planned",
    )
    .option("--bank <code>", "the first four letters of its IFSCs")
    .option("--handle <handle>", "or, for upi, what stands after the @ of VPAs")
    .option("--ours <bank>", "or a bank of ours by its id: what can go by another one does")
    .requiredOption("--mode <mode>", RAILS.join(", "), readWord(RAILS))
    .requiredOption("--severity <severity>", SEVERITIES.join(" or "), readWord(SEVERITIES))
    .requiredOption("--because <source>", "from whom it is known")
    .requiredOption("--member <id>", "who announces it", readId)
    .option("--from <time>", "2026-11-28T23:00:00+05:30; absent: it goes on now", readMoment)
    .option("--to <time>", "when a planned one will be over", readMoment)
    .action((options: ToAnnounce) => print((ctx) => announce(ctx, options)));
  program
    .command("end-outage")
    .description("tells every live merchant that it is over, or calls off a planned one")
    .requiredOption("--number <number>", "that of list-outages", readWhole(1, OUTAGE_NO_MAX))
    .requiredOption("--member <id>", "who says so", readId)
    .action(({ number, member }: { number: number; member: string }) =>
      print(async (ctx) => endOutage(ctx, { outageNo: number, by: await findMember(ctx, member) })),
    );
  program
    .command("list-outages")
    .description("what is known of the beneficiaries' banks, the newest first")
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
    throw new OptionError("give either --bank, --handle or --ours");
  if ((from === undefined) !== (to === undefined)) throw new OptionError("--from and --to go together");
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

/** An active member of whatever organization: an outage is nobody's own. Throws OptionError where there is none. */
async function findMember(ctx: Context, memberId: string): Promise<Actor> {
  const found = await ctx.db.directory((tx) =>
    tx.query("select from access.member where member_id = $1 and active", [memberId]),
  );
  if (found.length === 0)
    throw new OptionError(`--member ${memberId} is no active member of any organization`);
  return `member:${memberId}`;
}
