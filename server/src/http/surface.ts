/** What a surface plugs in: who may call, how input is read, how answers look. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Keyed } from "#idempotency";
import type { InputManner } from "./read-input.ts";
import type { Operation, Said } from "./operation.ts";

export interface Surface<Who, O extends Operation<Who, Said>> {
  /** What stands before every path. */
  readonly prefix: string;
  /**
   * Who calls, and whether they may call this operation at all. It runs before a byte of the body is read; throws
   * `Refusal`, or an error that `refuse` knows.
   */
  readonly identify: (request: FastifyRequest, operation: O) => Promise<Who>;
  /** Whose share of what is in flight a call uses up; null: none. */
  readonly shareOf: (who: Who, request: FastifyRequest) => string | null;
  /** Whose idempotency keys the caller's are; null: its requests have none. */
  readonly keyHolderOf: (who: Who) => Pick<Keyed, "merchantId" | "sender"> | null;
  readonly reading: Omit<InputManner, "place" | "order">;
  /** Whether a body that is not there counts as one without fields. */
  readonly mayLackBody?: boolean;
  /** Whether a body's media type is one that this surface reads as JSON. */
  readonly readsAsJson: (mediaType: string) => boolean;
  readonly answer: (reply: FastifyReply, operation: O, output: unknown) => FastifyReply;
  /** Writes why a call is not carried out: a `Refusal`, a module's error, or a fault of ours. */
  readonly refuse: (reply: FastifyReply, error: unknown, operation: O | null) => FastifyReply;
}
