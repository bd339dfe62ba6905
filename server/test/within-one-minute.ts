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
  const windowNow = async (): Promise<number> => Math.floor((await minuteOf(world)) / minutes);
  for (let started = await windowNow(); ; started = await windowNow()) {
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if ((await windowNow()) !== started) continue;
    if (failure !== null) throw failure.error;
    return;
  }
}

async function minuteOf(world: World): Promise<number> {
  const [row] = await world.look<{ minute: number }>(
    "select floor(extract(epoch from now()) / 60)::integer as minute",
  );
  return row!.minute;
}
