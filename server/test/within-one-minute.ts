/** For limits that count by the database's minute. */
import type { World } from "./world.ts";

/** Runs `work` until the minute was the same before and after it, and tells what came of that run. */
export async function withinOneMinute(world: World, work: () => Promise<void>): Promise<void> {
  for (let started = await minuteOf(world); ; started = await minuteOf(world)) {
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if ((await minuteOf(world)) !== started) continue;
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
