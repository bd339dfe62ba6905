// Builds a request from the console's fields. The functions are pure, so that they can be tested without a browser.
import type { TriedOperation } from "./operation.ts";

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The values that a reader has typed: fields by name, the body as text. */
export interface Typed {
  version: string;
  values: Readonly<Record<string, string>>;
  body: string;
}

/** The token is added when the call is sent, and is never shown. */
export function writeCall(operation: TriedOperation, { version, values, body }: Typed): Call {
  const chosen = operation.versions.find((one) => one.version === version) ?? operation.versions.at(-1);
  const path = (chosen?.path ?? "").replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, where } of operation.fields) {
    const value = values[name] ?? "";
    if (value === "") continue;
    if (where === "query") query.append(name, value);
    if (where === "header") headers[name] = value;
  }
  const asked = query.size > 0 ? `${path}?${query}` : path;
  if (operation.body === undefined) return { method: operation.method, path: asked, headers };
  return {
    method: operation.method,
    path: asked,
    headers: { ...headers, "Content-Type": operation.contentType ?? "application/json" },
    body,
  };
}

/** IDs that the reader chooses and that can be used only once. */
const OWN_IDS: ReadonlySet<string> = new Set([
  "transferId",
  "batchTransferId",
  "cashgramId",
  "withdrawalId",
  "bulkValidationId",
  "loanId",
]);

/** True for calls that name something that already exists. */
const refersToOld = ({ id, method }: TriedOperation) =>
  method === "GET" || /^(cancel|get|deactivate)/.test(id);

/** The values that make an example new. */
export interface Fresh {
  /** Differs for each moment, so that IDs made from it are new. */
  seed: string;
  /** A future day, as `YYYY/MM/DD`. */
  day: string;
}

/** Returns the values for this moment. The day is one week ahead. */
export function freshNow(now = Date.now()): Fresh {
  const day = new Date(now + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
  return { seed: now.toString(36), day };
}

/**
 * Returns the example body with new IDs, so that it can be sent unchanged. If the call names something that already
 * exists, it gets the ID that was used last.
 */
export function freshBody(
  operation: TriedOperation,
  known: ReadonlyMap<string, string>,
  { seed, day }: Fresh,
): string {
  if (operation.body === undefined || operation.contentType !== undefined) return freshRows(operation, seed);
  let count = 0;
  const parsed: unknown = JSON.parse(operation.body, (name, value: unknown) => {
    if (name === "linkExpiry") return day;
    if (!OWN_IDS.has(name) || typeof value !== "string") return value;
    if (refersToOld(operation)) return known.get(name) ?? value;
    count += 1;
    return count === 1 ? `try_${seed}` : `try_${seed}_${count}`;
  });
  return JSON.stringify(parsed, null, 2);
}

/** The rows of a file begin with the ID of their transfer. */
function freshRows({ body = "" }: TriedOperation, seed: string): string {
  return body.replace(/^salary_(\d+)/gm, (_, row: string) => `try_${seed}_${row}`);
}

/** Returns the initial values of the fields. */
export function firstValues(
  operation: TriedOperation,
  known: ReadonlyMap<string, string>,
): Record<string, string> {
  const secret = /^X-Client-/;
  return Object.fromEntries(
    operation.fields.map(({ name, example }) => {
      const last = known.get(name);
      if (secret.test(name)) return [name, ""];
      return [name, last !== undefined && (example !== "" || refersToOld(operation)) ? last : example];
    }),
  );
}

/** Returns the IDs in a call, so that later calls can use them. */
export function idsOf({ body, path }: Call): [name: string, id: string][] {
  const found: [string, string][] = [...new URLSearchParams(path.split("?")[1] ?? "")].filter(([name]) =>
    OWN_IDS.has(name),
  );
  try {
    JSON.parse(body ?? "null", (name, value: unknown) => {
      if (OWN_IDS.has(name) && typeof value === "string") found.push([name, value]);
      return value;
    });
  } catch {
    // A body that is not JSON is sent anyway, and the server refuses it.
  }
  return found;
}
