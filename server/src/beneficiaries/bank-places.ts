/** Places for questions to banks: bounded for a process, and for each merchant a share of them. */
import { OverloadError } from "#lib/gather";

export interface PlaceLimits {
  /** Questions on their way at once. */
  readonly processMax: number;
  /** Those of one merchant: a bank of its that hangs leaves room for the others. */
  readonly merchantMax: number;
  /** Questions of one merchant that may wait; one more is refused with OverloadError. */
  readonly waitingMax: number;
}

/** Does work in a place of the merchant's, the earlier call first among those who may have one. */
export type InPlace = <T>(merchantId: string, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly merchantId: string;
  readonly begin: () => void;
}

/** Makes the places of one process. */
export function makeBankPlaces({ processMax, merchantMax, waitingMax }: PlaceLimits): InPlace {
  const busy = new Map<string, number>();
  let total = 0;
  let waiting: Waiting[] = [];

  const isFree = (merchantId: string): boolean =>
    total < processMax && (busy.get(merchantId) ?? 0) < merchantMax;

  const take = (merchantId: string): void => {
    busy.set(merchantId, (busy.get(merchantId) ?? 0) + 1);
    total += 1;
  };

  const give = (merchantId: string): void => {
    const left = busy.get(merchantId)! - 1;
    if (left > 0) busy.set(merchantId, left);
    else busy.delete(merchantId);
    total -= 1;
    // At once, so that nobody who comes later is first.
    const next = waiting.find((one) => isFree(one.merchantId));
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    take(next.merchantId);
    next.begin();
  };

  return async (merchantId, work) => {
    if (isFree(merchantId)) take(merchantId);
    else {
      const ahead = waiting.filter((one) => one.merchantId === merchantId).length;
      if (ahead >= waitingMax) throw new OverloadError(ahead);
      await new Promise<void>((begin) => waiting.push({ merchantId, begin }));
    }
    try {
      return await work();
    } finally {
      give(merchantId);
    }
  };
}
