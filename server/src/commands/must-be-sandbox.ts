import { CommandError } from "./command-error.ts";
import type { MerchantSession } from "./merchant-session.ts";
import { readAnswer } from "./read-answer.ts";

/** Throws CommandError for a live merchant: a test command would move real money there. */
export async function mustBeSandbox(session: MerchantSession): Promise<void> {
  const { error } = (await session.call("GET", "/sandbox/clock")) as { error?: { code?: string } };
  if (error === undefined) return;
  if (error.code === "sandbox.not_sandbox" || error.code === undefined)
    throw new CommandError(
      `${session.clientId} is not a sandbox merchant. This command is never run with real money.`,
    );
  readAnswer({ error });
}
