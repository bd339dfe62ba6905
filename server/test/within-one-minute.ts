/** Used for limits that count in whole minutes of the database's time. */
import type { World } from "./world.ts";

/** Repeats `work` until a run starts and ends in the same minute; throws the error of that run. */
export const withinOneMinute = (world: World, work: () => Promise<void>): Promise<void> =>
  withinOneWindow(world, 1, work);

/** The same for windows of this many minutes. */
export async function withinOneWindow(
  world: World,
  minutes: number,
  work: () => Promise<void>,
): Promise<void> {
  const windowIn = async (seconds: number): Promise<number> =>
    Math.floor((await minuteOf(world, seconds)) / minutes);
  for (let started = await windowIn(0); ; started = await windowIn(0)) {
    const startedAt = performance.now();
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    // A process takes the end of a window to be up to a query's duration earlier than the database does, and none of
    // these queries lasted longer than all the work.
    if ((await windowIn((performance.now() - startedAt) / 1_000)) !== started) continue;
    if (failure !== null) throw failure.error;
    return;
  }
}

async function minuteOf(world: World, inSeconds: number): Promise<number> {
  const [row] = await world.look<{ minute: number }>(
    "select floor((extract(epoch from now()) + $1) / 60)::integer as minute",
    [inSeconds],
  );
  return row!.minute;
}
