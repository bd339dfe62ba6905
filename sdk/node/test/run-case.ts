/** Runs a case of sdk/cases with the client and compares the result with the expected one. */
import assert from "node:assert/strict";
import { type Vitaran, VitaranError } from "../src/index.ts";

export interface Case {
  readonly name: string;
  /** The noun and the verb, such as `transfers.create`. */
  readonly call: string;
  readonly input?: unknown;
  /** The number of items to read, if the call returns a list. */
  readonly take?: number;
  readonly expect: { readonly result?: unknown; readonly items?: unknown; readonly error?: unknown };
  /** Names for parts of the result, which later cases use. */
  readonly save?: Readonly<Record<string, string>>;
}

type Memory = Map<string, string>;

/** Runs one case. The parts of the result that it saves are stored in the memory, which replaces `{name}` in texts. */
export async function runCase(
  client: Vitaran,
  { call, input, take, expect, save = {} }: Case,
  memory: Memory,
): Promise<void> {
  const expected = fill(expect, memory) as Case["expect"];
  const filled = fill(input, memory);
  let result: unknown;
  try {
    result = await callVerb(client, call, { input: filled, take });
  } catch (error) {
    if (!(error instanceof VitaranError) || expected.error === undefined) throw error;
    const { kind, subCode, httpStatus, message, requestId, outcomeUnknown } = error;
    compare({ kind, subCode, httpStatus, message, requestId, outcomeUnknown }, expected.error, "error");
    return;
  }
  assert.equal(expected.error, undefined, `an error was expected, but it answered ${JSON.stringify(result)}`);
  compare(result, expected.items ?? expected.result, "result");
  for (const [name, field] of Object.entries(save))
    memory.set(name, String((result as Record<string, unknown>)[field]));
}

async function callVerb(
  client: Vitaran,
  name: string,
  { input, take = Infinity }: { input: unknown; take: number | undefined },
): Promise<unknown> {
  const [noun, verb] = name.split(".") as [string, string];
  const nouns = client as unknown as Record<string, Record<string, (input: unknown) => unknown>>;
  const answer = nouns[noun]?.[verb]?.(input);
  assert.ok(answer !== undefined, `there is ${name}`);
  if (answer instanceof Promise) return answer;
  const items = [];
  for await (const item of answer as AsyncIterable<unknown>) {
    items.push(item);
    if (items.length >= take) break;
  }
  return items;
}

/** Replaces `{name}` in texts. `{"$paise": "100"}` becomes a bigint and `{"$number": 1.5}` a number. */
export function fill(value: unknown, memory: Memory): unknown {
  if (typeof value === "string")
    return value.replaceAll(/\{(\w+)\}/g, (all, name: string) => memory.get(name) ?? all);
  if (Array.isArray(value)) return value.map((one) => fill(one, memory));
  if (typeof value !== "object" || value === null) return value;
  const [[key, inside] = [], more] = Object.entries(value);
  if (more === undefined && key === "$paise") return BigInt(inside as string);
  if (more === undefined && key === "$number") return inside;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, memory)]));
}

/**
 * `$match` compares text with a pattern, `$absent` expects nothing, `$length` expects a number of items. An object must
 * have at least the expected fields.
 */
function compare(actual: unknown, expected: unknown, at: string): void {
  const rules = expected as { $match?: string; $absent?: true; $length?: number };
  const said = `${at} is ${JSON.stringify(actual)}`;
  if (typeof expected !== "object" || expected === null) assert.equal(actual, expected, said);
  else if (rules.$match !== undefined) assert.match(String(actual), new RegExp(rules.$match), said);
  else if (rules.$absent) assert.equal(actual, undefined, said);
  else if (rules.$length !== undefined) assert.equal((actual as unknown[]).length, rules.$length, said);
  else {
    assert.ok(typeof actual === "object" && actual !== null, said);
    for (const [name, one] of Object.entries(expected)) {
      compare((actual as Record<string, unknown>)[name], one, `${at}.${name}`);
    }
  }
}
