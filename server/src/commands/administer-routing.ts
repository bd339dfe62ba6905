/** Operator commands for routing: policies, the health of our banks, and routing decisions. Prints JSON. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { listBankHealth } from "#health";
import { DEFAULT_POLICY, listRoutingPolicies, setRoutingPolicy, storedPolicy } from "#routing";
import { explainRoutes, REPLAY_MAX, replayRoutes } from "#transfers";
import { OptionError, readId, readWhole } from "./option-values.ts";
import { printBy, printFor } from "./print-result.ts";

interface OfMerchant {
  readonly merchant: string;
}

/** Adds the operator's commands for routing. */
export function addRouting(program: Command): void {
  addPolicies(program);
  program
    .command("show-bank-health")
    .description(
      "show the health of each bank on each rail; for a live merchant, measured over all live merchants",
    )
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: OfMerchant) =>
      printFor(merchant, (ctx) => ctx.db.inMerchant(merchant, (tx) => listBankHealth(ctx, tx))),
    );
  program
    .command("explain-route")
    .description("explain why a transfer took its rail and bank: all candidates, and the decision replayed")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--transfer <id>", "the merchant's own ID of the transfer")
    .action(({ merchant, transfer }: OfMerchant & { transfer: string }) =>
      printFor(merchant, async (ctx) =>
        (await explainRoutes(ctx, merchant, transfer)).map(
          ({ attempt, bankId, rail, at, paid, same, comparable, decision }) => {
            const replay = comparable ? (same ? "the same" : "different") : "made by older rules";
            return { attempt, bankId, rail, at, paid, replay, decision };
          },
        ),
      ),
    );
}

function addPolicies(program: Command): void {
  program
    .command("show-routing-policy")
    .description("show a merchant's routing policy and its earlier versions")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: OfMerchant) =>
      printFor(merchant, async (ctx) => {
        const versions = await ctx.db.inMerchant(merchant, listRoutingPolicies);
        const usual = { version: 0, policy: storedPolicy(DEFAULT_POLICY) };
        return { inForce: versions[0] ?? usual, earlier: versions.slice(1) };
      }),
    );
  program
    .command("set-routing-policy")
    .description("set a merchant's routing policy for all payments from now on")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--policy <file>", "JSON: priorities, shares, costs, health")
    .requiredOption("--because <reason>")
    .option("--member <id>", "the member who decides; default: the operator", readId)
    .action(({ merchant, policy, because, member }: Setting) =>
      printBy({ merchant, member, asks: "manage_settings" }, async (ctx, by) =>
        setRoutingPolicy(ctx, merchant, { policy: await readJson(policy), because, by }),
      ),
    );
  program
    .command("try-routing-policy")
    .description("replay the routing of the last attempts, and show what a draft would have changed")
    .requiredOption("--merchant <id>", "", readId)
    .option("--policy <file>", "the draft; default: replay only the stored decisions")
    .option("--last <attempts>", `at most ${REPLAY_MAX}`, readWhole(1, REPLAY_MAX), 1_000)
    .action(({ merchant, policy, last }: OfMerchant & { policy?: string; last: number }) =>
      printFor(merchant, async (ctx) => {
        const draft = policy === undefined ? {} : { draft: await readJson(policy) };
        return replayRoutes(ctx, merchant, { limit: last, ...draft });
      }),
    );
}

interface Setting extends OfMerchant {
  readonly policy: string;
  readonly because: string;
  readonly member?: string;
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
