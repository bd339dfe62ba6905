/** Operator commands for routing: policies, the health of our banks, and routing decisions. Prints JSON. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { listBankHealth } from "#health";
import { DEFAULT_POLICY, listRoutingPolicies, setRoutingPolicy, storedPolicy } from "#routing";
import { type explainRoutes, REPLAY_MAX, replayRoutes } from "#transfers";
import {
  DECIDER_IF_ANY,
  merchantCommand,
  needed,
  operationCommand,
  optional,
  usually,
} from "./define-command.ts";
import { OptionError, readWhole } from "./option-values.ts";

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
