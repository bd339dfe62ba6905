/** Compares what an address answers with what PostgreSQL answers. */
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "@vitaran/dev-postgres";
import { play, type Heard, type Talk } from "./talk.ts";
import { tablesOf } from "./statements.ts";
import { talksOn } from "./talks.ts";

interface Verdict {
  readonly talks: number;
  readonly different: number;
}

interface Options {
  /** The PostgreSQL to compare with. Default: one that is started for it. */
  readonly ownUrl?: string;
  /** Only talks whose name contains this. */
  readonly only?: string;
  /** The time in ms after which a question counts as unanswered. Default: 10 seconds. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;

/** Plays all talks at both addresses, and reports each one by `say`. Rejects if there is no connection. */
export async function compareWire(
  url: string,
  say: (line: string) => void,
  { ownUrl, only = "", patienceMs = PATIENCE_MS }: Options = {},
): Promise<Verdict> {
  const schema = `wire_${randomBytes(6).toString("hex")}`;
  const talks = talksOn(schema).filter(({ name }) => name.includes(only));
  let different = 0;
  await besidePostgres(ownUrl, (own) =>
    withTables([own, url], schema, async () => {
      for (const talk of talks) {
        const heard = await play(talk, { url: own, patienceMs });
        const fault = findDifference(talk, heard, await play(talk, { url, patienceMs }));
        if (fault !== null) different += 1;
        say(fault === null ? `✔ ${talk.name}` : `✖ ${talk.name}\n${fault}`);
      }
    }),
  );
  return { talks: talks.length, different };
}

async function besidePostgres(
  given: string | undefined,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (given !== undefined) return work(given);
  const silent = { info: () => undefined, warn: () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-wire-"));
  const postgres = await startPostgres({ dataDir, log: silent, temporary: true });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function withTables(urls: readonly string[], schema: string, work: () => Promise<void>): Promise<void> {
  for (const url of urls) await run(url, tablesOf(schema));
  try {
    await work();
  } finally {
    for (const url of urls) await run(url, `drop schema ${schema} cascade`);
  }
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Returns the first difference, in words, or null if there is none. */
function findDifference(
  { steps }: Talk,
  expected: readonly Heard[],
  actual: readonly Heard[],
): string | null {
  for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
    const [wanted, got] = [expected[index], actual[index]];
    if (JSON.stringify(wanted) === JSON.stringify(got)) continue;
    const { step, connection } = (wanted ?? got)!;
    const said = step < steps.length ? wordsOf(steps[step]!, connection) : "after the last step";
    return [
      `  step ${step + 1}, connection ${connection + 1}: ${said}`,
      `  PostgreSQL: ${wanted?.lines.join(", ") ?? "nothing"}`,
      `  this one:   ${got?.lines.join(", ") ?? "nothing"}`,
    ].join("\n");
  }
  return null;
}

function wordsOf(step: Talk["steps"][number], connection: number): string {
  if ("hear" in step) return "waits for a notification";
  const texts = "simple" in step ? [step.simple] : step.send(connection).map(({ text }) => text);
  return texts.map((text) => text.replace(/\s+/g, " ")).join("; ");
}
