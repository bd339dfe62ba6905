/** Mishaps that nodes have in the test of synchronous replication, and how an operator mends them. */
import type { Cluster, DataNode } from "./cluster.ts";
import { ADDRESSES } from "./node-files.ts";

interface Roles {
  readonly primary: DataNode;
  readonly standby: DataNode;
}

export interface Mishap {
  readonly name: string;
  /** Mishaps are counted by their kind. */
  readonly kind: "kill" | "pause" | "partition";
  /** True if the standby must take over. */
  readonly takesOver: boolean;
  happen(cluster: Cluster, roles: Roles): Promise<void>;
  /** Undoes it, once orders are accepted again. */
  mend(cluster: Cluster, roles: Roles): Promise<void>;
}

const restartPrimary: Mishap["mend"] = (cluster, { primary }) => cluster.restart(primary);
const nothing: Mishap["mend"] = async () => undefined;

const MISHAPS: readonly Mishap[] = [
  {
    name: "the primary's machine is lost",
    kind: "kill",
    takesOver: true,
    happen: ({ machines }, { primary }) => lose(machines[primary]),
    mend: restartPrimary,
  },
  {
    name: "the primary's machine is frozen, and restarted after the takeover",
    kind: "pause",
    takesOver: true,
    happen: ({ machines }, { primary }) => machines[primary].signal("SIGSTOP"),
    mend: restartPrimary,
  },
  {
    name: "the primary's machine is frozen, and wakes up after the takeover",
    kind: "pause",
    takesOver: true,
    happen: ({ machines }, { primary }) => machines[primary].signal("SIGSTOP"),
    // A watchdog would not let it wake up. Without one it is a second primary for a moment, but no standby confirms
    // its commits any more.
    mend: ({ machines }, { primary }) => machines[primary].signal("SIGCONT"),
  },
  {
    name: "the primary's machine is cut off from everyone",
    kind: "partition",
    takesOver: true,
    happen: async ({ machines }, { primary }) => machines[primary].cut(),
    mend: async ({ machines }, { primary }) => machines[primary].join(),
  },
  {
    name: "the primary's machine is cut off from the other nodes, and clients still reach it",
    kind: "partition",
    takesOver: true,
    happen: async ({ machines }, { primary }) => {
      const addresses = Object.entries(ADDRESSES)
        .filter(([name]) => name !== primary)
        .map(([, address]) => address);
      machines[primary].cut({ addresses });
    },
    mend: async ({ machines }, { primary }) => machines[primary].join(),
  },
  {
    name: "PostgreSQL is killed on the primary's machine",
    kind: "kill",
    takesOver: false,
    happen: async ({ machines }, { primary }) => {
      if (machines[primary].kill("postgres") === 0) throw new Error("there was no PostgreSQL to kill");
    },
    mend: nothing,
  },
  {
    name: "the standby's machine is lost",
    kind: "kill",
    takesOver: false,
    happen: ({ machines }, { standby }) => lose(machines[standby]),
    mend: (cluster, { standby }) => cluster.restart(standby),
  },
  {
    name: "the standby's machine is cut off from everyone",
    kind: "partition",
    takesOver: false,
    happen: async ({ machines }, { standby }) => machines[standby].cut(),
    mend: async ({ machines }, { standby }) => machines[standby].join(),
  },
];

/** A machine that is lost says goodbye to no one. */
export async function lose(machine: Cluster["machines"]["node1"]): Promise<void> {
  machine.cut();
  await machine.signal("SIGKILL");
}

/**
 * Returns the mishaps of a run, in an order that the dice decide: each of them once before any comes again, and the
 * first is one after which the standby takes over.
 */
export function drawMishaps(rounds: number, dice: () => number): Mishap[] {
  const drawn: Mishap[] = [];
  while (drawn.length < rounds) {
    const left = [...MISHAPS];
    while (left.length > 0) {
      const able = drawn.length === 0 ? left.filter(({ takesOver }) => takesOver) : left;
      const one = able[Math.floor(dice() * able.length)]!;
      left.splice(left.indexOf(one), 1);
      drawn.push(one);
    }
  }
  return drawn.slice(0, rounds);
}
