/** Operator commands for outages of beneficiaries' banks, which apply to every live merchant. Prints JSON. */
import type { Command } from "commander";
import type { Actor } from "#audit";
import { announceOutage, endOutage, listOutages, SEVERITIES } from "#health";
import type { Context } from "#lib/context";
import { RAILS } from "#rails";
import { command, needed, optional } from "./define-command.ts";
import { OptionError, readId, readMoment, readWhole, readWord } from "./option-values.ts";

const OUTAGE_NO_MAX = 999_999_999;

/** Adds the operator's commands for outages. */
export function addHealth(program: Command): void {
  command(program, {
    name: "announce-outage",
    says: "inform every live merchant that a beneficiary's bank or one of ours is down, now or scheduled",
    options: {
      bank: optional("--bank <code>", "the first four letters of its IFSCs"),
      handle: optional("--handle <handle>", "for upi: the handle after the @ of VPAs"),
      our_bank: optional("--ours <bank>", "or one of our banks, by ID: payments use other banks if possible"),
      mode: needed("--mode <mode>", RAILS.join(", "), readWord(RAILS)),
      severity: needed("--severity <severity>", SEVERITIES.join(" or "), readWord(SEVERITIES)),
      because: needed("--because <source>", "source of the information"),
      member: needed("--member <id>", "the member who announces it", readId),
      from: optional("--from <time>", "e.g. 2026-11-28T23:00:00+05:30; default: now", readMoment),
      to: optional("--to <time>", "end of a scheduled outage", readMoment),
    },
    run: async (ctx, { member, from, to, mode, severity, because, ...named }) => {
      const [[entity, entityCode] = [], ...others] = Object.entries(named);
      if (entityCode === undefined || others.length > 0)
        throw new OptionError("use exactly one of --bank, --handle and --ours");
      if ((from === undefined) !== (to === undefined))
        throw new OptionError("--from and --to can only be used together");
      return announceOutage(ctx, {
        entity: entity as keyof typeof named,
        entityCode,
        ...{ mode, severity, because },
        planned: from === undefined ? null : { from, to: to! },
        by: await findMember(ctx, member),
      });
    },
  });
  command(program, {
    name: "end-outage",
    says: "inform every live merchant that an outage is over, or cancel a scheduled one",
    options: {
      outageNo: needed("--number <number>", "the number from list-outages", readWhole(1, OUTAGE_NO_MAX)),
      member: needed("--member <id>", "the member who confirms it", readId),
    },
    run: async (ctx, { outageNo, member }) => endOutage(ctx, { outageNo, by: await findMember(ctx, member) }),
  });
  command(program, {
    name: "list-outages",
    says: "list outages of beneficiaries' banks and of ours, newest first",
    run: (ctx) => listOutages(ctx),
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
