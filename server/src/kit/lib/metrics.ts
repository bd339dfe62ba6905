/**
 * Metrics for the operator's Prometheus. Each is declared once, beside what it measures, and so is in the table that
 * `/metrics`, the documentation and the tests use. Some are counted in the process as things happen, which must cost
 * next to nothing. The others are figures, which are read from each database when someone asks.
 */
import assert from "node:assert/strict";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "./context.ts";

export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
  /** `process`: counted in each process. `database`: read from each home, so that every process shows the same. */
  readonly measured: "process" | "database";
}

interface Terms<L extends string> {
  readonly help: string;
  readonly labels?: readonly L[];
}

const table = new Map<string, Metric>();

/** All metrics that the modules of this process declare, by name. */
export const definedMetrics: ReadonlyMap<string, Metric> = table;

function define({ name, ...metric }: Metric): void {
  assert.match(name, /^vitaran(?:_[a-z]+)+$/);
  assert.equal(name.endsWith("_total"), metric.type === "counter", `${name} is no ${metric.type}`);
  assert(!table.has(name), `two metrics are named ${name}`);
  table.set(name, { name, ...metric });
}

/** All that this process has counted. */
export const processRegistry = new Registry();

/** Declares a metric that this process counts up as things happen. */
export function defineCounter<L extends string = never>(
  name: string,
  { help, labels = [] }: Terms<L>,
): Counter<L> {
  define({ name, type: "counter", help, labels, measured: "process" });
  return new Counter({ name, help, labelNames: [...labels], registers: [processRegistry] });
}

/** Declares a metric that this process sets. */
export function defineGauge<L extends string = never>(
  name: string,
  { help, labels = [] }: Terms<L>,
): Gauge<L> {
  define({ name, type: "gauge", help, labels, measured: "process" });
  return new Gauge({ name, help, labelNames: [...labels], registers: [processRegistry] });
}

/** Declares a metric of durations in seconds; `buckets` are their upper limits. */
export function defineDurations<L extends string = never>(
  name: string,
  { help, labels = [], buckets }: Terms<L> & { readonly buckets: readonly number[] },
): Histogram<L> {
  define({ name, type: "histogram", help, labels, measured: "process" });
  return new Histogram({
    name,
    help,
    labelNames: [...labels],
    buckets: [...buckets],
    registers: [processRegistry],
  });
}

/** A row of figures: its columns have the names of labels and values. A value that is null is left out. */
export type FigureRow = Readonly<Record<string, string | number | bigint | null>>;

interface Figure {
  readonly help: string;
  /** Default: gauge. */
  readonly type?: "counter" | "gauge";
  readonly labels?: readonly string[];
  /** The column that has the value. */
  readonly value: string;
}

type FigureTable = Readonly<Record<string, Figure>>;

/** A set of figures with the statement that reads them at one home. */
export interface FigureSet {
  /** The name by which the operator sees that these could not be read. */
  readonly name: string;
  readonly queries: readonly { readonly sql: string; readonly metrics: FigureTable }[];
}

/**
 * Declares figures that are read from each home. A statement reads across merchants, so it must be answered by partial
 * indexes, however many transfers are stored; begin it with `CLOCK`. Every metric gets the label `home`.
 */
export function defineFigures(figures: FigureSet): FigureSet {
  for (const { metrics } of figures.queries) defineAll(metrics, "database");
  figureSets.add(figures);
  return figures;
}

const figureSets = new Set<FigureSet>();

/** All figures that the modules of this process declare. */
export const definedFigures: ReadonlySet<FigureSet> = figureSets;

/** Declares figures about each home that its reader finds by itself. */
export function defineHomeFigures(metrics: FigureTable): FigureTable {
  defineAll(metrics, "database");
  return metrics;
}

function defineAll(metrics: FigureTable, measured: Metric["measured"]): void {
  for (const [name, { help, type = "gauge", labels = [] }] of Object.entries(metrics)) {
    const all = measured === "database" ? ["home", ...labels] : labels;
    define({ name, type, help, labels: all, measured });
  }
}

/**
 * SQL that begins a statement about the merchants of a home, by their own clocks. The clock is read first: row level
 * security allows no function of ours in an index condition.
 */
export const CLOCK = `
  with clock as materialized (
    select merchant_id, mode, now
    from access.merchant_clock
  )`;

interface ProcessFigures {
  readonly metrics: FigureTable;
  readonly read: (ctx: Context) => readonly FigureRow[] | Promise<readonly FigureRow[]>;
}

const ofProcess: ProcessFigures[] = [];

/** Declares figures that this process knows by itself when it is asked. */
export function defineProcessFigures(figures: ProcessFigures): void {
  defineAll(figures.metrics, "process");
  ofProcess.push(figures);
}

/** Writes rows of figures in the format of Prometheus. */
export async function writeFigures(
  sets: readonly { readonly metrics: FigureTable; readonly rows: readonly FigureRow[] }[],
): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  for (const { metrics, rows } of sets) {
    for (const [name, { help, value }] of Object.entries(metrics)) {
      const { type, labels } = table.get(name)!;
      const terms = { name, help, labelNames: [...labels], registers };
      const metric = type === "counter" ? new Counter(terms) : new Gauge(terms);
      for (const row of rows) {
        const found = row[value];
        if (found === null || found === undefined) continue;
        metric.inc(Object.fromEntries(labels.map((label) => [label, String(row[label])])), Number(found));
      }
    }
  }
  return registry.metrics();
}

/** Writes all that this process has counted and knows. */
export async function writeProcessMetrics(ctx: Context): Promise<string> {
  const sets = await Promise.all(
    ofProcess.map(async ({ metrics, read }) => ({ metrics, rows: await read(ctx) })),
  );
  return `${await processRegistry.metrics()}\n${await writeFigures(sets)}`;
}
