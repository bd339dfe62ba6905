import { InvalidInputError } from "./errors.ts";
import { type Amount, formatRupees } from "./money.ts";
import { findNearest } from "./find-nearest.ts";
import type { Input, Operation } from "./operation.ts";
import type { Request } from "./send.ts";
import { VERSION } from "./version.ts";

/**
 * Turns the input of a call into a request: path, query, JSON or file, and amounts as exact text. An order sends its
 * own ID and the name of its field as the Idempotency-Key, so that a repeat gets the first answer again.
 * @throws {InvalidInputError} naming the field
 */
export function buildRequest(verb: string, operation: Operation, given: Input): Request {
  checkNames(verb, operation.fields, given);
  const input = writeAmounts(operation.amounts, given);
  const headers: Record<string, string> = { "User-Agent": `vitaran-node/${VERSION}` };
  if (operation.kind === "order") headers["Idempotency-Key"] = keyOf(input, operation.id as string);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(needText(input, name)),
  );
  const query = new URLSearchParams();
  for (const name of operation.inQuery) {
    const value = input[name];
    if (value !== undefined) query.set(name, needSimple(value, name));
  }
  const asked = query.toString();
  const request = { verb, method: operation.method, path: asked === "" ? path : `${path}?${asked}` };
  if (operation.method === "GET") return { ...request, headers };
  if (operation.file === "sent") {
    headers["Content-Type"] = needText(input, "contentType");
    return { ...request, headers, body: needFile(input["file"]) };
  }
  headers["Content-Type"] = "application/json";
  const elsewhere = new Set([...operation.inPath, ...operation.inQuery]);
  return {
    ...request,
    headers,
    body: writeJson(Object.entries(input).filter(([name]) => !elsewhere.has(name))),
  };
}

/**
 * The classic API ignores fields that it does not know, so a misspelt one would be left out in silence: the library
 * refuses it before the call.
 */
function checkNames(verb: string, fields: readonly string[], input: Input): void {
  const unknown = Object.keys(input).find((name) => input[name] !== undefined && !fields.includes(name));
  if (unknown === undefined) return;
  const near = findNearest(unknown, fields);
  const hint = near === undefined ? `its fields are ${fields.join(", ")}` : `did you mean ${near}?`;
  throw new InvalidInputError(`${verb} has no field ${unknown}; ${hint}`, unknown);
}

/** The name of the field is part of the key, so that IDs of different kinds are different keys. */
const keyOf = (input: Input, field: string): string => `${field}:${needText(input, field)}`;

function writeJson(fields: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(Object.fromEntries(fields), (name, value: unknown) => {
    if (typeof value !== "bigint") return value;
    throw new InvalidInputError(`${name}: a bigint is taken for amounts only`, name);
  });
}

/** Returns a copy of the input with every amount as rupees in text. Absent fields stay absent. */
function writeAmounts(paths: readonly string[], input: Input): Input {
  return paths.reduce((copy, path) => writeAmount(copy, path.split("."), "") as Input, input);
}

function writeAmount(value: unknown, [step, ...rest]: readonly string[], at: string): unknown {
  if (value === undefined || value === null) return value;
  if (step === undefined) return formatRupees(value as Amount, at);
  if (step === "*") {
    if (!Array.isArray(value)) throw new InvalidInputError(`${at}: must be a list`, at);
    return value.map((one, index) => writeAmount(one, rest, `${at}[${index}]`));
  }
  if (typeof value !== "object") throw new InvalidInputError(`${at}: must be an object`, at);
  const record = value as Record<string, unknown>;
  if (record[step] === undefined) return value;
  return { ...record, [step]: writeAmount(record[step], rest, at === "" ? step : `${at}.${step}`) };
}

function needText(input: Input, field: string): string {
  const value = input[field];
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidInputError(`${field} is missing, or is no text`, field);
}

function needSimple(value: unknown, field: string): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  throw new InvalidInputError(`${field}: must be text or a whole number`, field);
}

function needFile(value: unknown): string | Uint8Array {
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  throw new InvalidInputError("file: must be the file's bytes or its text", "file");
}
