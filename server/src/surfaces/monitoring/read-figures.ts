/** Reads the figures of each home for those who ask, and keeps them for a while. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import type { Home } from "#lib/db";
import { defineHomeFigures, type FigureRow, type FigureSet, writeFigures } from "#lib/metrics";
import { FIGURES } from "./list-metrics.ts";

/** Figures are read again after this time at the earliest. */
const KEPT_MS = 10_000;
/** They are kept for so many times the time that reading them took, so that reading stays a small part of the work. */
const KEPT_TIMES = 20;
/** The one who asks waits this long. Prometheus gives up after ten seconds. */
const ANSWER_WITHIN_MS = 5_000;
const STATEMENT_WITHIN_MS = 4_000;
/** A home that has not answered a statement for so long is away, although its connection looks alive. */
const LOST_AFTER_MS = 60_000;

const HOME_UP = defineHomeFigures({
  vitaran_home_up: { help: "1 if the database has answered in time, else 0.", value: "up" },
});

const ABOUT_FIGURES = defineHomeFigures({
  vitaran_figures_up: {
    help: "1 if these figures of the database could be read in time, else 0.",
    labels: ["figures"],
    value: "up",
  },
  vitaran_figures_duration_seconds: {
    help: "How long it took to read these figures.",
    labels: ["figures"],
    value: "seconds",
  },
});

type Sets = Parameters<typeof writeFigures>[0];

/** The figures of one home; they become more while they are read. */
interface Reading {
  readonly home: string;
  isUp: boolean;
  isDone: boolean;
  readonly begunAt: number;
  readonly read: Map<string, { readonly rows: readonly (readonly FigureRow[])[]; readonly seconds: number }>;
  readonly done: Promise<void>;
  /** It is a time of `performance.now()`. */
  keptUntil: number;
}

const readings = new WeakMap<Home, Reading>();

/** Writes the figures of all homes in the format of Prometheus. Those that could not be read in time are left out. */
export async function writeHomeFigures(ctx: Context, within = ANSWER_WITHIN_MS): Promise<string> {
  const all = ctx.db.homes.all().map((home) => readingOf(ctx, home));
  const enough = new AbortController();
  const limit = sleep(within, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([Promise.all(all.map(({ done }) => done)), limit]);
  enough.abort();
  return writeFigures(toSets(all));
}

function readingOf(ctx: Context, home: Home): Reading {
  const kept = readings.get(home);
  if (kept !== undefined && performance.now() < kept.keptUntil) return kept;
  const begunAt = performance.now();
  const reading: Reading = {
    home: home.name,
    isUp: false,
    isDone: false,
    begunAt,
    read: new Map(),
    keptUntil: Number.POSITIVE_INFINITY,
    done: Promise.resolve().then(async () => {
      await readAll(ctx, home, reading);
      reading.isDone = true;
      const tookMs = performance.now() - begunAt;
      reading.keptUntil = begunAt + Math.max(KEPT_MS, KEPT_TIMES * tookMs);
    }),
  };
  readings.set(home, reading);
  return reading;
}

async function readAll(ctx: Context, home: Home, reading: Reading): Promise<void> {
  try {
    await home.sweep((read) => read.query("select"));
    reading.isUp = true;
  } catch (error) {
    ctx.log.warn({ home: home.name, error: String(error) }, "a database gave no figures: it does not answer");
    return;
  }
  // One after the other, so that they never use more than one connection.
  for (const figures of FIGURES) {
    const begunAt = performance.now();
    try {
      const rows = await readOne(home, figures);
      reading.read.set(figures.name, { rows, seconds: (performance.now() - begunAt) / 1_000 });
    } catch (error) {
      ctx.log.warn({ home: home.name, figures: figures.name, err: error }, "figures could not be read");
    }
  }
}

function readOne(home: Home, { queries }: FigureSet): Promise<FigureRow[][]> {
  return home.sweep(async (read) => {
    const [, ...rows] = await Promise.all([
      read.query("select set_config('statement_timeout', $1, true)", [String(STATEMENT_WITHIN_MS)]),
      ...queries.map(({ sql }) => read.query<FigureRow>(sql)),
    ]);
    return rows as FigureRow[][];
  });
}

/** Takes back what a home said before it was lost. */
function withoutLost(reading: Reading): Reading {
  const isLost = !reading.isDone && performance.now() - reading.begunAt > LOST_AFTER_MS;
  return isLost ? { ...reading, isUp: false, read: new Map() } : reading;
}

function toSets(all: readonly Reading[]): Sets {
  const readings = all.map(withoutLost);
  const about = readings.flatMap(({ home, isUp, read }) =>
    FIGURES.flatMap(({ name }) => {
      const found = read.get(name);
      // A home that is away says nothing of its figures.
      if (!isUp) return [];
      return [{ home, figures: name, up: found === undefined ? 0 : 1, seconds: found?.seconds ?? null }];
    }),
  );
  const ofHomes = FIGURES.flatMap(({ name, queries }) =>
    queries.map(({ metrics }, index) => ({
      metrics,
      rows: readings.flatMap(({ home, read }) =>
        (read.get(name)?.rows[index] ?? []).map((row) => ({ ...row, home })),
      ),
    })),
  );
  return [
    { metrics: HOME_UP, rows: readings.map(({ home, isUp }) => ({ home, up: isUp ? 1 : 0 })) },
    { metrics: ABOUT_FIGURES, rows: about },
    ...ofHomes,
  ];
}
