/**
 * The parts that a surface plugs in: which callers it accepts, how it reads input, how its answers look; and the
 * refusal, which is thrown where the reason is found, and written by the surface's envelope.
 */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Keyed } from "#idempotency";
import type { Flights } from "./in-flight.ts";
import type { Mountable } from "./operation.ts";
import type { Fields, InputManner, Fault } from "./read-input.ts";

/** A request that is known to be for an operation, with the fields that it brings. */
export interface AskedOperation<Who, O> {
  readonly who: Who;
  readonly operation: O;
  readonly request: FastifyRequest;
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
}

export interface Surface<Who, O extends Mountable<Who>> {
  /** The beginning of every path. */
  readonly prefix: string;
  /**
   * Authenticates the caller, and checks that it may call this operation at all. It runs before a byte of the
   * body is read; throws `Refusal`, or an error that `refuse` knows.
   */
  readonly identify: (request: FastifyRequest, operation: O, reply: FastifyReply) => Promise<Who>;
  /** Returns the owner whose share of the calls in flight a call uses. Null means none. */
  readonly shareOf: (who: Who, request: FastifyRequest) => string | null;
  /** Returns the lane in which later requests of this caller queue; by default one of this surface. */
  readonly laneOf?: (share: string) => string;
  /** Returns the settings of a route, such as the kind of its calls, by which busy callers yield to quiet ones. */
  readonly configOf?: (operation: O) => FastifyContextConfig;
  /** Returns the slots in which an operation's calls run; by default those of the whole surface. */
  readonly flightsOf?: (operation: O) => Flights;
  /** Returns the holder of the caller's idempotency keys. Null means that its requests have none. */
  readonly keyHolderOf: (who: Who) => Pick<Keyed, "merchantId" | "sender"> | null;
  readonly reading: Omit<InputManner, "place" | "order">;
  /** The longest body of fields in bytes; by default 256 KiB. */
  readonly bodyBytesMax?: number;
  /** Reads the fields of a body as bytes; by default a JSON object. Null means that they cannot be read. */
  readonly parse?: (body: unknown) => Fields | null;
  /** True if an absent body counts as one without fields. */
  readonly mayLackBody?: boolean;
  /** Returns true if an operation without a body ignores a body that is sent. By default, the request is refused. */
  readonly ignoresBody?: (operation: O) => boolean;
  /** Returns true if this surface reads a body of this media type as JSON. */
  readonly readsAsJson: (mediaType: string) => boolean;
  /**
   * Judges a request as a whole, before its fields are read. A surface that has this function checks the idempotency
   * key before the fields, as the classic contract does. Returns an answer to stop there, or undefined to continue.
   */
  readonly judge?: (asked: AskedOperation<Who, O>) => unknown;
  /**
   * Runs a call that is ready. Surfaces need this if they become certain of their caller only together with the answer.
   */
  readonly carryOut?: (
    call: { readonly who: Who; readonly operation: O; readonly reply: FastifyReply },
    run: (who: Who) => Promise<unknown>,
  ) => Promise<unknown>;
  /** Takes note of the fields of a body, for the log of calls. */
  readonly note?: (request: FastifyRequest, body: Fields) => void;
  readonly answer: (
    reply: FastifyReply,
    operation: O,
    output: unknown,
  ) => FastifyReply | Promise<FastifyReply>;
  /** Writes why a call is refused: a `Refusal`, a module's error, or a fault of ours. */
  readonly refuse: (
    reply: FastifyReply,
    error: unknown,
    operation: O | null,
  ) => FastifyReply | Promise<FastifyReply>;
  /** Mounts the answers to paths without an operation; by default each is refused as `not_found`. */
  readonly mountStrays?: (scope: FastifyInstance) => void;
}

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
