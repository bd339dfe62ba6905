// Sends one payout to the sandbox of the server that the page came from, and reads its story until it is over.
import type { Weather } from "../example-card.tsx";
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

const untilStillMs = 60_000;
const quickForMs = 2_000;
/** A bank that has not answered for this long is shown as silent. */
const silentAfterMs = 1_500;
/** Banks fail for this long by the sandbox's clock, if the visitor leaves before they are restored. */
const failForMs = 10_000;

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

type Control = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Returns a function that calls the controls of the sandbox. */
function controlsOf(key: Key, token: string): Control {
  return async (method, path, sent) => {
    const { status, body } = await sendCall({
      method,
      path: `/sandbox${path}`,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (status === 403) forgetToken(key);
    if (status !== 200)
      throw new PayoutProblem(`The sandbox answered ${method} ${path} with HTTP ${status}.`);
    return JSON.parse(body) as Record<string, unknown>;
  };
}

interface Span {
  from: unknown;
  until: string;
}

const manners = {
  down: (span: Span) => ({ maintenance: span }),
  silent: (span: Span) => ({
    mishaps: [{ chance: 1, mishap: [{ kind: "timeout" }, { kind: "callback-missing" }], ...span }],
  }),
};

/** Lets banks fail for this sandbox's merchant, and returns a function that restores them. */
async function letFail(
  control: Control,
  how: keyof typeof manners,
  bankIds: readonly string[],
): Promise<() => Promise<unknown>> {
  const { now } = await control("GET", "/clock");
  const until = new Date(Date.parse(String(now)) + failForMs).toISOString();
  const setAll = (manner: object) =>
    Promise.all(bankIds.map((bankId) => control("PUT", `/banks/${bankId}/manner`, manner)));
  await setAll(manners[how]({ from: now, until }));
  return () => setAll({});
}

const hasAnswer = ({ attempts, bankMessages }: Story): boolean =>
  bankMessages.some(({ attempt }) => attempt === attempts.length);

/**
 * `bankIds` are in the order of routing. Throws PayoutProblem if nothing can be sent or the server refuses. `show` gets every state of the story that was
 * read, and whether the bank leaves it without an answer. Resolves with the last state, which may still be pending.
 */
export async function performPayout(
  { account, banks, waits }: Weather,
  bankIds: readonly string[],
  show: (story: Story, isSilent: boolean) => void,
): Promise<Story> {
  const key = await demoKey();
  const control = controlsOf(key, await tokenOf(key));
  const failing = banks === "down" ? bankIds.slice(0, 1) : bankIds;
  const restore = banks && (await letFail(control, banks, failing));
  const request = requestFor(account);
  try {
    await send(key, request);
    let isHurried = waits === undefined;
    const started = performance.now();
    for (;;) {
      const story = (await control(
        "GET",
        `/transfers/${String(request["transfer_id"])}`,
      )) as unknown as Story;
      const tookMs = performance.now() - started;
      const isSilent = tookMs > silentAfterMs && !isOver(story) && !hasAnswer(story);
      show(story, isSilent);
      if (isOver(story) || tookMs > untilStillMs) return story;
      if (isSilent && !isHurried) {
        isHurried = true;
        // If the clock cannot be moved now, the visitor sees the wait as it is.
        await control("POST", "/clock", { advance: waits }).catch(() => undefined);
      }
      await pause(tookMs < quickForMs ? 60 : 400);
    }
  } finally {
    await restore?.();
  }
}
