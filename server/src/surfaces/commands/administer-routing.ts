/**
 * Operator commands for routing: policies, decisions, the health of our banks, and outages, which apply to every live
 * merchant. Prints JSON.
 */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Actor } from "#audit";
import { listBankHealth, announceOutage, endOutage, listOutages, SEVERITIES } from "#health";
import type { Context } from "#lib/context";
import { RAILS } from "#rails";
import { DEFAULT_POLICY, listRoutingPolicies, setRoutingPolicy, storedPolicy } from "#routing";
import { type explainRoutes, REPLAY_MAX, replayRoutes } from "#transfers";
import {
  DECIDER_IF_ANY,
  merchantCommand,
  needed,
  operationCommand,
  optional,
  usually,
  command,
} from "./define-command.ts";
import { OptionError, readWhole, readId, readMoment, readWord } from "./option-values.ts";

/** Adds the operator's commands for routing. */
export function addRouting(program: Command): void {
  addPolicies(program);
  merchantCommand(program, {
    name: "show-bank-health",
    says: "show the health of each bank on each rail; for a live merchant, measured over all live merchants",
    run: (ctx, merchantId) => ctx.db.inMerchant(merchantId, (tx) => listBankHealth(ctx, tx)),
  });
  operationCommand(program, "explainRoute", {
    name: "explain-route",
    says: "explain why a transfer took its rail and bank: all candidates, and the decision replayed",
    options: { transferKey: ["--transfer <id>", "the merchant's own ID of the transfer"] },
    print: (_ctx, _merchantId, routes: Awaited<ReturnType<typeof explainRoutes>>) =>
      routes.map(({ attempt, bankId, rail, at, paid, same, comparable, decision }) => {
        const replay = comparable ? (same ? "the same" : "different") : "made by older rules";
        return { attempt, bankId, rail, at, paid, replay, decision };
      }),
  });
}

function addPolicies(program: Command): void {
  merchantCommand(program, {
    name: "show-routing-policy",
    says: "show a merchant's routing policy and its earlier versions",
    run: async (ctx, merchantId) => {
      const versions = await ctx.db.inMerchant(merchantId, listRoutingPolicies);
      const usual = { version: 0, policy: storedPolicy(DEFAULT_POLICY) };
      return { inForce: versions[0] ?? usual, earlier: versions.slice(1) };
    },
  });
  merchantCommand(program, {
    name: "set-routing-policy",
    says: "set a merchant's routing policy for all payments from now on",
    options: {
      policy: needed("--policy <file>", "JSON: priorities, shares, costs, health"),
      because: needed("--because <reason>"),
      member: DECIDER_IF_ANY,
    },
    asks: "manage_settings",
    run: async (ctx, merchantId, { policy, ...given }) =>
      setRoutingPolicy(ctx, merchantId, { ...given, policy: await readJson(policy) }),
  });
  merchantCommand(program, {
    name: "try-routing-policy",
    says: "replay the routing of the last attempts, and show what a draft would have changed",
    options: {
      policy: optional("--policy <file>", "the draft; default: replay only the stored decisions"),
      limit: usually(optional("--last <attempts>", `at most ${REPLAY_MAX}`, readWhole(1, REPLAY_MAX)), 1_000),
    },
    run: async (ctx, merchantId, { policy, limit }) => {
      const draft = policy === undefined ? {} : { draft: await readJson(policy) };
      return replayRoutes(ctx, merchantId, { limit, ...draft });
    },
  });
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new OptionError(`--policy ${file} cannot be read`);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new OptionError(`--policy ${file} is not JSON`);
  }
}

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
