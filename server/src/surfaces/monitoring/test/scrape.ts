/** Reads metrics as Prometheus does. */
import assert from "node:assert/strict";
import { writeProcessMetrics } from "#lib/metrics";
import type { World } from "#test/world";
import { writeHomeFigures } from "../read-figures.ts";

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface Scraped {
  readonly samples: readonly Sample[];
  /** The sum of all samples of a metric that have these labels; null if there are none. */
  sum(name: string, labels?: Labels): number | null;
  /** The types of the metrics by name. */
  readonly types: ReadonlyMap<string, string>;
}

function parseMetrics(text: string): Scraped {
  const lines = text.split("\n").filter((line) => line !== "");
  const samples = lines.filter((line) => !line.startsWith("#")).map(parseSample);
  const types = new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, type!] as const];
    }),
  );
  const has = (sample: Sample, labels: Labels): boolean =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
  return {
    samples,
    types,
    sum(name, labels = {}) {
      assert.ok(
        types.has(name.replace(/_(?:count|sum|bucket)$/, "")) || types.has(name),
        `${name} is not served`,
      );
      const found = samples.filter((sample) => sample.name === name && has(sample, labels));
      return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
    },
  };
}

function parseSample(line: string): Sample {
  const [, name, inner = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  assert.ok(name !== undefined, `no sample: ${line}`);
  const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
  return { name, labels: Object.fromEntries(labels), value: Number(value!.replace("Inf", "Infinity")) };
}

/** Scrapes a server of this computer. */
export async function scrape(port: number): Promise<Scraped> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(response.status, 200);
  return parseMetrics(await response.text());
}

/** Reads all metrics as a process would that has just started to read figures, so that none of them is a kept one. */
export async function readMetrics({
  ctx,
  openContext,
}: Pick<World, "ctx" | "openContext">): Promise<Scraped> {
  const fresh = openContext({ connections: 2 });
  const text = await writeHomeFigures(fresh, LONG_MS);
  return parseMetrics(`${text}\n${await writeProcessMetrics(ctx)}`);
}

/** A busy computer may take long. */
const LONG_MS = 60_000;
