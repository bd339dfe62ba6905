/** Plays scripted rounds on connections to an address, and writes down every message that comes back. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Round, submitRound } from "../../server/src/kit/lib/db-round.ts";
import { types } from "../../server/src/kit/lib/db-values.ts";

/** One statement of a round. */
export interface Query {
  readonly text: string;
  /** The name under which it stays prepared; without one it is prepared for this use only. */
  readonly name?: string;
  readonly values?: readonly (string | Buffer | null)[];
}

/** A step takes place on one connection, or on several at the same time. The next one begins when it is answered. */
export type Step =
  /** A round of the extended protocol, as the server sends them. */
  | { readonly on: number | readonly number[]; readonly send: (connection: number) => readonly Query[] }
  /** A statement of the simple protocol, which the server uses for ROLLBACK and LISTEN. */
  | { readonly on: number; readonly simple: string }
  /** Waits until the connection was notified this many times. */
  | { readonly on: number; readonly hear: number };

/** A conversation that every PostgreSQL carries on in the same way. */
export interface Talk {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The answer to one step on one connection has one line for each message. */
export interface Heard {
  readonly step: number;
  readonly connection: number;
  readonly lines: readonly string[];
}

/** Answers that belong to no question may come this much later, in ms. */
const STRAY_WITHIN_MS = 30;
const NO_ANSWER = "no answer";
const CUT_AFTER = 80;

/**
 * Plays a talk on fresh connections to the address, and returns all that was heard, in order. It ends early at a step
 * that is not answered within `patienceMs`.
 */
export async function play(
  { steps }: Talk,
  { url, patienceMs }: { url: string; patienceMs: number },
): Promise<Heard[]> {
  const count = 1 + Math.max(...steps.flatMap(({ on }) => on));
  const connections = await Promise.all(Array.from({ length: count }, () => connect(url, patienceMs)));
  try {
    const heard: Heard[] = [];
    for (const [step, what] of [...steps, probe(count)].entries()) {
      const on = [what.on].flat();
      const lines = await Promise.all(
        on.map((connection) =>
          take(connections[connection]!, begin(what, connection, connections[connection]!), patienceMs),
        ),
      );
      for (const [index, connection] of on.entries()) heard.push({ step, connection, lines: lines[index]! });
      if (lines.flat().includes(NO_ANSWER)) return heard;
    }
    await sleep(STRAY_WITHIN_MS);
    for (const [connection, { lines }] of connections.entries())
      if (lines.length > 0) heard.push({ step: steps.length + 1, connection, lines });
    return heard;
  } finally {
    for (const { client } of connections) client.end().catch(() => undefined);
  }
}

/** The last round of each talk asks every connection for its own number: an answer out of step is another's. */
function probe(count: number): Step {
  const on = Array.from({ length: count }, (_, index) => index);
  return {
    on,
    send: (connection) => [{ text: "select $1::text as probe", values: [`connection ${connection}`] }],
  };
}

interface Connection {
  readonly client: pg.Client;
  /** The messages since the step began. */
  lines: string[];
  notifications: number;
  /** Called after each message, and when the connection is lost. */
  changed: () => void;
  lost: boolean;
}

async function connect(url: string, patienceMs: number): Promise<Connection> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  const connection: Connection = { client, lines: [], notifications: 0, changed: () => {}, lost: false };
  const lose = (): void => {
    if (connection.lost) return;
    connection.lost = true;
    connection.lines.push("the connection was lost");
    connection.changed();
  };
  client.on("error", lose).on("end", lose);
  await client.connect();
  const wire = (
    client as unknown as { connection: { on(event: "message", hear: (one: Message) => void): void } }
  ).connection;
  wire.on("message", (message) => {
    const line = lineOf(message);
    if (line !== null) connection.lines.push(line);
    if (message.name === "notification") connection.notifications += 1;
    connection.changed();
  });
  return connection;
}

/** Waits until a step is over, and returns what was heard since the step before. */
async function take(
  connection: Connection,
  isOver: () => boolean,
  patienceMs: number,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(patienceMs);
  while (!isOver() && !connection.lost) {
    if (signal.aborted) {
      connection.lines.push(NO_ANSWER);
      break;
    }
    await new Promise<void>((resolve) => {
      connection.changed = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  const { lines } = connection;
  connection.lines = [];
  return lines;
}

/** Begins a step, and returns a function that is true once it is over. */
function begin(step: Step, number: number, connection: Connection): () => boolean {
  if (connection.lost) return () => true;
  if ("hear" in step) return () => connection.notifications >= step.hear;
  if ("simple" in step) connection.client.query(step.simple).catch(() => undefined);
  else {
    const round = new Round(() => undefined);
    // Only the messages are compared. What a round makes of them is tested beside it.
    for (const { text, name, values = [] } of step.send(number))
      round.add({ text, name, values, types }).catch(() => undefined);
    submitRound(connection.client as unknown as pg.PoolClient, round);
  }
  return () => connection.lines.some((line) => line.startsWith("ready"));
}

/** A message as the driver has read it. */
interface Message {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Returns a message as one line; null for the state of settings, which may come at any time. */
function lineOf(message: Message): string | null {
  const lines: Record<string, () => string | null> = {
    parameterStatus: () => null,
    commandComplete: () => `done ${String(message["text"])}`,
    error: () => `${String(message["severity"])} ${String(message["code"])} ${constraintOf(message)}`.trim(),
    notice: () => `notice ${String(message["code"])}`,
    notification: () => `notified on ${String(message["channel"])}: ${short(message["payload"])}`,
    readyForQuery: () => `ready ${String(message["status"])}`,
    rowDescription: () =>
      `columns ${(message["fields"] as { name: string; dataTypeID: number }[])
        .map(({ name, dataTypeID }) => `${name}:${dataTypeID}`)
        .join(" ")}`,
    dataRow: () => `row ${(message["fields"] as unknown[]).map(short).join(" | ")}`,
  };
  return (lines[message.name] ?? (() => message.name))();
}

const constraintOf = ({ constraint }: Message): string => (typeof constraint === "string" ? constraint : "");

/** Returns a value so that a long one is still told from another of its length. */
function short(value: unknown): string {
  if (value === null) return "null";
  const text = String(value);
  if (text.length <= CUT_AFTER) return text;
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  return `${text.slice(0, CUT_AFTER)}... (${text.length} characters, sum ${sum})`;
}
