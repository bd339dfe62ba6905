/** The parts that a surface plugs in: which callers it accepts, how it reads input, how its answers look. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Keyed } from "#idempotency";
import type { InputManner } from "./read-input.ts";
import type { Operation, Said } from "./operation.ts";

export interface Surface<Who, O extends Operation<Who, Said>> {
  /** The beginning of every path. */
  readonly prefix: string;
  /**
   * Authenticates the caller, and checks that it may call this operation at all. It runs before a byte of the
   * body is read; throws `Refusal`, or an error that `refuse` knows.
   */
  readonly identify: (request: FastifyRequest, operation: O) => Promise<Who>;
  /** Returns the owner whose share of the calls in flight a call uses; null: none. */
  readonly shareOf: (who: Who, request: FastifyRequest) => string | null;
  /** Returns the holder of the caller's idempotency keys; null: its requests have none. */
  readonly keyHolderOf: (who: Who) => Pick<Keyed, "merchantId" | "sender"> | null;
  readonly reading: Omit<InputManner, "place" | "order">;
  /** True: an absent body counts as one without fields. */
  readonly mayLackBody?: boolean;
  /** Returns true if this surface reads a body of this media type as JSON. */
  readonly readsAsJson: (mediaType: string) => boolean;
  readonly answer: (reply: FastifyReply, operation: O, output: unknown) => FastifyReply;
  /** Writes why a call is refused: a `Refusal`, a module's error, or a fault of ours. */
  readonly refuse: (reply: FastifyReply, error: unknown, operation: O | null) => FastifyReply;
}
