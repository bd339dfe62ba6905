/**
 * The time of the simulated banks. Every debit account has its own clock, which runs with the machine and can be moved
 * forward, so that merchants can try cut-offs and late answers without disturbing one another.
 */

export interface Clock {
  now(): number;
  /** Runs `work` when this clock reaches `dueAt`, or at once if it already has. */
  at(dueAt: number, work: () => void): void;
  /**
   * Moves the clock forward. Everything that becomes due runs before this returns, in order, each at its own instant.
   */
  advance(ms: number): void;
  readonly waiting: number;
  /** The time at which the next work is due; undefined if none waits. */
  readonly nextAt: number | undefined;
  clear(): void;
}

export interface Clocks {
  of(debitAccount: string): Clock;
  /** Moves one clock, or without a name all of them, including those of accounts that do not exist yet. */
  advance(ms: number, debitAccount?: string): void;
  offsetMs(debitAccount: string): number;
  reset(debitAccount?: string): void;
}

interface Timer {
  readonly dueAt: number;
  readonly order: number;
  readonly work: () => void;
}

const TIMEOUT_MAX_MS = 2_147_483_647;

/** Makes clocks that start at `startMs` (default: the machine's time). */
export function makeClocks(startMs?: number): Clocks {
  const start = startMs === undefined ? 0 : startMs - Date.now();
  let sharedMs = start;
  const clocks = new Map<string, Clock & { offsetMs: number }>();
  const find = (debitAccount: string): Clock & { offsetMs: number } => {
    let clock = clocks.get(debitAccount);
    if (clock === undefined) clocks.set(debitAccount, (clock = makeClock(sharedMs)));
    return clock;
  };
  return {
    of: find,
    advance(ms, debitAccount) {
      if (debitAccount !== undefined) return find(debitAccount).advance(ms);
      sharedMs += ms;
      for (const clock of clocks.values()) clock.advance(ms);
    },
    offsetMs: (debitAccount) => clocks.get(debitAccount)?.offsetMs ?? sharedMs,
    reset(debitAccount) {
      for (const [name, clock] of clocks)
        if (debitAccount === undefined || name === debitAccount) clock.clear();
      if (debitAccount === undefined) {
        clocks.clear();
        sharedMs = start;
      } else clocks.delete(debitAccount);
    },
  };
}

function makeClock(firstOffsetMs: number): Clock & { offsetMs: number } {
  const timers = makeHeap();
  let frozen: number | undefined;
  // The machine's time at which the timer fires. Moving the clock changes it, although no due time changes.
  let alarm: { handle: NodeJS.Timeout; ringsAt: number } | undefined;
  const arm = (): void => {
    const head = timers.head();
    const ringsAt = head === undefined ? undefined : head.dueAt - clock.offsetMs;
    if (ringsAt === undefined || alarm?.ringsAt === ringsAt) return;
    if (alarm !== undefined) clearTimeout(alarm.handle);
    const delayMs = Math.min(Math.max(ringsAt - Date.now(), 0), TIMEOUT_MAX_MS);
    const handle = setTimeout(() => {
      alarm = undefined;
      runDue(Date.now() + clock.offsetMs);
    }, Math.ceil(delayMs));
    alarm = { handle, ringsAt };
  };
  const runDue = (until: number): void => {
    try {
      for (let head = timers.head(); head !== undefined && head.dueAt <= until; head = timers.head()) {
        timers.take();
        frozen = Math.max(head.dueAt, frozen ?? head.dueAt);
        head.work();
      }
    } finally {
      frozen = undefined;
    }
    arm();
  };
  const clock = {
    offsetMs: firstOffsetMs,
    now: () => frozen ?? Date.now() + clock.offsetMs,
    at(dueAt: number, work: () => void) {
      timers.put(dueAt, work);
      if (frozen === undefined) arm();
    },
    advance(ms: number) {
      clock.offsetMs += ms;
      runDue(Date.now() + clock.offsetMs);
    },
    get waiting() {
      return timers.size();
    },
    get nextAt() {
      return timers.head()?.dueAt;
    },
    clear() {
      if (alarm !== undefined) clearTimeout(alarm.handle);
      alarm = undefined;
      timers.clear();
    },
  };
  return clock;
}

/** Makes a binary heap by due time; timers of the same instant keep their order. */
function makeHeap() {
  const items: Timer[] = [];
  let order = 0;
  const before = (left: Timer, right: Timer): boolean =>
    left.dueAt < right.dueAt || (left.dueAt === right.dueAt && left.order < right.order);
  const swap = (left: number, right: number): void => {
    const kept = items[left]!;
    items[left] = items[right]!;
    items[right] = kept;
  };
  const sink = (): void => {
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < items.length && before(items[child]!, items[least]!)) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    head: (): Timer | undefined => items[0],
    size: (): number => items.length,
    clear: (): void => void (items.length = 0),
    put(dueAt: number, work: () => void): void {
      items.push({ dueAt, order: (order += 1), work });
      for (let at = items.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!before(items[at]!, items[parent]!)) break;
        swap(at, parent);
        at = parent;
      }
    },
    take(): void {
      const last = items.pop();
      if (last === undefined || items.length === 0) return;
      items[0] = last;
      sink();
    },
  };
}
