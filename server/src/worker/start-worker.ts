import type { Context } from "#lib/context";
import type { Working } from "#lib/work-loop";
import { WORKERS } from "./workers.ts";

/** Starts all background work of this process. `stop` starts nothing new and waits for work in progress. */
export async function startWorker(ctx: Context): Promise<Working> {
  const started: Working[] = [];
  for (const worker of Object.values(WORKERS)) started.push(await worker.start(ctx));
  return { stop: async () => void (await Promise.all(started.map((working) => working.stop()))) };
}
