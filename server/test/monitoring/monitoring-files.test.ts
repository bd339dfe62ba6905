/** Compares deploy/monitoring with the list of metrics and with the pages of the documentation. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { allShapes, CASES, PROCESS_DOWN } from "./alert-cases.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Target {
  readonly expr: string;
  readonly datasource?: { readonly uid: string };
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly Target[];
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

const METRICS = JSON.parse(read("contract/metrics.json")) as readonly {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}[];

const RULES = (parse(read("deploy/monitoring/alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

const DASHBOARD = JSON.parse(read("deploy/monitoring/dashboard.json")) as {
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { name: string; type: string; query: string }[] };
  readonly panels: readonly Panel[];
};

/** Names under which Prometheus stores what it scrapes. */
const STORED = new Set(
  METRICS.flatMap(({ name, type }) =>
    type === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name],
  ),
);

const namesIn = (expr: string): string[] => expr.match(/\bvitaran_\w+/g) ?? [];

/** Commands that the list of the operator's commands does not have; another test proves that they exist. */
const OTHERS: ReadonlySet<string> = new Set([
  "verify-ledger",
  "logs",
  "backup",
  "list-backups",
  "audit-head",
]);

/** Labels that a scrape adds. */
const OF_SCRAPES = ["instance", "job", "process", "le"];

test("every alert has a severity, a summary and a page of the documentation", () => {
  assert.ok(RULES.length >= 15);
  assert.equal(new Set(RULES.map(({ alert }) => alert)).size, RULES.length);
  for (const { alert, labels, annotations } of RULES) {
    assert.ok(["critical", "warning"].includes(labels.severity), alert);
    assert.match(annotations.summary, /\.$/, alert);
    const [, page] =
      /^\{\{ \$externalLabels\.vitaran \}\}\/payout\/(incidents\/[a-z-]+)$/.exec(annotations.runbook_url) ??
      [];
    assert.ok(page !== undefined, `${alert} has no page`);
    const path = `web/app/docs/content/${page}.mdx`;
    assert.ok(existsSync(join(ROOT, path)), `${alert}: ${path} is missing`);
    assert.ok(read(path).includes(`\`${alert}\``), `${path} does not say that it is about ${alert}`);
  }
  const list = read("web/app/docs/content/incidents/alerts.mdx");
  for (const { alert, labels } of RULES)
    assert.ok(list.includes(`| \`${alert}\` | ${labels.severity} |`), alert);
  const { global } = parse(read("deploy/monitoring/prometheus.yml")) as {
    global: { external_labels: { vitaran: string } };
  };
  assert.match(global.external_labels.vitaran, /^https:\/\//);
});

test("alerts and dashboard use metrics and labels of the list, and no others", () => {
  const labels = new Set([...METRICS.flatMap((metric) => metric.labels), ...OF_SCRAPES]);
  const queries = [
    ...RULES.map(({ alert, expr }) => [alert, expr] as const),
    ...DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
    ...DASHBOARD.templating.list.map(({ name, query }) => [`variable ${name}`, String(query)] as const),
  ];
  for (const [where, expr] of queries) {
    for (const name of namesIn(expr)) assert.ok(STORED.has(name), `${where}: ${name} is no metric`);
    const used = [
      ...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g),
      ...[...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list]) =>
        list!.split(",").map((one) => ["", one.trim()]),
      ),
    ].map(([, label]) => label!);
    for (const label of used) assert.ok(labels.has(label), `${where}: ${label} is no label`);
  }
});

test("every alert has a case that fires it, whose series are as the list says", () => {
  assert.deepEqual(
    Object.keys(CASES).concat(PROCESS_DOWN).toSorted(),
    RULES.map(({ alert }) => alert).toSorted(),
  );
  for (const { name, labels, as } of allShapes()) {
    const metric = METRICS.find((one) => one.name === name || `${one.name}_bucket` === name);
    assert.ok(metric !== undefined, `${name} is no metric`);
    const given = Object.keys(labels).filter((label) => label !== "le");
    assert.deepEqual(given.toSorted(), metric.labels.toSorted(), name);
    assert.equal(as === "rate" || as === "first", metric.type !== "gauge", `${name} is a ${metric.type}`);
  }
});

test("the dashboard has its rows, a variable for the data source, and panels that do not overlap", () => {
  assert.ok(DASHBOARD.schemaVersion >= 39);
  const rows = DASHBOARD.panels.filter(({ type }) => type === "row").map(({ title }) => title);
  assert.deepEqual(rows, [
    "At a glance",
    "Calls",
    "Payments",
    "Banks",
    "Queues and people",
    "Webhooks and messages",
    "Reconciliation",
    "Database and processes",
  ]);
  const source = DASHBOARD.templating.list.find(({ type }) => type === "datasource");
  assert.equal(source?.query, "prometheus");
  const taken = new Set<string>();
  for (const { title, type, targets = [], gridPos } of DASHBOARD.panels) {
    if (type !== "row") assert.ok(targets.length > 0, `${title} asks nothing`);
    for (const { datasource } of targets) assert.equal(datasource?.uid, `\${${source!.name}}`, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), `${title} lies on another panel`);
        taken.add(`${x} ${y}`);
      }
  }
});

test("the figures of every alert are on the dashboard", () => {
  const shown = new Set(
    DASHBOARD.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))),
  );
  const missing = RULES.flatMap(({ alert, expr }) =>
    namesIn(expr).flatMap((name) => (shown.has(name) ? [] : [`${alert}: ${name}`])),
  );
  assert.deepEqual(missing, []);
});

test("every command on the pages of incidents exists, with its options", () => {
  const help = new Map(
    read("server/src/surfaces/commands/test/every-command-help.txt")
      .split(/^# /m)
      .map((part) => [part.split("\n")[0]!, part] as const),
  );
  let checked = 0;
  for (const path of globSync("web/app/docs/content/incidents/*.mdx", { cwd: ROOT })) {
    for (const [, code = ""] of read(path).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)) {
      const [name = "", ...words] = code.replace(/^npm run .*vitaran -- /, "").split(" ");
      const options = words.filter((word) => /^--[a-z]/.test(word) && word !== "--help");
      const found = help.get(name);
      assert.ok(
        found !== undefined || OTHERS.has(name) || !code.includes("vitaran --"),
        `${path}: ${name} is no command`,
      );
      for (const option of options)
        if (found !== undefined)
          assert.match(found, new RegExp(`^ +${option}\\b`, "m"), `${path}: ${name} has no ${option}`);
      checked += found === undefined ? 0 : 1;
    }
  }
  assert.ok(checked > 40, String(checked));
});
