/** A request that is refused: thrown where the reason is found, written by the surface's envelope. */
import type { Fault } from "./read-input.ts";

interface RefusalFacts {
  /** The field that is wrong, if it is one. */
  readonly field?: string;
  /** All fields that are wrong. */
  readonly faults?: readonly Fault[];
  /** Details that a program may need, and the values in the sentence. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** `code` is one of the operation's own refusals or of the surface's. */
export class Refusal extends Error {
  readonly code: string;
  readonly facts: RefusalFacts;

  constructor(code: string, facts: RefusalFacts = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.facts = facts;
  }
}
