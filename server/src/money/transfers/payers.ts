/** Places for instructions that are with banks, limited for the process and for each merchant. */

const PROCESS_MAX = 512;
/** The most places of one merchant, so that its thousands, or its slow bank, leave places for others. */
export const MERCHANT_PLACES = 384;

export interface Payers {
  /** Takes up to `wanted` places of a merchant and returns how many it got. */
  take(merchantId: string, wanted: number): number;
  /** Limits the merchant to this many places from now on. */
  limit(merchantId: string, count: number): void;
  free(merchantId: string, count: number): void;
  /** Resolves when at least half of the merchant's places are free and the process has a free one. */
  whenFree(merchantId: string): Promise<void>;
}

export function makePayers(): Payers {
  const busy = new Map<string, number>();
  const limits = new Map<string, number>();
  const maxOf = (merchantId: string): number => limits.get(merchantId) ?? MERCHANT_PLACES;
  let total = 0;
  let sleepers: { merchantId: string; wake: () => void }[] = [];
  const isFree = (merchantId: string): boolean =>
    total < PROCESS_MAX && (busy.get(merchantId) ?? 0) <= maxOf(merchantId) / 2;
  return {
    take(merchantId, wanted) {
      const mine = busy.get(merchantId) ?? 0;
      const taken = Math.max(0, Math.min(wanted, maxOf(merchantId) - mine, PROCESS_MAX - total));
      busy.set(merchantId, mine + taken);
      total += taken;
      return taken;
    },
    limit(merchantId, count) {
      limits.set(merchantId, Math.min(count, MERCHANT_PLACES));
    },
    free(merchantId, count) {
      const left = (busy.get(merchantId) ?? 0) - count;
      if (left > 0) busy.set(merchantId, left);
      else busy.delete(merchantId);
      total -= count;
      const woken = sleepers.filter((sleeper) => isFree(sleeper.merchantId));
      sleepers = sleepers.filter((sleeper) => !woken.includes(sleeper));
      for (const sleeper of woken) sleeper.wake();
    },
    whenFree(merchantId) {
      if (isFree(merchantId)) return Promise.resolve();
      return new Promise((wake) => sleepers.push({ merchantId, wake }));
    },
  };
}
