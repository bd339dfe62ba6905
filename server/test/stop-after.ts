import type { Context } from "#lib/context";
import { setCrashHook } from "#lib/crash-points";
import type { World } from "./world.ts";

/**
 * A process of its own that stops before the transaction that follows the first passing of a crash point, while
 * `meanwhile` happens, and then goes on. One at a time: the place of the crash hook is taken until the point is passed.
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
