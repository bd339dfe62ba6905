/**
 * Notices that a home does not answer any more, though its connections look alive: a machine that is cut off says
 * nothing. Its connections are closed then, so that its merchants' calls are answered at once, and the others never
 * wait for it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeConnection } from "./db-transaction.ts";
import type { Logger } from "./log.ts";
import { repeat } from "./repeat.ts";

const BEAT_EVERY_MS = 300;
const TICK_MS = 100;
/** A home counts as away if a statement is not answered within these ticks. */
const ANSWER_TICKS = 10;
/** A new connection may take longer. */
const CONNECT_TICKS = 30;

interface PulseOptions {
  readonly name: string;
  readonly url: string;
  readonly log: Logger;
  /** Called when the home stops answering. */
  readonly onLost: () => void;
  /** Brings a home up to date that was away when the process began. It counts as away until this has succeeded. */
  readonly prepare?: (() => Promise<void>) | undefined;
}

export interface Pulse {
  /** True until the home answers again. */
  isAway(): boolean;
  stop(): Promise<void>;
}

/** Asks a home again and again on a connection of its own. */
export function feelPulse({ name, url, log, onLost, prepare }: PulseOptions): Pulse {
  let client: pg.Client | null = null;
  let isPrepared = prepare === undefined;
  let away = !isPrepared;
  let reason = "";
  const beat = async (): Promise<void> => {
    if (!isPrepared) await prepare?.();
    isPrepared = true;
    if (client === null) {
      client = new pg.Client({ connectionString: url });
      client.on("error", () => undefined);
      await withinTicks(client.connect(), CONNECT_TICKS);
    }
    await withinTicks(client.query("select"), ANSWER_TICKS);
  };
  const lose = (error: unknown): void => {
    if (client !== null) closeConnection(client);
    client = null;
    const isNew = !away;
    away = true;
    if (isNew || String(error) !== reason)
      log.warn(
        { home: name, err: error },
        "a home does not answer: its merchants' calls are refused until it is back",
      );
    reason = String(error);
    if (isNew) onLost();
  };
  const beating = repeat({
    everyMs: BEAT_EVERY_MS,
    async work() {
      await beat();
      if (away) log.info({ home: name }, "a home is back");
      away = false;
    },
    onFault: lose,
  });
  beating.runNow();
  return {
    isAway: () => away,
    async stop() {
      await beating.stop();
      if (client !== null) closeConnection(client);
    },
  };
}

/** A process that is busy for seconds makes one tick in them, and reads the answer before the next one. */
async function withinTicks(answer: Promise<unknown>, ticks: number): Promise<void> {
  let isOver = false;
  const end = answer.finally(() => (isOver = true));
  end.catch(() => undefined);
  for (let tick = 0; tick < ticks && !isOver; tick += 1) await Promise.race([end, sleep(TICK_MS)]);
  if (!isOver) throw new Error("there is no answer");
  await end;
}
