/**
 * The files of `deploy/patroni`, as each node of the test has them. Names, addresses, paths and passwords are replaced,
 * as an operator replaces them, and nothing else: the test is of these files too.
 */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { UNPRIVILEGED_USER } from "./network.ts";

const DEPLOY = resolve(import.meta.dirname, "../../../deploy/patroni");

export const HAPROXY_FILE = join(DEPLOY, "haproxy.cfg");

/** The addresses in the files. */
export const ADDRESSES = { node1: "10.0.0.11", node2: "10.0.0.12", node3: "10.0.0.13" } as const;
export type NodeName = keyof typeof ADDRESSES;

/** The password of every role; no one else can reach the test's network. */
export const PASSWORD = "only-for-tests";

/** The part of `patroni.yml` that is replaced here. */
interface PatroniFile {
  name: string;
  restapi: { listen: string; connect_address: string };
  bootstrap: { dcs: DynamicSettings };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    pgpass: string;
    authentication: Record<string, { username: string; password: string }>;
    parameters: Record<string, string>;
  };
  watchdog: { mode: string };
}

export interface DynamicSettings {
  ttl?: number;
  loop_wait?: number;
  retry_timeout?: number;
  synchronous_mode?: boolean;
  synchronous_mode_strict?: boolean;
  maximum_lag_on_failover?: number;
}

interface NodeFiles {
  /** The node's own folder. */
  readonly folder: string;
  readonly patroniFile: string;
  /** The environment of etcd. */
  readonly etcd: Readonly<Record<string, string>>;
}

interface FilesToWrite {
  /** The folder of all nodes. */
  readonly base: string;
  /** The folder with PostgreSQL's programs. */
  readonly postgres: string;
  /** Replace those of the file. */
  readonly dynamic: DynamicSettings;
}

/** Writes the files of one node into a folder that is its own. */
export function writeNodeFiles(name: NodeName, { base, postgres, dynamic }: FilesToWrite): NodeFiles {
  const folder = join(base, name);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, UNPRIVILEGED_USER, UNPRIVILEGED_USER);
  const patroniFile = join(folder, "patroni.yml");
  const settings = parse(readFileSync(join(DEPLOY, "patroni.yml"), "utf8")) as PatroniFile;
  writeFileSync(patroniFile, stringify(adapt(settings, name, { folder, postgres, dynamic })), {
    mode: 0o644,
  });
  return { folder, patroniFile, etcd: readEtcdEnvironment(name, folder) };
}

function adapt(
  settings: PatroniFile,
  name: NodeName,
  { folder, postgres, dynamic }: { folder: string; postgres: string; dynamic: DynamicSettings },
): PatroniFile {
  const mine = (address: string): string => address.replace(ADDRESSES.node1, ADDRESSES[name]);
  const { restapi, postgresql, bootstrap } = settings;
  const password = { password: PASSWORD };
  const authentication = Object.entries(postgresql.authentication).map(([role, one]) => [
    role,
    { ...one, ...password },
  ]);
  return {
    ...settings,
    name,
    restapi: { listen: mine(restapi.listen), connect_address: mine(restapi.connect_address) },
    bootstrap: { ...bootstrap, dcs: { ...bootstrap.dcs, ...dynamic } },
    postgresql: {
      ...postgresql,
      listen: mine(postgresql.listen),
      connect_address: mine(postgresql.connect_address),
      data_dir: join(folder, "data"),
      bin_dir: postgres,
      pgpass: join(folder, "pgpass"),
      authentication: Object.fromEntries(authentication) as PatroniFile["postgresql"]["authentication"],
      parameters: {
        ...postgresql.parameters,
        synchronized_standby_slots: name === "node1" ? "node2" : "node1",
        unix_socket_directories: folder,
        shared_buffers: "64MB",
      },
    },
    // A computer has at most one watchdog, and it would reset all of the nodes. The test restarts a node instead.
    watchdog: { mode: "off" },
  };
}

function readEtcdEnvironment(name: NodeName, folder: string): Record<string, string> {
  const lines = readFileSync(join(DEPLOY, "etcd.env"), "utf8").matchAll(/^(ETCD_\w+)=(.*)$/gm);
  const given = Object.fromEntries([...lines].map(([, key, value]) => [key!, value!]));
  const own = Object.entries(given)
    .filter(([key]) => key.endsWith("_URLS"))
    .map(([key, value]) => [key, value.replace(ADDRESSES.node1, ADDRESSES[name])]);
  return {
    ...given,
    ...(Object.fromEntries(own) as Record<string, string>),
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(folder, "etcd"),
    ETCD_LOGGER: "zap",
  };
}
