/** Limits the bytes of bodies held in memory at once: in all, and for each caller to a share of them. */
import { OverloadError } from "#lib/gather";

export interface BodyLimits {
  /** The limit in bytes of all bodies that are being received or worked on. */
  readonly bytes: number;
  /** The limit in bytes for one key: a known caller, or the address of an unknown one. */
  readonly perKey: number;
}

/** One body's part of the budget. */
export interface BodyShare {
  /** Reports how many bytes the body turned out to have. */
  settle(bytes: number): void;
  /** Releases it; may be called again. */
  give(): void;
}

/** Makes a budget; `take` throws `OverloadError` if less than that is left. */
export function makeBodyBudget({ bytes: total, perKey }: BodyLimits): {
  take(key: string, bytes: number): BodyShare;
} {
  const held = new Map<string, number>();
  let all = 0;
  const add = (key: string, bytes: number): void => {
    all += bytes;
    const now = (held.get(key) ?? 0) + bytes;
    if (now === 0) held.delete(key);
    else held.set(key, now);
  };
  return {
    take(key, bytes) {
      const own = held.get(key) ?? 0;
      // One body alone is always accepted: its own limit bounds it.
      if ((own > 0 && own + bytes > perKey) || all + bytes > total) throw new OverloadError(held.size);
      let share = bytes;
      add(key, share);
      return {
        settle(proved) {
          if (share === 0) return;
          add(key, proved - share);
          share = proved;
        },
        give() {
          add(key, -share);
          share = 0;
        },
      };
    },
  };
}
