/** Compares the files in `deploy/` with the product: names, commands, ports, paths, versions, times and sizes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import fastify from "fastify";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found!);
const number = (text: string, pattern: RegExp): number => {
  const [found] = all(text, pattern);
  assert.ok(found !== undefined, `${pattern} is not found`);
  return Number(found.replaceAll("_", ""));
};

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: object;
  readonly volumes: object;
}

const COMPOSE = ["one-machine", "two-of-each"].map(
  (name) => parse(read(`deploy/compose/${name}.yaml`), { merge: true }) as Compose,
);
const SERVICES = COMPOSE.flatMap(({ services }) => Object.values(services));
const OURS = SERVICES.filter(({ image }) => image === "vitaran");

const CHART = "deploy/helm/vitaran";
const VALUES = parse(read(`${CHART}/values.yaml`)) as Readonly<Record<string, object>>;
const SCHEMA = JSON.parse(read(`${CHART}/values.schema.json`)) as {
  properties: Readonly<Record<string, { properties?: object }>>;
};
const TEMPLATES = globSync(`${CHART}/templates/*`, { cwd: ROOT }).map(read).join("\n");
const UNITS = globSync("deploy/systemd/*.service", { cwd: ROOT }).map(read).join("\n");
const HARDENING = read("deploy/systemd/vitaran-.service.d/hardening.conf");
const DOCKERFILE = read("deploy/Dockerfile");
const [CADDY, NGINX] = [read("deploy/proxy/Caddyfile"), read("deploy/proxy/nginx.conf")];
const EXAMPLES = [read("deploy/compose/example.env"), read("deploy/systemd/vitaran.env.example")];

/** Variables that the server does not read, but the compose files, PostgreSQL or Caddy do. */
const OF_OTHERS = ["SITE_ADDRESS", "DATABASE_HOST", "POSTGRES_PASSWORD", "REPLICATION_PASSWORD"];

