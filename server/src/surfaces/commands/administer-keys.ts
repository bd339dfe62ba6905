/** Operator commands that reset the secret of a merchant's key pair, with approval or in an emergency. */
import type { Command } from "commander";
import { readApiClient, resetApiClientWithin } from "#access";
import { listPolicies, requestKeyReset, withdrawRequests } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { mark, merchantCommand, needed, operationCommand, optional } from "./define-command.ts";
import { OptionError, readId } from "./option-values.ts";

/** Adds the operator's commands for a new secret to the command line. */
export function addKeys(program: Command): void {
  merchantCommand(program, {
    name: "reset-client",
    says:
      "generate a new secret, shown only once; the old one and all tokens stop working. If a " +
      "policy requires it, others must approve first",
    options: {
      member: optional("--member <id>", "the member who requests it; required if there is a policy", readId),
      emergency: mark(
        "--emergency",
        "reset immediately, regardless of policies, because the secret has leaked",
      ),
      because: optional("--because <text>", "why it is an emergency; recorded in the audit log"),
    },
    faultOf: ({ emergency, because = "" }) =>
      (emergency === true) === (String(because).trim() !== "")
        ? null
        : "--emergency and --because can only be used together",
    asks: "manage_keys",
    run: (ctx, merchantId, { emergency, because, by }) =>
      emergency === true
        ? resetNow(ctx, merchantId, { because: because!, by })
        : askForReset(ctx, merchantId, by),
  });
  operationCommand(program, "completeApiKeyReset", {
    name: "complete-key-reset",
    says: "complete an approved reset for the member who requested it; the secret is shown only once",
    options: {
      requestId: ["--request <id>", "the request ID from reset-client"],
      member: needed("--member <id>", "the member who requested it", readId),
    },
  });
}

function resetNow(
  ctx: Context,
  merchantId: string,
  reset: { readonly because: string; readonly by: Actor },
): Promise<unknown> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await withdrawAsked(tx, reset.because);
    return resetApiClientWithin(tx, ctx.vault, reset);
  });
}

/** Withdraws pending requests: they concern the secret that ends now, and would block the next request. */
async function withdrawAsked(tx: Tx, because: string): Promise<void> {
  const client = await readApiClient(tx);
  if (client === null) return;
  const request = { subjectKind: "key_reset", subjectId: client.clientId } as const;
  await withdrawRequests(tx, [{ request, by: "system", remarks: `reset in an emergency: ${because}` }]);
}

async function askForReset(ctx: Context, merchantId: string, by: Actor): Promise<unknown> {
  if (by === "system" && (await hasPolicy(ctx, merchantId))) {
    throw new OptionError(
      "--member is missing: a policy asks for approval of a reset, so say who asks for it",
    );
  }
  const asked = await requestKeyReset(ctx, merchantId, { by });
  if (asked.kind === "reset") return asked.keys;
  return { waitsForApproval: true, requestId: asked.requestId };
}

async function hasPolicy(ctx: Context, merchantId: string): Promise<boolean> {
  const sets = await listPolicies(ctx, merchantId);
  return sets.some(({ subjectKind, policies }) => subjectKind === "key_reset" && policies.length > 0);
}
