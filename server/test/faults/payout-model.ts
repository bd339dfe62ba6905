/**
 * The statuses and charges that a merchant may see, implemented a second time and far more simply than in the engine:
 * money is three numbers, and a transfer is the list of its statuses with their times.
 */
import assert from "node:assert/strict";
import { isOpen, nextOpening } from "#rails";
import type { PublicStatus } from "#transfers";
import {
  ASKED_MS,
  ASKING_MS,
  back,
  FATES,
  MINUTE_MS,
  paid,
  PENDING,
  phase,
  type Fate,
  type Phase,
} from "./fates.ts";

export interface ModelOrder {
  readonly fate: Fate;
  readonly mode: "imps" | "upi" | "neft";
  readonly amountPaise: bigint;
}

interface Expected extends ModelOrder {
  readonly totalPaise: bigint;
  phases: readonly Phase[];
  sentAt: Moment;
  /** The time from which it can be sent; null once it was sent. */
  waitsUntilMs: number | null;
}

/** The merchant's time since the beginning: as far as the clock was moved, and including the real time that passed. */
export interface Moment {
  readonly movedMs: number;
  readonly passedMs: number;
}

/** The values that the merchant sees. */
export interface Seen {
  readonly statuses: ReadonlyMap<string, PublicStatus>;
  readonly availablePaise: bigint;
  readonly balancePaise: bigint;
  /** The debt from late successes for which the money was not sufficient. */
  readonly owedPaise: bigint;
}

interface Counting {
  now: Moment;
  /** The kinds of money that are subtracted. */
  counted: readonly Phase["money"][];
  statuses?: ReadonlyMap<string, PublicStatus>;
}

export class PayoutModel {
  readonly #startAt: Date;
  readonly #promptMs: number;
  readonly #transfers = new Map<string, Expected>();
  #creditedPaise = 0n;
  #owedPaise = 0n;

  constructor(startAt: Date, bankId: string) {
    this.#startAt = startAt;
    this.#promptMs = bankId === "himshikhar" ? ASKED_MS : 0;
  }

  credit(amountPaise: bigint): void {
    this.#creditedPaise += amountPaise;
  }

