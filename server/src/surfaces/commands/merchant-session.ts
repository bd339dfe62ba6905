/** A merchant's program on the command line: HTTP with a key pair, and nothing else of the server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoFile } from "#demo";
import { readConfig } from "#lib/config";
import { CommandError, EXIT } from "./command-error.ts";
import { terminal } from "./terminal.ts";

export type JsonBody = Readonly<Record<string, unknown>>;

/** The server and the key pair. Absent values come from the environment, then from the demo's file. */
export interface SessionOptions {
  readonly url?: string;
  readonly clientId?: string;
  /** The name of a demo merchant, or a part of it. */
  readonly client?: string;
}

export interface MerchantSession {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Returns the JSON of a call, also of a refusal. Throws CommandError if no server responds. */
  call(method: string, path: string, body?: JsonBody): Promise<JsonBody>;
}

export type Keys = Pick<MerchantSession, "baseUrl" | "clientId" | "clientSecret">;

/** A server that has just started writes the demo's history first, and delays changes. */
const ANSWER_WITHIN_MS = 120_000;
const START = "Start one with `npm start`, or set the URL of another with --url or VITARAN_URL.";

/** Finds the keys and requests a token. Throws CommandError if there are none, or they are wrong. */
export async function openMerchantSession(options: SessionOptions): Promise<MerchantSession> {
  const keys = await findKeys(options);
  let token = await authorize(keys);
  const ask = (method: string, path: string, body?: JsonBody): Promise<Answer> =>
    fetchJson(`${keys.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...keys,
    async call(method, path, body) {
      const answer = await ask(method, path, body);
      if (!isTokenOver(answer)) return answer.json;
      token = await authorize(keys);
      return (await ask(method, path, body)).json;
    },
  };
}

/** True if the token has expired, which happens after ten minutes; the refused call has changed nothing. */
function isTokenOver({ status, json }: Answer): boolean {
  const { code } = (json.error ?? {}) as { code?: string };
  return (
    (status === 403 || json.subCode === "403") && (code === undefined || code.startsWith("access.token"))
  );
}

/** Finds key pair and server in the options, the environment or the demo. Throws CommandError if missing. */
export async function findKeys({ url, clientId, client }: SessionOptions): Promise<Keys> {
  const { VITARAN_URL, VITARAN_CLIENT_ID, VITARAN_CLIENT_SECRET: clientSecret } = terminal().environment;
  const [givenUrl, givenId] = [url ?? VITARAN_URL, clientId ?? VITARAN_CLIENT_ID];
  if (givenId !== undefined && clientSecret !== undefined) {
    return { baseUrl: trim(givenUrl ?? "http://localhost:8080"), clientId: givenId, clientSecret };
  }
  if (givenId !== undefined)
    throw new CommandError(
      "VITARAN_CLIENT_SECRET is not set. The secret is read only from there, never from an option.",
    );
  const { baseUrl, clients } = await readDemo();
  const found = clients.find(({ name }) => name.toLowerCase().includes((client ?? "").toLowerCase()));
  if (found === undefined) {
    const names = clients.map(({ name }) => `"${name}"`).join(" and ");
    throw new CommandError(`There is no demo merchant "${client!}". Demo merchants: ${names}.`);
  }
  return { baseUrl: trim(givenUrl ?? baseUrl), clientId: found.clientId, clientSecret: found.clientSecret };
}

const trim = (url: string): string => url.replace(/\/+$/, "");

async function readDemo(): Promise<DemoFile> {
  const path = join(readConfig(terminal().environment).dataDir, "demo.json");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new CommandError(
      `No key pair: VITARAN_CLIENT_ID and VITARAN_CLIENT_SECRET are not set, and ${path} does not exist. ${START}`,
      EXIT.away,
    );
  });
  return JSON.parse(text) as DemoFile;
}

async function authorize({ baseUrl, clientId, clientSecret }: Keys): Promise<string> {
  const headers = { "x-client-id": clientId, "x-client-secret": clientSecret };
  const { json } = await fetchJson(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers });
  const { token } = (json.data ?? {}) as { token?: string };
  if (token === undefined) throw new CommandError(`${baseUrl} refused ${clientId}: ${String(json.message)}.`);
  return token;
}

interface Answer {
  readonly status: number;
  readonly json: JsonBody;
}

async function fetchJson(url: string, request: RequestInit): Promise<Answer> {
  const { origin } = new URL(url);
  let response: Response;
  try {
    response = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch (error) {
    const why = (error as { cause?: Error }).cause?.message || (error as Error).message;
    throw new CommandError(`No server responds at ${origin} (${why}). ${START}`, EXIT.away);
  }
  const text = await response.text();
  try {
    return { status: response.status, json: JSON.parse(text) as JsonBody };
  } catch {
    throw new CommandError(
      `${origin} is not a Vitaran API: it responded with HTTP ${response.status} and no JSON.`,
      EXIT.away,
    );
  }
}

/** Calls the server; throws CommandError with its message if it refuses. */
export async function mustDo(
  session: MerchantSession,
  method: string,
  path: string,
  body?: JsonBody,
): Promise<JsonBody> {
  return readAnswer(await session.call(method, path, body));
}

/** Returns a successful answer. Throws CommandError with the server's message for a refusal. */
export function readAnswer(answer: JsonBody): JsonBody {
  const { error, status, subCode, message } = answer;
  if (error === undefined && status !== "ERROR") return answer;
  if (error === undefined)
    throw new CommandError(`The server refused the request (${String(subCode)}): ${sentence(message)}`);
  const { message: why, details } = error as { message: string; details?: object };
  const more =
    details === undefined || Object.keys(details).length === 0 ? "" : ` ${JSON.stringify(details)}`;
  throw new CommandError(`${why}${more}`);
}

/** Returns the server's message with exactly one full stop. */
export const sentence = (message: unknown): string => `${String(message).replace(/\.+$/, "")}.`;
