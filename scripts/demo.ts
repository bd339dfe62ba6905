/**
 * `npm run demo`: sends one payout to a running server and shows each step, from the request to the signed webhook.
 *
 * It is a merchant's program: it uses HTTP, has the credentials that `npm start` left in the data folder, and knows
 * nothing else about the server. Ends with exit code 1 if something is not as promised.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { styleText } from "node:util";
import { receiveWebhooks, type ReceivedWebhook, type Receiver } from "./receive-webhooks.ts";
import { rupees, showStory, showWebhook, type Json } from "./show-payout.ts";

const AMOUNT = "1234.50";
const PAYEE = {
  beneId: "demo_asha",
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  bankAccount: "50100012345678",
  ifsc: "HDFC0000001",
  address1: "12 Lake Road",
};
const WEBHOOK_WITHIN_MS = 10_000;
/** A server that has just started writes the demo's history first. */
const ANSWER_WITHIN_MS = 60_000;

/** An error that the person who runs the demo can read and fix. */
class DemoError extends Error {}

type Call = (method: string, path: string, body?: Json) => Promise<Json>;

interface Server {
  baseUrl: string;
  client: { name: string; clientId: string; clientSecret: string };
}

// Checked between the steps and while waiting for a webhook, so that the demo's endpoint is removed even then.
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new DemoError("Interrupted.")));

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  console.error(`\n${styleText("red", error.message, { stream: process.stderr })}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const server = readServer();
  const { baseUrl, client } = server;
  console.log(`\n${styleText("bold", "One payout, from the request to the signed webhook")}`);
  console.log(`${client.name} at ${baseUrl}\n`);
  const call = await authorize(server);
  const receiver = await receiveWebhooks(client.clientSecret);
  try {
    return await payAndShow(call, receiver);
  } finally {
    await receiver.close();
  }
}

async function payAndShow(call: Call, receiver: Receiver): Promise<number> {
  await timed("addBeneficiary", () => ensureBeneficiary(call));
  const endpointId = await timed("webhook-endpoints", () => addEndpoint(call, receiver));
  try {
    await timed("getBalance", () => readBalance(call));
    const transferId = `demo_${Date.now()}`;
    const orderedAt = performance.now();
    const answer = await timed("requestTransfer", () => requestTransfer(call, transferId));
    const webhook = await timed("webhook", () => awaitWebhook(receiver, transferId));
    await timed("getBalance", () => readBalance(call));
    const story = await call("GET", `/sandbox/transfers/${transferId}`);
    showStory(story);
    showWebhook(webhook);
    return conclude({ answer, story, webhook, orderedAt });
  } finally {
    const { removed } = await call("DELETE", `/sandbox/webhook-endpoints/${endpointId}`);
    if (removed !== true) console.error("The demo's webhook endpoint could not be removed again.");
  }
}

function readServer(): Server {
  const path = join(resolve(process.env.VITARAN_DATA_DIR || ".data"), "demo.json");
  try {
    const { baseUrl, clients } = JSON.parse(readFileSync(path, "utf8")) as {
      baseUrl: string;
      clients: Server["client"][];
    };
    return { baseUrl, client: clients[0]! };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw new DemoError(`${path} cannot be read: ${message}`);
    throw new DemoError(`There is no ${path}. Start the server first, in another terminal: npm start`);
  }
}

/** Calls the server and returns the JSON of any answer; throws if there is none. */
async function fetchJson(baseUrl: string, path: string, request: RequestInit): Promise<Json> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      ...request,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return (await response.json()) as Json;
  } catch (error) {
    const why = (error as { cause?: Error }).cause?.message ?? (error as Error).message;
    throw new DemoError(`No server responds at ${baseUrl} (${why}). Start it in another terminal: npm start`);
  }
}

async function authorize({ baseUrl, client }: Server): Promise<Call> {
  const headers = { "x-client-id": client.clientId, "x-client-secret": client.clientSecret };
  const token = await timed("authorize", async () => {
    const { data, message } = await fetchJson(baseUrl, "/payout/v1/authorize", { method: "POST", headers });
    if (data === undefined) throw new DemoError(`The server does not know this client: ${String(message)}`);
    return [(data as { token: string }).token, "a token for ten minutes"];
  });
  return (method, path, body) =>
    fetchJson(baseUrl, path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // A request with this header must have a JSON body.
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Runs one step of the demo and prints it as a line; the step returns its value and a description. */
async function timed<T>(name: string, step: () => Promise<[T, string]>): Promise<T> {
  interrupted.signal.throwIfAborted();
  const startedAt = performance.now();
  const [value, says] = await step();
  const took = `${(performance.now() - startedAt).toFixed(0)} ms`;
  console.log(`  ${name.padEnd(19)}${says.padEnd(62)}${styleText("dim", took.padStart(8))}`);
  return value;
}

async function ensureBeneficiary(call: Call): Promise<[null, string]> {
  const answer = await call("POST", "/payout/v1/addBeneficiary", PAYEE);
  const isKnown = answer.subCode === "409";
  if (answer.subCode !== "200" && !isKnown) throw new DemoError(`addBeneficiary: ${String(answer.message)}`);
  return [null, `${PAYEE.name}, account …${PAYEE.bankAccount.slice(-4)}${isKnown ? ", known already" : ""}`];
}

async function addEndpoint(call: Call, { url }: Receiver): Promise<[string, string]> {
  const { endpointId, error } = await call("POST", "/sandbox/webhook-endpoints", { url });
  if (typeof endpointId !== "string")
    throw new DemoError(`webhook-endpoints: ${String((error as Json | undefined)?.message)}`);
  return [endpointId, `webhooks go to ${url}`];
}

async function readBalance(call: Call): Promise<[null, string]> {
  const { data, message } = await call("GET", "/payout/v1/getBalance");
  if (data === undefined) throw new DemoError(`getBalance: ${String(message)}`);
  return [null, `${rupees((data as Json).availableBalance)} in the wallet`];
}

async function requestTransfer(call: Call, transferId: string): Promise<[Json, string]> {
  const order = { beneId: PAYEE.beneId, amount: AMOUNT, transferId, remarks: "Vitaran demo" };
  const answer = await call("POST", "/payout/v1/requestTransfer", order);
  const utr = (answer.data as Json | undefined)?.utr;
  const outcome = typeof utr === "string" && utr !== "" ? `UTR ${utr}` : String(answer.message);
  return [answer, `${rupees(AMOUNT)}: ${String(answer.status)}, ${outcome}`];
}

async function awaitWebhook(
  receiver: Receiver,
  transferId: string,
): Promise<[ReceivedWebhook | null, string]> {
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(WEBHOOK_WITHIN_MS)]);
  const isOurs = ({ fields }: ReceivedWebhook): boolean =>
    fields.transferId === transferId && fields.event !== "TRANSFER_ACKNOWLEDGED";
  try {
    const webhook = await receiver.receive(isOurs, signal);
    const isVerified = webhook.fieldSignatureHolds && webhook.bodySignatureHolds;
    return [
      webhook,
      `${webhook.fields.event ?? "?"}, ${isVerified ? "both signatures verified" : "NOT verified"}`,
    ];
  } catch (error) {
    interrupted.signal.throwIfAborted();
    if ((error as Error).name !== "AbortError") throw error;
    return [null, `none within ${WEBHOOK_WITHIN_MS / 1_000} s`];
  }
}

interface Outcome {
  answer: Json;
  story: Json;
  webhook: ReceivedWebhook | null;
  orderedAt: number;
}

/** Compares the results with the promises; returns the exit code. */
function conclude({ answer, story, webhook, orderedAt }: Outcome): number {
  const utr = String(story.utr);
  const promises: [boolean, string][] = [
    [answer.status === "SUCCESS" && story.status === "SUCCESS", "the transfer succeeds"],
    [/^\d{12}$/.test(utr), "its UTR has 12 digits"],
    [
      webhook?.fields.event === "TRANSFER_SUCCESS" && webhook.fields.utr === utr,
      "a webhook reports it within 10 s",
    ],
    [webhook?.fieldSignatureHolds === true, "the webhook's signature field is right"],
    [webhook?.bodySignatureHolds === true, "the webhook's X-Cf-Signature header is right"],
  ];
  const broken = promises.filter(([holds]) => !holds);
  for (const [, promise] of broken) console.log(`\n${styleText("red", `Not as promised: ${promise}.`)}`);
  if (broken.length > 0) return 1;
  const tookMs = webhook!.receivedAt - orderedAt;
  console.log(
    `\n${styleText("green", `As promised. From order to verified webhook: ${tookMs.toFixed(0)} ms.`)}\n`,
  );
  return 0;
}
