/** Sends drafts to both servers and compares their answers. */
import { setTimeout as sleep } from "node:timers/promises";
import { findDifference, makeNames, writeAnswer, type Answer, type Names } from "./answers.ts";
import { call } from "./call.ts";
import type { Draft } from "./requests.ts";
import { wordOf, type Pool } from "./values.ts";

/** One server from the point of view of one caller. */
export interface Side {
  readonly port: number;
  /** The address from which it calls. */
  readonly from: string;
  /** The caller's own member, whom no request may lock out. */
  readonly ownId: string | null;
  /** Returns the headers that authenticate the caller, or headers of a stranger. */
  credentials(draft: Draft, isOwn: boolean): Readonly<Record<string, string>>;
}

export interface Difference {
  readonly draft: Draft;
  /** The request as it was sent, without the IDs of the servers. */
  readonly request: string;
  readonly statuses: readonly string[];
  /** The part of each answer around the first difference. */
  readonly excerpts: readonly [before: string, after: string];
}

export interface Outcome {
  readonly difference: Difference | null;
  /** True if the caller has to log in again. */
  readonly isLoggedOut: boolean;
}

/** A caller on both servers. */
export interface Exchange {
  readonly before: Side;
  readonly after: Side;
  readonly known: Known;
  /** Paths of answers whose bodies are not compared. */
  readonly bodyPasses: RegExp | null;
  /** The path at which the caller reads its statement. */
  readonly statement: string;
}

/** The names of both servers so far, with the words that represent them in requests to both. */
export interface Known {
  readonly names: Names;
  readonly pairs: (readonly [before: string, after: string])[];
  readonly words: Map<string, string>;
}

export const makeKnown = (): Known => ({ names: makeNames(), pairs: [], words: new Map() });

/** Gives a value of one server and that of the other a common word, which can be used in any request. */
export function pairUp({ pairs, words }: Known, before: string, after: string): string {
  if (before === after) return before;
  const word = words.get(before) ?? `pair${pairs.length}zz`;
  if (!words.has(before)) pairs.push([before, after]);
  words.set(before, word);
  return word;
}

const fill = ({ pairs }: Known, text: string, side: 0 | 1): string =>
  text.replaceAll(/pair(\d+)zz/g, (whole, at: string) => pairs[Number(at)]?.[side] ?? whole);

/** A read may come before one server has finished its background work, so it is repeated until both have. */
const REPEATS = 40;
const REPEAT_AFTER_MS = 50;

/** The answer to an order that is processed later. */
const GOES_ON = /^HTTP 202|"(?:PENDING|RECEIVED|ACCEPTED|queued|waiting|processing)"|accepted|in process/i;
const SETTLES_IN_MS = 150;
const SETTLE_REPEATS = 10;

/** Sends a request to both servers, repeats reads until they agree, and adds the IDs in the answers to the pool. */
export async function runRequest(exchange: Exchange, draft: Draft, pool: Pool): Promise<Outcome> {
  let { answers, difference } = await sendToBoth(exchange, draft);
  for (let nth = 0; difference !== null && draft.method === "GET" && nth < REPEATS; nth += 1) {
    await sleep(REPEAT_AFTER_MS);
    ({ answers, difference } = await sendToBoth(exchange, draft));
  }
  const [{ status, body }, other] = answers;
  const isLoggedOut = status === 401 && draft.credentials === "own";
  if (difference === null) {
    if (draft.method !== "GET" && GOES_ON.test(`${draft.path} HTTP ${status} ${body}`))
      await settle(exchange, draft);
    const { before, known } = exchange;
    const learn = (field: string, left: string, right: string): void => {
      if (left !== before.ownId) pool.add(field, pairUp(known, left, right));
    };
    // Bodies that are not compared may have different things in the same place.
    if (status < 300 && !doesBodyPass(exchange, draft)) learnIds(draft, [body, other.body], learn);
    return { isLoggedOut, difference: null };
  }
  const { path, body: sent } = writeRequest(draft);
  const request = `${draft.method} ${path} ${JSON.stringify(draft.headers)} ${sent}`;
  const statuses = answers.map((answer) => `HTTP ${answer.status}`);
  return { isLoggedOut, difference: { draft, request, statuses, excerpts: difference } };
}