  /** An order was answered. `held`: it has not been sent yet, but a worker may send it at any moment. */
  order(
    key: string,
    order: ModelOrder,
    { answer, held, now }: { answer: "accepted" | "failed"; held: boolean; now: Moment },
  ): void {
    const totalPaise = order.amountPaise + chargesOf(order);
    const { least, most } = this.#range({ now, counted: ["held", "taken"] });
    if (answer === "accepted") assert.ok(totalPaise <= most + this.#owedPaise, `${key} was accepted`);
    else assert.ok(totalPaise > least + this.#owedPaise, `${key} failed`);
    const opensAt =
      order.mode === "neft" ? nextOpening("neft", this.#at(now)).getTime() - this.#startAt.getTime() : 0;
    const isClosed = order.mode === "neft" && !isOpen("neft", this.#at(now));
    const expected: Expected = { ...order, totalPaise, phases: [], sentAt: now, waitsUntilMs: null };
    this.#transfers.set(key, expected);
    if (answer === "failed") expected.phases = [phase("FAILED", "free", 0, 0)];
    else if (isClosed) this.#wait(expected, "QUEUED", opensAt);
    else if (held) this.#wait(expected, "PENDING", now.movedMs);
    else this.#send(expected, now);
  }

  /** A worker has processed everything that was due. */
  work(now: Moment): void {
    for (const one of this.#transfers.values()) {
      if (one.waitsUntilMs === null || now.movedMs < one.waitsUntilMs) continue;
      const { mode } = one;
      if (mode === "neft" && !isOpen("neft", this.#at(now))) {
        this.#wait(one, "QUEUED", nextOpening("neft", this.#at(now)).getTime() - this.#startAt.getTime());
      } else this.#send(one, now);
    }
  }

  /** Returns the transfers that were not sent yet. */
  waiting(): string[] {
    return [...this.#transfers].flatMap(([key, { waitsUntilMs }]) => (waitsUntilMs === null ? [] : [key]));
  }

  /** Returns true if it can be cancelled, which is so until it is sent. */
  cancel(key: string): boolean {
    const one = this.#transfers.get(key)!;
    if (one.waitsUntilMs === null) return false;
    one.waitsUntilMs = null;
    one.phases = [phase("REJECTED", "free", 0, 0)];
    return true;
  }

  /** Returns the only possible phase now; null if time has not decided. */
  certain(key: string, now: Moment): Phase | null {
    const possible = phasesAt(this.#transfers.get(key)!, now);
    return possible.length === 1 ? possible[0]! : null;
  }

  /** Its bank was forced to another outcome, which replaces everything that was to come. */
  force(key: string, to: Pick<Phase, "status" | "money">): void {
    this.#transfers.get(key)!.phases = [{ ...to, fromMs: 0, byMs: 0 }];
  }

  /** A bank that never reported a payment reports that the money came back. */
  forceBack(key: string, now: Moment): void {
    const one = this.#transfers.get(key)!;
    const isAsked = now.passedMs - one.sentAt.passedMs < ASKING_MS;
    one.phases = [PENDING, back(0, isAsked ? ASKING_MS : Infinity)];
  }

  fateOf(key: string): Fate {
    return this.#transfers.get(key)!.fate;
  }

  /** Compares the values that the merchant sees with those that it may see. */
  check(now: Moment, seen: Seen): void {
    assert.deepEqual(
      [...seen.statuses.keys()].toSorted(),
      [...this.#transfers.keys()].toSorted(),
      "the transfers there are",
    );
    for (const [key, one] of this.#transfers) {
      const words = phasesAt(one, now).map(({ status }) => status);
      const status = seen.statuses.get(key)!;
      assert.ok(
        words.includes(status),
        `${key} (${one.mode} ${one.fate}) is ${status}, and may be ${words.join(" or ")}`,
      );
    }
    const { statuses, availablePaise, balancePaise, owedPaise } = seen;
    assertWithin(
      availablePaise - owedPaise,
      this.#range({ now, counted: ["held", "taken"], statuses }),
      "available",
    );
    assertWithin(balancePaise - owedPaise, this.#range({ now, counted: ["taken"], statuses }), "balance");
    this.#owedPaise = owedPaise;
  }

  /** Returns the least and the most that can be left of the money that arrived, given the statuses that were seen. */
  #range({ now, counted, statuses }: Counting): { least: bigint; most: bigint } {
    const range = { least: this.#creditedPaise, most: this.#creditedPaise };
    for (const [key, one] of this.#transfers) {
      const seen = statuses?.get(key);
      const possible = phasesAt(one, now).filter(({ status }) => seen === undefined || status === seen);
      const costs = possible.map(({ money }) => counted.includes(money));
      if (costs.includes(true)) range.least -= one.totalPaise;
      if (!costs.includes(false)) range.most -= one.totalPaise;
    }
    return range;
  }

  #wait(one: Expected, status: "QUEUED" | "PENDING", untilMs: number): void {
    one.phases = [phase(status, "held", 0, 0)];
    one.waitsUntilMs = untilMs;
  }

  #send(one: Expected, now: Moment): void {
    one.waitsUntilMs = null;
    one.sentAt = now;
    // NEFT settles in half-hourly batches.
    one.phases = one.mode === "neft" ? [PENDING, paid(0, 31 * MINUTE_MS)] : FATES[one.fate](this.#promptMs);
  }

  #at(now: Moment): Date {
    return new Date(this.#startAt.getTime() + now.movedMs);
  }
}

/**
 * Returns the phases in which a transfer may be: they have begun by the longest count of time, and are not certainly
 * over by the shortest.
 */
function phasesAt({ phases, sentAt }: Expected, now: Moment): Phase[] {
  const longestMs = now.passedMs - sentAt.passedMs;
  const shortestMs = now.movedMs - sentAt.movedMs;
  return phases.filter(
    ({ fromMs }, n) => fromMs <= longestMs && (phases[n + 1]?.byMs ?? Infinity) > shortestMs,
  );
}

function assertWithin(paise: bigint, { least, most }: { least: bigint; most: bigint }, what: string): void {
  assert.ok(
    least <= paise && paise <= most,
    `${what} is ${paise}, and should be ${least === most ? least : `${least} to ${most}`}`,
  );
}

/** The fee and 18 % tax from the price list. */
function chargesOf({ mode, amountPaise }: ModelOrder): bigint {
  const band = amountPaise <= 1_000_00n ? 0 : amountPaise <= 25_000_00n ? 1 : 2;
  const fee = (mode === "neft" ? [3_00n, 5_00n, 8_00n] : [6_00n, 8_00n, 15_00n])[band]!;
  return (fee * 118n) / 100n;
}
