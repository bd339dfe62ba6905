/** `vitaran mcp`: passes the Model Context Protocol between standard streams and a server's `/mcp`. */
import { createInterface } from "node:readline";
import { findKeys, type Keys, type SessionOptions } from "./merchant-session.ts";
import { terminal } from "./terminal.ts";

export interface McpCommandOptions extends SessionOptions {
  readonly allowDrafts?: boolean;
}

/** Passes on messages, one per line, until the input ends. Standard output has nothing else. */
export async function carryMcp(options: McpCommandOptions): Promise<void> {
  const keys = await findKeys(options);
  const headers = {
    "content-type": "application/json",
    "x-client-id": keys.clientId,
    "x-client-secret": keys.clientSecret,
    ...(options.allowDrafts === true ? { "x-vitaran-drafts": "allow" } : {}),
  };
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input: terminal().input })) {
    if (line.trim() === "") continue;
    const carried = carry(keys, headers, line).finally(() => underWay.delete(carried));
    underWay.add(carried);
  }
  await Promise.all(underWay);
}

async function carry({ baseUrl }: Keys, headers: Record<string, string>, line: string): Promise<void> {
  try {
    const answer = await fetch(`${baseUrl}/mcp`, { method: "POST", headers, body: line });
    const text = await answer.text();
    // A notification has no response.
    if (answer.status !== 202) say(line, JSON.parse(text) as Said);
  } catch (error) {
    const why = error instanceof SyntaxError ? "did not respond with JSON" : "cannot be reached";
    say(line, { jsonrpc: "2.0", id: null, error: { code: -32_000, message: `${baseUrl}/mcp ${why}.` } });
  }
}

interface Said {
  readonly id?: unknown;
  readonly [field: string]: unknown;
}

/** Prints a response. A request refused before it was read has a response without the message's id. */
function say(line: string, answer: Said): void {
  terminal().out.write(`${JSON.stringify({ ...answer, id: answer.id ?? idOf(line) })}\n`);
}

function idOf(line: string): unknown {
  try {
    return (JSON.parse(line) as Said | null)?.id ?? null;
  } catch {
    return null;
  }
}
