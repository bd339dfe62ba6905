/** The tools that an assistant may call. */
import type { Caller } from "#access";
import type { Context } from "#lib/context";

/** Fields from an assistant, which have not been checked yet. */
export type ToolCall = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of its fields. */
  readonly inputSchema: ToolCall;
  /** True if it changes nothing. */
  readonly readOnly: boolean;
  /** Returns the answer as plain JSON. Throws ToolRefusal if the caller can correct the problem. */
  readonly call: (session: McpSession, given: ToolCall) => Promise<unknown>;
}

/** The assistant of one merchant, for one call. */
export interface McpSession {
  readonly ctx: Context;
  readonly caller: Caller;
}

/** The reason why a tool did not do what was requested, in a sentence for the assistant. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolRefusal";
  }
}