/** Waits until both servers have done their work and their statements agree, before the next request. */
async function settle(exchange: Exchange, { operation }: Draft): Promise<void> {
  const draft: Draft = { ...READING, operation, path: exchange.statement };
  for (let nth = 0; nth < SETTLE_REPEATS; nth += 1) {
    await sleep(SETTLES_IN_MS);
    const { difference } = await sendToBoth(exchange, draft);
    if (difference === null) return;
  }
}

const READING = {
  faults: [],
  method: "GET",
  parameters: {},
  query: [],
  headers: {},
  body: undefined,
  text: null,
  credentials: "own",
} satisfies Partial<Draft>;

interface Exchanged {
  readonly answers: readonly [before: Answer, after: Answer];
  readonly difference: Difference["excerpts"] | null;
}

async function sendToBoth(exchange: Exchange, draft: Draft): Promise<Exchanged> {
  const answers = await Promise.all([send(exchange, draft, 0), send(exchange, draft, 1)]);
  const passes = doesBodyPass(exchange, draft);
  const [before, after] = [writeAnswer(answers[0], passes), writeAnswer(answers[1], passes)];
  return { answers, difference: findDifference(before, after, exchange.known.names) };
}

const doesBodyPass = ({ bodyPasses }: Exchange, { path }: Draft): boolean => bodyPasses?.test(path) === true;

function send({ before, after, known }: Exchange, draft: Draft, side: 0 | 1): Promise<Answer> {
  const { port, from, credentials } = side === 0 ? before : after;
  const own = draft.credentials === "none" ? {} : credentials(draft, draft.credentials === "own");
  const { path, body } = writeRequest(draft);
  const headers = Object.entries({ ...own, ...draft.headers });
  return call({
    port,
    from,
    method: draft.method,
    path: fill(known, path, side),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, fill(known, value, side)])),
    body: fill(known, body, side),
  });
}

function writeRequest({ path, parameters, query, body, text }: Draft): { path: string; body: string } {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encode(parameters[name] ?? ""));
  const asked = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  return {
    path: asked === "" ? filled : `${filled}?${asked}`,
    body: text ?? (body === undefined ? "" : JSON.stringify(body)),
  };
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Words that can be used in a request unchanged. */
const ID = /^[\w.:-]{1,200}$/;

/** Learns the IDs in a request and its answers, by their field; `id` in a list of `recalls` is a `recallId`. */
function learnIds(
  { operation, body }: Draft,
  bodies: readonly [string, string],
  learn: (field: string, before: string, after: string) => void,
): void {
  const [left, right] = bodies.map(parse);
  if ((left as { status?: unknown } | null)?.status === "ERROR") return;
  const folder = operation.path.split("/").findLast((part) => /^[A-Za-z-]+$/.test(part)) ?? "";
  const walk = (before: unknown, after: unknown, field: string): void => {
    if (typeof before === "object" && before !== null && typeof after === "object" && after !== null) {
      const part = Array.isArray(before) ? 0 : 1;
      for (const [key, value] of Object.entries(before).slice(0, 30))
        walk(value, (after as Record<string, unknown>)[key], part === 0 ? field.replace(/s$/, "") : key);
      return;
    }
    // The merchant of a new organization is not a caller of this comparison, so no request names it.
    if (!/(id|key|no|cursor|ticket)$/.test(wordOf(field)) || field === "merchantId") return;
    const [one, other] = [String(before), String(after)];
    if (!ID.test(one) || !ID.test(other)) return;
    learn(field === "id" ? `${folder.replace(/s$/, "")}Id` : field, one, other);
  };
  walk(left, right, folder);
  walk(body, body, folder);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
