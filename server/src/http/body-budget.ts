/** How many bytes of bodies are held in memory at once: bounded, and for each caller a share of it. */
import { OverloadError } from "#lib/gather";

export interface BodyLimits {
  /** Bytes of all bodies that are received or worked on. */
  readonly bytes: number;
  /** Bytes of one key: a caller that is known, or the address of one that is not. */
  readonly perKey: number;
}

/** One body's part of the budget. */
export interface BodyShare {
  /** Tells how many bytes it proved to have. */
  settle(bytes: number): void;
  /** Gives it back; may be called again. */
  give(): void;
}

/** Makes a budget; `take` throws `OverloadError` where there is not as much left. */
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
      // One body alone is always taken: its own limit bounds it.
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
