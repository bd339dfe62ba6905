/** Prometheus as a process of its own, with the files of deploy/monitoring in shortened times. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse, stringify } from "yaml";

export const MONITORING = resolve(import.meta.dirname, "../../../deploy/monitoring");

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** Why tests that need Prometheus are skipped; false if it is there. CI must have it. */
export const SKIPPED =
  process.env.CI !== "true" && !(isThere("prometheus") && isThere("promtool"))
    ? "needs Prometheus: apt-get install prometheus"
    : false;

interface Prometheus {
  /** The state of each alert: firing, pending or inactive. */
  alerts(): Promise<ReadonlyMap<string, string>>;
  /** The link to the page of an alert that fires. */
  runbookOf(alert: string): Promise<string>;
  stop(): Promise<void>;
}

interface Rule {
  readonly name: string;
  readonly state: string;
  readonly alerts: readonly { readonly annotations: Readonly<Record<string, string>> }[];
}

/** Starts it with these targets. What takes minutes in the shipped rules takes a second or a few here. */
export async function runPrometheus(targets: readonly string[], token: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-prometheus-"));
  const port = await findFreePort();
  writeConfig(folder, targets, token);
  const child = spawn(
    "prometheus",
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
    ],
    { cwd: folder, stdio: ["ignore", "inherit", "inherit"] },
  );
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const rules = async (): Promise<Rule[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules`);
    const { data } = (await answer.json()) as { data: { groups: { rules: Rule[] }[] } };
    return data.groups.flatMap((group) => group.rules);
  };
  while (
    !(await fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`);
    await sleep(100);
  }
  return {
    alerts: async () => new Map((await rules()).map(({ name, state }) => [name, state])),
    runbookOf: async (alert) =>
      (await rules()).find(({ name }) => name === alert)?.alerts[0]?.annotations.runbook_url ?? "",
    stop,
  };
}

/** The times of the shipped files, which only a test has no time for, become these. */
const SHORT = { every: "500ms", for: "1s", window: "6s" };

function writeConfig(folder: string, targets: readonly string[], token: string): void {
  const read = (name: string): string => readFileSync(join(MONITORING, name), "utf8");
  const rules = read("alerts.yml")
    .replaceAll(/\bfor: \w+$/gm, `for: ${SHORT.for}`)
    .replaceAll(/\[\d+[mh]\]/g, `[${SHORT.window}]`)
    .replaceAll(/offset \d+[mh]/g, `offset ${SHORT.window}`);
  writeFileSync(join(folder, "alerts.yml"), rules);
  writeFileSync(join(folder, "token"), token, { mode: 0o600 });
  const config = parse(read("prometheus.yml")) as {
    global: object;
    scrape_configs: { authorization: object; scrape_timeout: string; static_configs: object[] }[];
  };
  const [scrape] = config.scrape_configs;
  Object.assign(config.global, { scrape_interval: SHORT.every, evaluation_interval: SHORT.every });
  scrape!.scrape_timeout = SHORT.every;
  scrape!.authorization = { credentials_file: join(folder, "token") };
  scrape!.static_configs = [{ targets }];
  writeFileSync(join(folder, "prometheus.yml"), stringify(config));
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Runs promtool in a folder that has the shipped files and those given. Throws what it says if it is not content. */
export function promtool(args: readonly string[], files: Readonly<Record<string, object>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-promtool-"));
  try {
    for (const name of ["alerts.yml", "prometheus.yml"]) cpSync(join(MONITORING, name), join(folder, name));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), stringify(content));
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`promtool ${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
