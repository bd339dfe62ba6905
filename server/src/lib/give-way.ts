/**
 * Those who call much give way to those who call little. Of an owner with few calls under way each begins at once. Of
 * one with many they begin at once too, unless another calls little at that time: then a few in each turn, and fewer
 * the busier the process is. Places alone would not do: what a flood of the cheapest calls takes is the processor.
 */
import { performance } from "node:perf_hooks";
import { OverloadError } from "./gather.ts";

export interface WayLimits {
  /** Who has fewer calls under way calls little. */
  readonly few: number;
  /** How long after its last call an owner who calls little is still given way, in ms. */
  readonly presentMs: number;
  /** How many calls of one lane may wait; one more is refused with `OverloadError`. */
  readonly waitingMax: number;
  /** The time from one turn to the next, in ms. */
  readonly everyMs: number;
  /** How many calls begin in a turn at least, and at most; of all lanes together. */
  readonly perTurn: readonly [least: number, most: number];
  /** How many begin for each call that ended of those who call little. */
  readonly perOther: number;
  /** While a call of those who call little is not older, in ms, no more begin than these. */
  readonly freshMs: number;
  /**
   * How long a call of someone not known counts as under way after its end, in ms: pages and refusals are answered so
   * fast that none of a thousand would ever meet another.
   */
  readonly lingerMs: number;
  /** The part of its time, from 0 to 1, that the process is to be busy at most when calls begin in turns. */
  readonly busyAtMost: number;
}

/** Who calls: calls of one lane begin in their order. */
export interface Comer {
  readonly lane: string;
  /** Whom others give way to, and the lane's own calls do not; null: no one, since it is not known who calls. */
  readonly owner: string | null;
  /** How many of the lane may be under way at once, even where no other calls: more would only wait further on. */
  readonly most: number;
}

export interface Way {
  /**
   * Calls `begin` when the call may begin, at once or later; with an `OverloadError` when too many wait. The function
   * that it answers is to be called when the call is over, or is of no more use; calling it again does nothing.
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
  /** Lanes with calls that wait, in the order of their turns. */
  readonly crowded: Set<Lane>;
  /** How many calls of an owner are under way or wait, in all its lanes. */
  readonly present: Map<string, number>;
  /** Owners who called little, and when last; the latest is the last. */
  readonly callLittle: Map<string, number>;
  /** How many of their calls are under way, and when the last of them began. */
  littleRunning: number;
  littleBegunAt: number;
  isTurning: boolean;
  busyness: number;
  pace: number;
  credit: number;
}

/** Makes the way of one process. `busy` tells which part of the time since its last call the process was busy. */
export function makeWay(limits: WayLimits, busy: () => number = watchEventLoop()): Way {
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

/** Counts a call of an owner; answers whether the owner calls little. */
function arrive({ limits, callLittle, present }: Traffic, { owner }: Lane): boolean {
  if (owner === null) return false;
  const before = present.get(owner) ?? 0;
  present.set(owner, before + 1);
  callLittle.delete(owner);
  const isLittle = before < limits.few;
  if (isLittle) callLittle.set(owner, performance.now());
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

/** One that waits has gone. */
function withdraw({ crowded }: Traffic, lane: Lane, start: () => void): void {
  lane.waiters.splice(lane.waiters.indexOf(start), 1);
  if (lane.waiters.length === 0) crowded.delete(lane);
}

function laneOf({ lanes }: Traffic, comer: Comer): Lane {
  let lane = lanes.get(comer.lane);
  if (lane === undefined) lanes.set(comer.lane, (lane = { ...comer, running: 0, waiters: [] }));
  return lane;
}

/** Whether another calls little at this time. */
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

/** How many of a lane begin in a turn once it need give way no more: not all, for they are many. */
const FREED_PER_TURN = 32;

function takeTurn(traffic: Traffic): void {
  setPace(traffic);
  const { crowded, limits } = traffic;
  // A lane that is put back is met again in the same turn, after the others.
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

/** The pace grows slowly while the process has time to spare, and falls fast when it has not. */
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
