import type { Context } from "#lib/context";
import { setCrashHook } from "#lib/crash-points";
import type { World } from "./world.ts";

/**
 * Returns a simulated process that pauses before the first transaction after a crash point, until `meanwhile` is done.
 * There can be only one at a time, because it uses the crash hook until the point is passed.
 */
export function stopAfter(
  world: Pick<World, "openContext">,
  point: string,
  meanwhile: () => Promise<unknown>,
): Context {
  const process = world.openContext();
  let isNext = false;
  setCrashHook((passed) => {
    if (passed !== point) return;
    setCrashHook(null);
    isNext = true;
  });
  const inMerchant: Context["db"]["inMerchant"] = async (merchantId, work) => {
    if (isNext) {
      isNext = false;
      await meanwhile();
    }
    return process.db.inMerchant(merchantId, work);
  };
  return { ...process, db: { ...process.db, inMerchant } };
}
