/** What an operator does about outages of beneficiaries' banks, which hold for every live merchant. Prints JSON. */
import type { Command } from "commander";
import { announceOutage, endOutage, listOutages, MODES, SEVERITIES, type Mode, type Severity } from "#health";
import type { Context } from "#lib/context";
import { print } from "./print-result.ts";
import { OptionError } from "./option-values.ts";

type Options = Readonly<Record<string, string | undefined>>;

/** Adds the operator's commands about outages. */
export function addHealth(program: Command): void {
  program
    .command("announce-outage")
    .description("tells every live merchant that a beneficiary's bank is down, now or planned")
    .option("--bank <code>", "the first four letters of its IFSCs")
    .option("--handle <handle>", "or, for upi, what stands after the @ of VPAs")
    .requiredOption("--mode <mode>", MODES.join(", "))
    .requiredOption("--severity <severity>", SEVERITIES.join(" or "))
    .requiredOption("--because <source>", "from whom it is known")
    .requiredOption("--member <id>", "who announces it")
    .option("--from <time>", "2026-11-28T23:00:00+05:30; absent: it goes on now")
    .option("--to <time>", "when a planned one will be over")
    .action((options: Options) => print((ctx) => announce(ctx, options)));
  program
    .command("end-outage")
    .description("tells every live merchant that it is over, or calls off a planned one")
    .requiredOption("--number <number>", "that of list-outages")
    .requiredOption("--member <id>", "who says so")
    .action(({ number, member }: Options) => print((ctx) => end(ctx, number!, member!)));
  program
    .command("list-outages")
    .description("what is known of the beneficiaries' banks, the newest first")
    .action(() => print((ctx) => listOutages(ctx)));
}

function end(ctx: Context, number: string, member: string): Promise<unknown> {
  if (!/^\d{1,9}$/.test(number)) throw new OptionError("--number is that of list-outages");
  return endOutage(ctx, { outageNo: Number(number), by: `member:${member}` });
}

function announce(ctx: Context, options: Options): Promise<unknown> {
  const { bank, handle, mode, severity, because, member, from, to } = options;
  if ((bank === undefined) === (handle === undefined))
    throw new OptionError("give either --bank or --handle");
  if ((from === undefined) !== (to === undefined)) throw new OptionError("--from and --to go together");
  if (!SEVERITIES.some((one) => one === severity))
    throw new OptionError(`--severity is ${SEVERITIES.join(" or ")}`);
  return announceOutage(ctx, {
    entity: bank === undefined ? "handle" : "bank",
    entityCode: bank ?? handle!,
    mode: mode as Mode,
    severity: severity as Severity,
    because: because!,
    planned: from === undefined ? null : { from: new Date(from), to: new Date(to!) },
    by: `member:${member!}`,
  });
}
