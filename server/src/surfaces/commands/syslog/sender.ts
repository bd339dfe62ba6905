/** Sends messages to a receiver in their order, waits while it is away, and repeats what it may not have read. */
import { setTimeout as pass } from "node:timers/promises";
import { CommandError, EXIT } from "../command-error.ts";
import { tellAside } from "../terminal.ts";
import { type SyslogLink, type Loss, openLink, type Receiver } from "./link.ts";

export interface SyslogSender {
  /**
   * Resolves when the operating system has taken the messages. Without messages it only repeats what was lost since the
   * last call.
   */
  send(messages: readonly Buffer[]): Promise<void>;
  /** Ends the connection when the receiver has read everything. */
  finish(): Promise<void>;
  /** Gives up what is left. */
  close(): void;
}

/** Messages that are handed over together, and when this was last done. */
interface Chunk {
  readonly messages: readonly Buffer[];
  readonly bytes: number;
  at: number;
}

const CHUNK_BYTES = 65_536;

/**
 * No answer says what a receiver has read, so what was handed over shortly before a loss is sent again. A receiver that
 * closes in order has read what came before; otherwise it may have been in difficulties for some time. The bytes are
 * more than the buffers between two programs usually hold.
 */
const REPEAT_MS = { inOrder: 10_000, broken: 300_000 };
const REPEAT_BYTES = 16 * 1_048_576;

const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/** Opens nothing yet. After `triesMax` failures in a row it gives up. */
export function makeSender(receiver: Receiver, { triesMax }: { readonly triesMax: number }): SyslogSender {
  const queue = makeQueue();
  const patience = makePatience(receiver, triesMax);
  let link: SyslogLink | null = null;

  const lose = (loss: Loss): void => {
    link?.close();
    link = null;
    queue.lose(loss);
  };
  /** A write that waited for the receiver says since when it has read nothing. */
  const handOver = async ({ messages }: Chunk): Promise<void> => {
    const since = performance.now();
    try {
      link ??= await openLink(receiver);
      await link.send(messages);
      queue.shift();
    } catch (error) {
      lose({ at: since, inOrder: link?.loss()?.inOrder ?? false });
      await patience.wait(error as Error);
    }
  };
  const drain = async (): Promise<void> => {
    const loss = link?.loss() ?? null;
    if (loss !== null) lose(loss);
    for (let chunk = queue.first(); chunk !== undefined; chunk = queue.first()) await handOver(chunk);
  };
  return {
    async send(messages) {
      queue.add(messages);
      await drain();
      patience.restore();
    },
    async finish() {
      for (;;) {
        await drain();
        if (link === null) return;
        const since = performance.now();
        try {
          await link.end();
          return patience.restore();
        } catch (error) {
          lose(link.loss() ?? { at: since, inOrder: false });
          await patience.wait(error as Error);
        }
      }
    },
    close: () => link?.close(),
  };
}

interface Queue {
  add(messages: readonly Buffer[]): void;
  /** Returns the first chunk that was not handed to the present link. */
  first(): Chunk | undefined;
  /** Notes that it was handed over. It is kept for a while. */
  shift(): void;
  /** Begins again with what may not have been read. */
  lose(loss: Loss): void;
}

function makeQueue(): Queue {
  const chunks: Chunk[] = [];
  let next = 0;
  return {
    add: (messages) => void chunks.push(...chunksOf(messages)),
    first: () => chunks[next],
    shift() {
      const now = performance.now();
      chunks[next]!.at = now;
      next += 1;
      const handed = chunks.slice(0, next);
      let bytes = 0;
      const old = handed.findLastIndex((chunk) => {
        bytes += chunk.bytes;
        return bytes > REPEAT_BYTES || chunk.at < now - REPEAT_MS.broken;
      });
      chunks.splice(0, old + 1);
      next -= old + 1;
    },
    lose({ at, inOrder }) {
      const horizon = at - (inOrder ? REPEAT_MS.inOrder : REPEAT_MS.broken);
      const kept = chunks.findIndex((chunk, index) => index >= next || chunk.at >= horizon);
      chunks.splice(0, kept === -1 ? chunks.length : kept);
      next = 0;
    },
  };
}

interface Patience {
  /** Waits after a failure, longer each time. Throws if it was one too many, or waiting does not help. */
  wait(error: Error): Promise<void>;
  /** Forgets the failures. */
  restore(): void;
}

function makePatience(receiver: Receiver, triesMax: number): Patience {
  let failures = 0;
  return {
    async wait(error) {
      if (error instanceof CommandError) throw error;
      failures += 1;
      const words = `${nameOf(receiver)} does not take audit records (${reasonOf(error)})`;
      if (failures >= triesMax) throw new CommandError(`${words}.`, EXIT.away);
      if (failures === 1) tellAside(`${words}. Trying again until it does.`);
      await pass(Math.min(PAUSE_FIRST_MS * 2 ** (failures - 1), PAUSE_MAX_MS));
    },
    restore() {
      if (failures > 0) tellAside(`${nameOf(receiver)} takes audit records again.`);
      failures = 0;
    },
  };
}

function* chunksOf(messages: readonly Buffer[]): Generator<Chunk> {
  let [some, bytes]: [Buffer[], number] = [[], 0];
  for (const message of messages) {
    some.push(message);
    bytes += message.length;
    if (bytes < CHUNK_BYTES) continue;
    yield { messages: some, bytes, at: 0 };
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) yield { messages: some, bytes, at: 0 };
}

const nameOf = ({ scheme, host, port }: Receiver): string =>
  `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;

function reasonOf(error: Error): string {
  if (error.name === "AbortError") return "no answer";
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
