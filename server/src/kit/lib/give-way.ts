/**
 * Owners with many calls give way to owners with few, whose calls begin at once. Calls of an owner with many
 * begin at once too, unless another with few is present: then a few begin in each turn, and fewer the busier
 * the process is. Slots alone are not enough: a flood of the cheapest calls takes up the processor.
 */
import { performance } from "node:perf_hooks";
import { OverloadError } from "./gather.ts";
import { noteQuietCall } from "./quiet-callers.ts";

export interface WayLimits {
  /** An owner with fewer calls under way is an owner with few calls. */
  readonly few: number;
  /** The time in ms after its last call for which others still give way to an owner with few calls. */
  readonly presentMs: number;
  /** The number of calls of one lane that may wait; one more is refused with `OverloadError`. */
  readonly waitingMax: number;
  /** The time from one turn to the next, in ms. */
  readonly everyMs: number;
  /** The least and the largest number of calls that begin in a turn, of all lanes together. */
  readonly perTurn: readonly [least: number, most: number];
  /** The number of further calls that may begin for each ended call of an owner with few calls. */
  readonly perOther: number;
  /** While the latest call of an owner with few is younger than this, in ms, a turn adds only the least. */
  readonly freshMs: number;
  /**
   * The time in ms after its end for which a call of an unknown caller counts as under way: pages and
   * refusals are answered so fast that not one of a thousand would ever overlap with another.
   */
  readonly lingerMs: number;
  /** The largest part of its time, from 0 to 1, that the process may be busy when calls begin in turns. */
  readonly busyAtMost: number;
}

/** A caller; calls of one lane begin in their order. */
export interface Comer {
  readonly lane: string;
  /** Others give way to this owner, but its own calls do not. Null means that the caller is unknown, so no one does. */
  readonly owner: string | null;
  /**
   * True for a merchant's program, to which background work yields as well. A page may open a moment later, and a
   * member who watches a file must not slow it down.
   */
  readonly isProgram?: boolean | undefined;
  /** The most calls of the lane that may be under way at once, even alone: more would only wait later. */
  readonly most: number;
}

interface Passage {
  /**
   * Calls `begin` when the call may begin, at once or later; with an `OverloadError` if too many wait. The
   * returned function must be called when the call is over or withdrawn; calling it again does nothing.
   */
  enter(comer: Comer, begin: (error?: OverloadError) => void): () => void;
}

interface Lane extends Comer {
  running: number;
  readonly waiters: (() => void)[];
}

interface Traffic {
  readonly limits: WayLimits;
  readonly busy: () => number;
  readonly lanes: Map<string, Lane>;
  /** Lanes with waiting calls, in the order of their turns. */
  readonly crowded: Set<Lane>;
  /** The number of calls of each owner that are under way or wait, in all its lanes. */
  readonly present: Map<string, number>;
  /** Owners with few calls, and when each called last; the most recent one is last. */
  readonly callLittle: Map<string, number>;
  /** The number of their calls that are under way, and when the last of them began. */
  littleRunning: number;
  littleBegunAt: number;
  isTurning: boolean;
  busyness: number;
  pace: number;
  credit: number;
}

/** Makes the way of one process. `busy` returns the busy part of the time since its last call. */
export function makeWay(limits: WayLimits, busy: () => number = watchEventLoop()): Passage {
  const [, most] = limits.perTurn;
  const traffic: Traffic = {
    limits,
    busy,
    lanes: new Map(),
    crowded: new Set(),
    present: new Map(),
    callLittle: new Map(),
    littleRunning: 0,
    littleBegunAt: 0,
    isTurning: false,
    busyness: 1,
    pace: Math.min(1, most),
    credit: 0,
  };
  return { enter: (comer, begin) => enter(traffic, comer, begin) };
}

function watchEventLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

function enter(traffic: Traffic, comer: Comer, begin: (error?: OverloadError) => void): () => void {
  const lane = laneOf(traffic, comer);
  if (lane.waiters.length >= traffic.limits.waitingMax) {
    begin(new OverloadError(lane.waiters.length));
    return () => undefined;
  }
  const isLittle = arrive(traffic, lane);
  let isBegun = false;
  const start = (): void => {
    isBegun = true;
    lane.running += 1;
    if (isLittle) noteBegun(traffic);
    begin();
  };
  const isFree = lane.waiters.length === 0 && lane.running < lane.most;
  if (isFree && (lane.running < traffic.limits.few || !mustGiveWay(traffic, lane))) start();
  else wait(traffic, lane, start);
  const end = (): void => {
    if (!isBegun) withdraw(traffic, lane, start);
    else {
      lane.running -= 1;
      if (isLittle) noteEnded(traffic);
    }
    depart(traffic, lane);
  };
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (isBegun && lane.owner === null) return void setTimeout(end, traffic.limits.lingerMs).unref();
    return end();
  };
}

