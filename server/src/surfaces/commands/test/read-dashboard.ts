/** Calls every reading operation of the dashboard with ids from earlier answers. */
import { operations, type DashboardOperation } from "#dashboard";
import { fieldsOf, isDownload, type FieldRule } from "#http";
import type { Browser, Json, Reply } from "#test/dashboard";

export interface Read extends Reply {
  readonly name: string;
  /** True if it was called with an id that does not exist, since no answer had one of that kind. */
  readonly invented: boolean;
}

/** One of these values fits each required field. */
const VALUES = ["7", "a", "250000.00", "2026-11-01", "2026-11-01T00:00:00Z", "HDFC0000001"];
/** A well-formed id that does not exist. */
const NOTHING = "01a20000-0000-7000-8000-000000000000";

/** Returns all answers; an operation with an id is called with the first few found in other answers. */
export async function readDashboard(browser: Browser, merchantId: string): Promise<Read[]> {
  const seen = new Map<string, Set<string>>([["merchantId", new Set([merchantId])]]);
  const reads: Read[] = [];
  // Operations with the fewest ids come first: their answers have the ids for the others.
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

/** Lists the operations that can be read; a stream never ends. */
function readable(): DashboardOperation[] {
  return operations.filter(
    ({ method, output }) =>
      method === "GET" && !(isDownload(output) && output.download.includes("text/event-stream")),
  );
}

const pathFields = ({ pathFields: fields }: DashboardOperation): string[] => Object.keys(fields);

function inputsOf(operation: DashboardOperation, seen: Map<string, Set<string>>): Record<string, string>[] {
  const needed = [...fieldsOf(operation.query)]
    .filter(([, { required }]) => required)
    .map(([name, { rule }]) => [name, fitting(rule)]);
  const [merchant, own] = pathFields(operation).toSorted(
    (a, b) => Number(b === "merchantId") - Number(a === "merchantId"),
  );
  const base = {
    ...Object.fromEntries(needed),
    ...(merchant === undefined ? {} : { [merchant]: [...seen.get("merchantId")!][0]! }),
  };
  if (own === undefined) return [base];
  const { rule } = fieldsOf(operation.pathFields).get(own)!;
  const word = (rule.schema as { enum?: string[] }).enum?.[0];
  // A plain `id` in a path is a transfer's.
  const known = word === undefined ? seen.get(own === "id" ? "transferId" : own) : [word];
  return [...(known ?? [NOTHING])].slice(0, 3).map((value) => ({ ...base, [own]: value }));
}

function fitting({ schema, read }: FieldRule<unknown>): string | undefined {
  const { enum: words = VALUES } = schema as { enum?: string[] };
  return words.find((value) => !("problem" in read(value, "text")));
}

/** Remembers all texts of an answer by their field names. */
function collect(value: Json, seen: Map<string, Set<string>>): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value as Record<string, Json>)) {
    if (typeof inner === "string" || typeof inner === "number")
      seen.set(name, (seen.get(name) ?? new Set()).add(String(inner)));
    else collect(inner, seen);
  }
}
