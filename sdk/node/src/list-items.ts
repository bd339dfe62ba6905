import { call, type Caller } from "./call.ts";
import type { Input, Operation } from "./operation.ts";

/** Yields every item of a list and reads pages as they are needed. If you stop, no more pages are read. */
export async function* listItems(
  caller: Caller,
  verb: string,
  operation: Operation,
  input: Input,
): AsyncGenerator<unknown, void> {
  const { items, by } = operation.list as NonNullable<Operation["list"]>;
  let turn: Input = by === "page" ? { page: 1 } : {};
  for (;;) {
    const page = (await call(caller, verb, operation, { ...input, ...turn })) as Record<string, unknown>;
    const found = page[items] as unknown[];
    yield* found;
    const next = nextTurn(by, turn, page);
    if (next === null || found.length === 0) return;
    turn = next;
  }
}

/** Lists with page numbers end with an empty page. Lists with IDs end with an answer without `lastReturnId`. */
function nextTurn(by: "lastReturnId" | "page" | "nothing", turn: Input, page: Input): Input | null {
  if (by === "page") return { page: (turn["page"] as number) + 1 };
  const { lastReturnId } = page;
  return by === "lastReturnId" && typeof lastReturnId === "string" && lastReturnId !== ""
    ? { lastReturnId }
    : null;
}
