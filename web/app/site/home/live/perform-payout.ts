// Sends one payout to the sandbox of the server that the page came from, and reads its story until it is over.
import { findSandbox, forgetToken, tokenOf } from "#docs/try-it/sandbox-key.ts";
import type { Key } from "#docs/try-it/sandbox-key.ts";
import { sendCall } from "#docs/try-it/send-call.ts";
import { isOver } from "./story.ts";
import type { Story } from "./story.ts";

export const payoutAmount = {
  amount: "1250.00",
  words: "Rupees One Thousand Two Hundred Fifty Only",
} as const;

/** Says in words for a visitor why there is no payout. */
export class PayoutProblem extends Error {
  override readonly name = "PayoutProblem";
}

const noSandbox =
  "No sandbox is running behind this page, so the example stays. Start one with npm start and open the page there.";
const noKey =
  "This server gives its demo key only to browsers on the same computer. Get Started opens a sandbox of your own, without signing up.";

const untilStillMs = 30_000;
const quickForMs = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function requestFor(account: string): Record<string, unknown> {
  return {
    transfer_id: `home_${Date.now().toString(36)}${crypto.randomUUID().slice(0, 4)}`,
    transfer_amount: Number(payoutAmount.amount),
    transfer_mode: "imps",
    transfer_remarks: "Sandbox payout from the home page",
    beneficiary_details: {
      beneficiary_name: "Asha Textiles",
      beneficiary_instrument_details: { bank_account_number: account, bank_ifsc: "YESB0000262" },
      beneficiary_contact_details: {
        beneficiary_email: "accounts@asha.example",
        beneficiary_phone: "9876543210",
      },
    },
  };
}

async function demoKey(): Promise<Key> {
  const sandbox = await findSandbox();
  if (sandbox.kind === "none") throw new PayoutProblem(noSandbox);
  if (!sandbox.demo) throw new PayoutProblem(noKey);
  return sandbox.demo;
}

/** The server responds as soon as the request is stored. The story shows what happens then. */
async function send(key: Key, request: Record<string, unknown>): Promise<void> {
  const { status, body } = await sendCall({
    method: "POST",
    path: "/payout/transfers",
    headers: {
      "X-Client-Id": key.clientId,
      "X-Client-Secret": key.clientSecret,
      "X-Api-Version": "2024-01-01",
      "Content-Type": "application/json",
    },
    body: JSON.stringify(request),
  });
  if (status === 200) return;
  const { message = `HTTP ${status}` } = JSON.parse(body || "{}") as { message?: string };
  throw new PayoutProblem(`The sandbox refused the payout: ${message}`);
}

/**
 * Throws PayoutProblem if nothing can be sent or the server refuses. `show` gets every state of the story that was
 * read. Resolves with the last one, which may still be pending.
 */
export async function performPayout(account: string, show: (story: Story) => void): Promise<Story> {
  const key = await demoKey();
  const token = await tokenOf(key);
  const request = requestFor(account);
  await send(key, request);
  const path = `/sandbox/transfers/${String(request["transfer_id"])}`;
  const started = performance.now();
  for (;;) {
    const { status, body } = await sendCall({
      method: "GET",
      path,
      headers: { Authorization: `Bearer ${token}` },
    });
    if (status === 403) forgetToken(key);
    if (status !== 200)
      throw new PayoutProblem(`The payout was sent, but its story returned HTTP ${status}.`);
    const story = JSON.parse(body) as Story;
    show(story);
    const tookMs = performance.now() - started;
    if (isOver(story) || tookMs > untilStillMs) return story;
    await pause(tookMs < quickForMs ? 60 : 400);
  }
}
