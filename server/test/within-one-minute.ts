/** For limits that count by the database's time, in windows of whole minutes. */
import type { World } from "./world.ts";

/** Runs `work` until the minute was the same before and after it, and tells what came of that run. */
export const withinOneMinute = (world: World, work: () => Promise<void>): Promise<void> =>
  withinOneWindow(world, 1, work);

/** The same for windows of so many minutes. */
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
