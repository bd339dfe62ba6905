/** Operator commands that reset the secret of a merchant's key pair, with approval or in an emergency. */
import type { Command } from "commander";
import { readApiClient, resetApiClientWithin } from "#access";
import { completeKeyReset, listPolicies, requestKeyReset, withdrawRequests } from "#approvals";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { findDecider } from "./find-decider.ts";
import { OptionError, readId } from "./option-values.ts";
import { printBy, printFor } from "./print-result.ts";

interface Reset {
  readonly merchant: string;
  readonly member?: string;
  readonly emergency?: true;
  readonly because?: string;
}

/** Adds the operator's commands for a new secret to the command line. */
export function addKeys(program: Command): void {
  const reset = program
    .command("reset-client")
    .description(
      "generate a new secret, shown only once; the old one and all tokens stop working. If a " +
        "policy requires it, others must approve first",
    )
    .requiredOption("--merchant <id>", "", readId)
    .option("--member <id>", "the member who requests it; required if there is a policy", readId)
    .option("--emergency", "reset immediately, regardless of policies, because the secret has leaked")
    .option("--because <text>", "why it is an emergency; recorded in the audit log")
    .action(async (options: Reset) => {
      const { emergency, because = "" } = options;
      if ((emergency === true) !== (because.trim() !== "")) {
        reset.error("error: --emergency and --because can only be used together");
      }
      await printFor(options.merchant, (ctx) =>
        emergency === true ? resetNow(ctx, options) : askForReset(ctx, options),
      );
    });
  program
    .command("complete-key-reset")
    .description("complete an approved reset for the member who requested it; the secret is shown only once")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--request <id>", "the request ID from reset-client", readId)
    .requiredOption("--member <id>", "the member who requested it", readId)
    .action(({ merchant, request, member }: Readonly<Record<"merchant" | "request" | "member", string>>) =>
      printBy({ merchant, member, asks: "manage_keys" }, (ctx, by) =>
        completeKeyReset(ctx, merchant, { requestId: request, by }),
      ),
    );
}

function resetNow(ctx: Context, { merchant, member, because }: Reset): Promise<unknown> {
  return ctx.db.inMerchant(merchant, async (tx) => {
    const by = await findDecider(tx, member, "manage_keys");
    await withdrawAsked(tx, because!);
    return resetApiClientWithin(tx, ctx.vault, { by, because: because! });
  });
}

/** Withdraws pending requests: they concern the secret that ends now, and would block the next request. */
async function withdrawAsked(tx: Tx, because: string): Promise<void> {
  const client = await readApiClient(tx);
  if (client === null) return;
  const request = { subjectKind: "key_reset", subjectId: client.clientId } as const;
  await withdrawRequests(tx, [{ request, by: "system", remarks: `reset in an emergency: ${because}` }]);
}

async function askForReset(ctx: Context, { merchant, member }: Reset): Promise<unknown> {
  if (member === undefined && (await hasPolicy(ctx, merchant))) {
    throw new OptionError(
      "--member is missing: a policy asks for approval of a reset, so say who asks for it",
    );
  }
  const by = await ctx.db.inMerchant(merchant, (tx) => findDecider(tx, member, "manage_keys"));
  const asked = await requestKeyReset(ctx, merchant, { by });
  if (asked.kind === "reset") return asked.keys;
  return { waitsForApproval: true, requestId: asked.requestId };
}

async function hasPolicy(ctx: Context, merchantId: string): Promise<boolean> {
  const sets = await listPolicies(ctx, merchantId);
  return sets.some(({ subjectKind, policies }) => subjectKind === "key_reset" && policies.length > 0);
}