test("every setting that a file gives to the server is one that it reads", () => {
  const code = ["kit/lib/config.ts", "kit/lib/backup-settings.ts", "people/operator/index.ts"]
    .map((file) => read(`server/src/${file}`))
    .join("\n");
  const known = new Set(all(code, /environment(?:\.|, ")([A-Z][A-Z_]+)/g));
  assert.ok(known.size > 10);
  const given = [
    ...OURS.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...EXAMPLES.flatMap((text) => all(text, /^#?([A-Z_]+)=/gm)).filter((name) => !OF_OTHERS.includes(name)),
    ...all(DOCKERFILE, /^ENV (.+)$/gm).flatMap((line) => all(line, /(\w+)=/g)),
    ...all(DOCKERFILE, /process\.env\.(\w+)/g),
    ...all(TEMPLATES, /^ *- name: ([A-Z_]+)$/gm),
    ...Object.keys(VALUES.settings!),
    ...Object.keys(SCHEMA.properties.settings!.properties!),
    ...all(read(`${CHART}/values.yaml`), /\b([A-Z]+_[A-Z_]+)\b/g),
    ...["README.md", "pgbouncer.md"].flatMap((name) => all(read(`deploy/${name}`), /`([A-Z]+_[A-Z_]+)`/g)),
  ];
  assert.ok(given.length > 60, String(given.length));
  assert.deepEqual(
    [...new Set(given)].filter((name) => !known.has(name)),
    [],
  );
});

test("what a compose file takes from .env is in the example, and the example has nothing else", () => {
  const texts = ["one-machine", "two-of-each"].map((name) => read(`deploy/compose/${name}.yaml`)).join("\n");
  const taken = new Set(all(texts, /\$\{(\w+)/g));
  assert.deepEqual(all(EXAMPLES[0]!, /^([A-Z_]+)=/gm).toSorted(), [...taken].toSorted());
});

test("every command that a file runs exists", () => {
  const help = execFileSync(process.execPath, [join(ROOT, "server/src/main.ts"), "--help"], {
    encoding: "utf8",
  });
  const known = new Set(all(help, /^ {2}([a-z][a-z-]+)/gm));
  const run = [
    ...OURS.map(({ command }) => command![0]!),
    ...all(TEMPLATES, /args: \[(\S+?)[,\]]/g),
    ...all(UNITS, /^ExecStart=\S+ \S+\/bin\.js (\S+)$/gm),
    ...all(DOCKERFILE, /^CMD \["(\S+)"\]$/gm),
    ...all(read("deploy/pgbouncer.md"), /`(api|worker|migrate|verify-ledger|backup)\b/g),
  ];
  assert.ok(run.length > 18, String(run));
  assert.deepEqual(
    [...new Set(run)].filter((name) => !known.has(name)),
    [],
  );
});

test("ports and health paths are those of the server", () => {
  const port = number(read("server/src/kit/lib/config.ts"), /"PORT", \{ fallback: (\d+)/g);
  const named = [
    ...all(DOCKERFILE, /^EXPOSE (\d+)$/gm),
    ...all(DOCKERFILE, /PORT \|\| (\d+)/g),
    ...all(TEMPLATES, /name: http\s+containerPort: (\d+)/g),
    ...all(TEMPLATES, /name: PORT\s+value: "(\d+)"/g),
    ...SERVICES.flatMap(({ environment }) => all(environment?.UPSTREAMS ?? "", /:(\d+)/g)),
    ...all(CADDY, /\{\$UPSTREAMS:localhost:(\d+)\}/g),
    ...all(NGINX, /server 127\.0\.0\.1:(\d+)/g),
    ...all(EXAMPLES[1]!, /^PORT=(\d+)/gm),
  ];
  assert.equal(named.length, 10);
  assert.deepEqual([...new Set(named)], [String(port)]);
  const ofWorker = number(read("server/src/kit/lib/config.ts"), /"WORKER_PORT", \{ fallback: (\d+)/g);
  const workers = [
    ...all(TEMPLATES, /name: metrics\s+containerPort: (\d+)/g),
    ...all(TEMPLATES, /name: WORKER_PORT\s+value: "(\d+)"/g),
    ...OURS.map(({ environment }) => environment!.WORKER_PORT!),
    ...COMPOSE.flatMap(({ services }) => all(JSON.stringify(services), /127\.0\.0\.1:(\d+)\/readyz/g)),
    ...all(EXAMPLES[1]!, /^#WORKER_PORT=(\d+)/gm),
  ];
  assert.ok(workers.length > 8, String(workers));
  assert.deepEqual([...new Set(workers)], [String(ofWorker)]);
  const mounted = read("server/src/surfaces/monitoring/mount-monitoring.ts");
  const paths = new Set(all(mounted, /app\.get\("(\/\w+)"/g));
  const asked = [DOCKERFILE, TEMPLATES, CADDY].flatMap((text) => all(text, /(\/(?:\w+z|metrics))\b/g));
  assert.ok(asked.length >= 4, String(asked));
  assert.deepEqual(
    asked.filter((path) => !paths.has(path)),
    [],
  );
});

test("versions are those of the project", () => {
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: Record<string, string> };
  assert.deepEqual(all(DOCKERFILE, /^ARG NODE_VERSION=(.+)$/gm), [devDependencies.node]);
  const postgres = number(read("server/src/kit/lib/migrate.ts"), /MAJOR_MIN = (\d+)/g);
  const images = SERVICES.map(({ image }) => image).filter((image) => image.startsWith("postgres"));
  assert.deepEqual([...new Set(images)], [`postgres:${postgres}`]);
  const { version } = JSON.parse(read("server/package.json")) as { version: string };
  const chart = parse(read(`${CHART}/Chart.yaml`)) as { appVersion: string };
  assert.equal(chart.appVersion, version);
  assert.deepEqual([...new Set(all(read("deploy/README.md"), /vitaran[:-](\d+\.\d+\.\d+)/g))], [version]);
});

test("the cluster's files name the same nodes, and keep Patroni's rule for its times", () => {
  const { bootstrap, etcd3, postgresql } = parse(read("deploy/patroni/patroni.yml")) as {
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } };
    etcd3: { hosts: string[] };
    postgresql: { bin_dir: string; data_dir: string };
  };
  const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = bootstrap.dcs;
  assert.ok(loopWait + 2 * retryTimeout <= ttl);
  const peers = all(read("deploy/patroni/etcd.env"), /node\d=http:\/\/([\d.]+):2380/g);
  assert.deepEqual(
    etcd3.hosts,
    peers.map((address) => `${address}:2379`),
  );
  const servers = all(read("deploy/patroni/haproxy.cfg"), /^ {2}server \S+ ([\d.]+):5432$/gm);
  assert.deepEqual(servers, peers.slice(0, 2));
  const postgres = number(read("server/src/kit/lib/migrate.ts"), /MAJOR_MIN = (\d+)/g);
  for (const place of [postgresql.bin_dir, postgresql.data_dir])
    assert.ok(place.includes(`/postgresql/${postgres}/`));
});

test("a process that is stopped has the time that it needs", () => {
  const stops =
    number(read("server/src/surfaces/commands/run-until-stopped.ts"), /STOP_WITHIN_MS = ([\d_]+)/g) / 1_000;
  const times = [
    ...OURS.map(({ stop_grace_period: period = "" }) => Number.parseInt(period, 10)),
    number(HARDENING, /^TimeoutStopSec=(\d+)$/gm),
    ...all(read(`${CHART}/templates/worker.yaml`), /terminationGracePeriodSeconds: (\d+)/g).map(Number),
    number(read(`${CHART}/templates/api.yaml`), /terminationGracePeriodSeconds: (\d+)/g) -
      number(read(`${CHART}/templates/api.yaml`), /command: \[sleep, "(\d+)"\]/g),
  ];
  assert.ok(times.length > 10 && times.every((time) => time > stops), String(times));
});

test("proxies let the largest file through and give up idle connections first", async () => {
  const sources = globSync("server/src/{features,surfaces}/**/*.ts", { cwd: ROOT }).map(read);
  const sizes = sources
    .flatMap((text) => all(text, /bytesMax: (\d+) \* (?:1_?024 \* 1_?024|MEGABYTE)/g))
    .map(Number);
  assert.ok(sizes.length >= 2, String(sizes));
  for (const limit of [number(CADDY, /max_size (\d+)MiB/g), number(NGINX, /client_max_body_size (\d+)m;/g)])
    assert.ok(limit > Math.max(...sizes), `${limit} of ${sizes}`);
  const app = fastify();
  const idle = [number(CADDY, /^\s+keepalive (\d+)s$/gm), number(NGINX, /keepalive_timeout (\d+)s/g)];
  assert.ok(
    idle.every((seconds) => seconds * 1_000 < app.server.keepAliveTimeout),
    String(idle),
  );
  await app.close();
});

test("nginx does not buffer any path that streams", () => {
  const [place] = all(NGINX, /location ~ (\S+) \{\s+proxy_pass \S+\s+proxy_buffering off;/g);
  const streams = globSync("server/src/surfaces/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.includes("/test/"))
    .flatMap((file) =>
      all(read(file), /path: "([^"]+)",(?:(?!path: )[\s\S])*?output: \{ download: \["text\/event-stream"/g),
    );
  assert.equal(streams.length, 1);
  const [prefix] = all(read("server/src/surfaces/dashboard/surface.ts"), /export const PREFIX = "(.+)"/g);
  for (const path of streams)
    assert.match(`${prefix}${path.replaceAll(/\{\w+\}/g, "x")}`, new RegExp(place!));
});

test("compose files name only what they declare, and files that exist", () => {
  for (const { services, networks, volumes } of COMPOSE)
    for (const { networks: joined, volumes: mounted = [] } of Object.values(services)) {
      assert.deepEqual(
        joined.filter((name) => !Object.hasOwn(networks, name)),
        [],
      );
      for (const [from] of mounted.map((one) => one.split(":")))
        if (from!.startsWith(".")) read(join("deploy/compose", from!));
        else assert.ok(Object.hasOwn(volumes, from!), from);
    }
});

test("the chart's schema has the values that there are, and templates use no other", () => {
  const names = (object: object): string[] => Object.keys(object).toSorted();
  const { global, ...properties } = SCHEMA.properties;
  assert.ok(global !== undefined);
  assert.deepEqual(names(properties), names(VALUES));
  for (const [name, { properties: inner }] of Object.entries(properties))
    if (inner !== undefined && name !== "settings")
      assert.deepEqual(names(inner), names(VALUES[name]!), name);
  const used = new Set(all(TEMPLATES, /\.Values\.(\w+)/g));
  assert.deepEqual([...used].toSorted(), names(VALUES));
});
