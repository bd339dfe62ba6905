/** Asks every reading operation of the dashboard, with ids that earlier answers gave. */
import { operations, type DashboardOperation } from "#dashboard";
import { isDownload, type Field, type Rule } from "#http";
import type { Browser, Json, Reply } from "#test/dashboard";

export interface Read extends Reply {
  readonly name: string;
  /** It was asked for something that is not there, since no answer told of anything of that kind. */
  readonly invented: boolean;
}

/** What a reading operation needs besides ids. */
const GIVEN: Readonly<Record<string, string>> = {
  days: "7",
  date: "2026-11-02",
  from: "2026-11-01",
  to: "2026-11-20",
  q: "a",
  code: "HDFC0000001",
  ifsc: "HDFC0000001",
};
/** Well formed, and nothing's. */
const NOTHING = "01a20000-0000-7000-8000-000000000000";

/** All answers; an operation that takes an id is asked for the first few that other answers told. */
export async function readDashboard(browser: Browser, merchantId: string): Promise<Read[]> {
  const seen = new Map<string, Set<string>>([["merchantId", new Set([merchantId])]]);
  const reads: Read[] = [];
  // Those with the fewest ids first: what they answer has the ids of the others.
  for (const operation of readable().toSorted((a, b) => pathFields(a).length - pathFields(b).length)) {
    for (const input of inputsOf(operation, seen)) {
      const reply = await browser.call(operation.name, input);
      const invented = Object.values(input).includes(NOTHING);
      reads.push({ ...reply, name: operation.name, invented });
      collect(reply.body, seen);
    }
  }
  return reads;
}

/** A stream never ends. */
function readable(): DashboardOperation[] {
  return operations.filter(
    ({ method, output }) =>
      method === "GET" && !(isDownload(output) && output.download.includes("text/event-stream")),
  );
}

const pathFields = ({ pathFields: fields }: DashboardOperation): string[] => Object.keys(fields);

function inputsOf(operation: DashboardOperation, seen: Map<string, Set<string>>): Record<string, string>[] {
  const asked = Object.entries(operation.query).flatMap(([name, given]) => {
    const value = GIVEN[name] ?? firstWord(given);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [merchant, own] = pathFields(operation).toSorted(
    (a, b) => Number(b === "merchantId") - Number(a === "merchantId"),
  );
  const base = {
    ...Object.fromEntries(asked),
    ...(merchant === undefined ? {} : { [merchant]: [...seen.get("merchantId")!][0]! }),
  };
  if (own === undefined) return [base];
  return [...(seen.get(own) ?? [NOTHING])].slice(0, 3).map((value) => ({ ...base, [own]: value }));
}

/** The first word that a required field may hold, where it holds one of some. */
function firstWord(given: Rule<unknown> | Field<unknown>): string | undefined {
  if (!("read" in given)) return undefined;
  const { enum: words } = given.schema as { enum?: string[] };
  return words?.[0];
}

/** Remembers all texts of an answer by the name of their field. */
function collect(value: Json, seen: Map<string, Set<string>>): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value as Record<string, Json>)) {
    if (typeof inner === "string" || typeof inner === "number")
      seen.set(name, (seen.get(name) ?? new Set()).add(String(inner)));
    else collect(inner, seen);
  }
}
