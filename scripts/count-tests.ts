/** A reporter for `node --test` that is silent until the end, and then prints how many tests of each kind ran. */
import { relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** The kind of a file is that of the first pattern that matches its path. */
const KINDS: readonly (readonly [kind: string, files: RegExp])[] = [
  ["faults: crashes, lost replies, races, planted bugs", /^server\/test\/faults\//],
  ["dashboard in a browser", /^web\/test\/dashboard\/|^server\/src\/links\/browser/],
  ["site and documentation, in a browser where they need one", /^web\/test\/(?!samples)/],
  ["programs that the documentation shows", /^web\/test\/samples/],
  ["client libraries, in their languages", /^sdk\//],
  ["answers of the API, one by one", /^server\/src\/api\//],
  ["engine, server and commands", /^server\//],
  ["simulated banks", /^bank-simulator\//],
  ["front: what needs no browser", /^web\//],
  ["measurements, whole journeys and tools", /^/],
];

interface Outcome {
  readonly file?: string;
  readonly skip?: string | boolean;
  readonly details: { readonly type?: string };
}

interface Event {
  readonly type: string;
  readonly data: Outcome;
}

type Counts = Record<"passed" | "failed" | "skipped", number>;

export default async function* countTests(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const counts = new Map<string, Counts>();
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.details.type === "suite") continue;
    const kind = kindOf(data.file);
    const before = counts.get(kind) ?? { passed: 0, failed: 0, skipped: 0 };
    const what =
      data.skip !== undefined && data.skip !== false ? "skipped" : type === "test:pass" ? "passed" : "failed";
    counts.set(kind, { ...before, [what]: before[what] + 1 });
  }
  yield "Tests that ran, by kind:\n";
  for (const [kind] of KINDS) {
    const counted = counts.get(kind);
    if (counted !== undefined) yield `  ${lineOf(kind, counted)}\n`;
  }
}

function kindOf(file: string | undefined): string {
  const path = file === undefined ? "" : relative(ROOT, file).replaceAll("\\", "/");
  return KINDS.find(([, files]) => files.test(path))![0];
}

function lineOf(kind: string, { passed, failed, skipped }: Counts): string {
  const others = [failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  return `${String(passed + failed).padStart(6)}  ${kind}${others.length > 0 ? ` (${others.join(", ")})` : ""}`;
}
