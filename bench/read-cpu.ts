/** Reads the CPU time of a process and of its descendants, to show where it is spent. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

interface CpuTime {
  readonly ownMs: number;
  /** The time of all living descendants, and of children that have ended. */
  readonly childrenMs: number;
  /** The sum of both. */
  readonly wholeMs: number;
}

const TICK_MS = 10;

interface Stat {
  parent: number;
  own: number;
  ended: number;
}

/** Returns the CPU time used so far; zeros if it cannot be read. */
export function readCpu(pid: number): CpuTime {
  const stats = readStats();
  const ended = (id: number): number => stats.get(id)?.ended ?? 0;
  const below = (id: number): number =>
    [...stats].reduce(
      (total, [child, { parent, own }]) =>
        parent === id ? total + own + ended(child) + below(child) : total,
      0,
    );
  const ownMs = (stats.get(pid)?.own ?? 0) * TICK_MS;
  const childrenMs = (below(pid) + ended(pid)) * TICK_MS;
  return { ownMs, childrenMs, wholeMs: ownMs + childrenMs };
}

/** Returns the parent of process `pid`; for a PostgreSQL session, this is PostgreSQL itself. */
export function readParent(pid: number): number {
  return readStats().get(pid)?.parent ?? 0;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  if (process.platform !== "linux") return stats;
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat !== null) stats.set(Number(name), stat);
  }
  return stats;
}

function readStat(pid: string): Stat | null {
  try {
    // The brackets contain the program's name, which may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
  } catch {
    // The process has ended in the meantime.
    return null;
  }
}