/** Counts a call of an owner; returns true if the owner has few calls. */
function arrive({ limits, callLittle, present }: Traffic, { owner, isProgram }: Lane): boolean {
  if (owner === null) return false;
  const before = present.get(owner) ?? 0;
  present.set(owner, before + 1);
  callLittle.delete(owner);
  const isLittle = before < limits.few;
  if (isLittle) {
    callLittle.set(owner, performance.now());
    if (isProgram === true) noteQuietCall(owner);
  }
  return isLittle;
}

function depart({ lanes, present }: Traffic, { lane, owner, running, waiters }: Lane): void {
  if (running === 0 && waiters.length === 0) lanes.delete(lane);
  if (owner === null) return;
  const left = present.get(owner)! - 1;
  if (left === 0) present.delete(owner);
  else present.set(owner, left);
}

function noteBegun(traffic: Traffic): void {
  traffic.littleRunning += 1;
  traffic.littleBegunAt = performance.now();
}

function noteEnded(traffic: Traffic): void {
  traffic.littleRunning -= 1;
  if (traffic.isTurning) addCredit(traffic, traffic.limits.perOther);
}

/** Removes a waiting call that is no longer needed. */
function withdraw({ crowded }: Traffic, lane: Lane, start: () => void): void {
  lane.waiters.splice(lane.waiters.indexOf(start), 1);
  if (lane.waiters.length === 0) crowded.delete(lane);
}

function laneOf({ lanes }: Traffic, comer: Comer): Lane {
  let lane = lanes.get(comer.lane);
  if (lane === undefined) lanes.set(comer.lane, (lane = { ...comer, running: 0, waiters: [] }));
  return lane;
}

/** Returns true if another owner with few calls is present. */
function mustGiveWay({ limits, callLittle }: Traffic, { owner }: Lane): boolean {
  const since = performance.now() - limits.presentMs;
  for (const [other, at] of callLittle) {
    if (at < since) callLittle.delete(other);
    else if (other !== owner) return true;
  }
  return false;
}

function wait(traffic: Traffic, lane: Lane, start: () => void): void {
  lane.waiters.push(start);
  traffic.crowded.add(lane);
  if (traffic.isTurning) return;
  traffic.isTurning = true;
  traffic.busy();
  setTimeout(takeTurn, traffic.limits.everyMs, traffic).unref();
}

/** The calls of a lane that begin in a turn once it need not give way; not all, since there are many. */
const FREED_PER_TURN = 32;

function takeTurn(traffic: Traffic): void {
  setPace(traffic);
  const { crowded, limits } = traffic;
  // A lane that is added again is visited again in the same turn, after the others.
  for (const lane of crowded) {
    const places = lane.most - lane.running;
    if (!mustGiveWay(traffic, lane)) serve(traffic, lane, Math.min(FREED_PER_TURN, places));
    else if (places > 0 && traffic.credit >= 1) {
      traffic.credit -= 1;
      serve(traffic, lane, 1);
      if (crowded.delete(lane)) crowded.add(lane);
    }
  }
  traffic.isTurning = crowded.size > 0;
  if (traffic.isTurning) setTimeout(takeTurn, limits.everyMs, traffic).unref();
}

function serve({ crowded }: Traffic, lane: Lane, count: number): void {
  const starts = lane.waiters.splice(0, count);
  if (lane.waiters.length === 0) crowded.delete(lane);
  for (const start of starts) start();
}

/** Sets the pace: it grows slowly while the process has time to spare, and falls fast otherwise. */
function setPace(traffic: Traffic): void {
  const { busyAtMost, freshMs, perTurn } = traffic.limits;
  const [least, most] = perTurn;
  traffic.busyness += (traffic.busy() - traffic.busyness) / 4;
  const factor = traffic.busyness > busyAtMost ? 0.7 : 1.1;
  traffic.pace = Math.min(most, Math.max(least, traffic.pace * factor));
  const isFresh = traffic.littleRunning > 0 && performance.now() - traffic.littleBegunAt < freshMs;
  addCredit(traffic, isFresh ? least : traffic.pace);
}

function addCredit(traffic: Traffic, more: number): void {
  traffic.credit = Math.min(traffic.limits.perTurn[1], traffic.credit + more);
}
