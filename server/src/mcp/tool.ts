/** What an assistant may call. */
import type { Caller } from "#access";
import type { Context } from "#lib/context";

/** Fields as an assistant gave them: nothing is known of them yet. */
export type Given = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the fields that it takes. */
  readonly inputSchema: Given;
  /** Whether it changes anything. */
  readonly readOnly: boolean;
  /** The answer as plain JSON. Throws ToolRefusal for what the caller can put right. */
  readonly call: (session: McpSession, given: Given) => Promise<unknown>;
}

/** One merchant's assistant, for the time of one call. */
export interface McpSession {
  readonly ctx: Context;
  readonly caller: Caller;
}

/** Why a tool did not do what was asked, in a sentence for the assistant. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolRefusal";
  }
}
