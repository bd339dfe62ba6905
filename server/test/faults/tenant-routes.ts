/** Assigns each route its row of requests, and reduces answers to what does not depend on the names in them. */
import assert from "node:assert/strict";
import { isOfV2, operations, operationsV2 } from "#api";
import type { Answer } from "./tenant-caller.ts";
import type { Names } from "./tenant-names.ts";
import { OF_THE_API, type Row } from "./tenant-questions.ts";
import { OF_V2 } from "./tenant-v2-questions.ts";
import { OF_THE_SANDBOX } from "./tenant-sandbox-questions.ts";

/** A route as the server mounts it. */
export interface Mounted {
  readonly method: string;
  readonly url: string;
}

/** The requests to a route. */
export interface Asked {
  readonly method: string;
  /** Precedes the path of the request. */
  readonly prefix: string;
  readonly row: Row;
}

/** Routes that no program of a merchant calls, with the reason. */
const OF_NO_PROGRAM: Readonly<Record<string, string>> = {
  "POST /banks/:merchantId/:bankId/callbacks": "banks call, and prove it: T33",
  "GET /sandbox/demo-key": "only the demo merchant's, to this very computer",
};

/** Every path that is not a control has the same answer for everyone. */
const STRAY = "/sandbox/*";

/** Returns the requests to a route; null if no merchant's program calls it. */
export function askedAt({ method, url }: Mounted): Asked | null {
  if (url === STRAY || Object.hasOwn(OF_NO_PROGRAM, `${method} ${url}`)) return null;
  const sandbox = /^\/sandbox(\/.*)/.exec(url);
  if (sandbox !== null) {
    const row = OF_THE_SANDBOX[`${method} ${sandbox[1]}`];
    assert.ok(row !== undefined, `${method} ${url} has no row in tenant-sandbox-questions.ts`);
    return { method, prefix: "/sandbox", row };
  }
  if (isOfV2(url)) return askedAtV2({ method, url });
  const [, version, path] = /^\/payout\/(v[\d.]+)(\/.*)/.exec(url) ?? [];
  assert.ok(version !== undefined, `${method} ${url}: whose is it?`);
  const isIt = (shape: { method: string; path: string; versions: readonly string[] }): boolean =>
    shape.method === method &&
    shape.versions.includes(version) &&
    shape.path.replace(/\{(\w+)\}/g, ":$1") === path;
  const operation = operations.find(isIt);
  assert.ok(operation !== undefined, `${method} ${url} is no operation`);
  const row = OF_THE_API[operation.name];
  assert.ok(row !== undefined, `${operation.name} has no row in tenant-questions.ts`);
  return { method, prefix: `/payout/${version}`, row };
}

/**
 * Does the same for the v2 API, which answers every other method at its paths, and everything below them, in the same
 * way for everyone.
 */
function askedAtV2({ method, url }: Mounted): Asked | null {
  const operation = operationsV2.find((one) => one.method === method && `/payout${one.path}` === url);
  if (operation === undefined) return null;
  const row = OF_V2[operation.name];
  assert.ok(row !== undefined, `${operation.name} has no row in tenant-v2-questions.ts`);
  return { method, prefix: "/payout", row };
}

/** Returns what an answer says apart from its names and numbers. */
export function essenceOf({ status, json, text }: Answer, names: Names): unknown {
  const error = json.error as { code: string; message: string } | undefined;
  const said = String(error?.message ?? json.message ?? "");
  const values = Object.values(names).toSorted((a, b) => b.length - a.length);
  const plain = values
    .reduce((rest, value) => rest.replaceAll(value, "<name>"), said)
    .replace(/\d{4,}/g, "<number>");
  const data = (json.data ?? {}) as object;
  const isEnvelope = json.status !== undefined && json.message !== undefined;
  const shape = isEnvelope ? Object.keys(data).toSorted() : Object.keys(json).toSorted();
  const kind = text.startsWith("{") ? "json" : "file";
  return { status, kind, code: error?.code ?? json.subCode ?? json.code ?? null, said: plain, shape };
}
