/**
 * `npm run test:offline -- [words]`: runs tests of the server in a network namespace that has only loopback, and fails
 * if a process tried to connect to, or to look up, any other address. Without words it runs the parts that talk to
 * others. Linux only, and as root. If this system cannot run them, the script prints the reason and exits with code 3,
 * so that CI can skip them.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = resolve(import.meta.dirname, "..");

/** Tests of what sends to banks, to receivers of webhooks and to mail servers, and of the command `egress`. */
const TALKATIVE = [
  "people/webhooks/",
  "people/messages/",
  "people/entry/",
  "money/banks/",
  "money/fund-sources/",
  "server/test/bank-contracts",
  "features/reports/",
  "surfaces/commands/egress",
];

const NAMESPACES = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** The exit code where they cannot run. */
const CANNOT_RUN = 3;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  if (spawnSync("unshare", [...NAMESPACES, "ip", "link", "set", "lo", "up"]).status !== 0) {
    console.log(
      "they cannot run here, because unshare of util-linux or ip of iproute2 cannot make a network",
    );
    return CANNOT_RUN;
  }
  const folder = mkdtempSync(join(tmpdir(), "vitaran-offline-"));
  try {
    const file = join(folder, "connects.txt");
    const code = await runTests(words.length === 0 ? TALKATIVE : words, file);
    const foreign = existsSync(file) ? readForeign(readFileSync(file, "utf8")) : [];
    for (const line of foreign) console.error(`a connection was tried that must not be: ${line}`);
    return code === 0 && foreign.length > 0 ? 1 : code;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

async function runTests(words: readonly string[], file: string): Promise<number> {
  const tests = [process.execPath, join(ROOT, "scripts/test.ts"), ...words].join(" ");
  const preload = `--import=${pathToFileURL(join(ROOT, "scripts/report-connects.mjs")).href}`;
  const child = spawn(
    "setpriv",
    ["--pdeathsig=KILL", "unshare", ...NAMESPACES, "sh", "-c", `ip link set lo up && ${tests}; exit $?`],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        CONNECTS_FILE: file,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${preload}`,
      },
    },
  );
  const end = (): void => void child.kill("SIGKILL");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

/** Returns the addresses and names that are not of this computer. */
function readForeign(text: string): string[] {
  const lines = new Set(text.split("\n").filter((line) => line !== ""));
  return [...lines].filter((line) => {
    const host = /^(?:udp |name )?(\S+)/.exec(line)![1]!;
    const isHere = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
    // No address can ever have a name that ends so (RFC 6761): tests ask for one that is not there.
    const isNowhere = host.endsWith(".invalid");
    return !isHere && !isNowhere;
  });
}
