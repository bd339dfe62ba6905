/** Carries each request of a surface to its operation's handler, and the answer back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { claimRequest, IdempotencyError, keepAnswers, sendKept, type Answer } from "#idempotency";
import { OverloadError } from "#lib/gather";
import { isIdleBody, readJsonObject } from "#lib/read-json";
import { limitFlights, type FlightLimits, type Flights } from "./in-flight.ts";
import { takesKey, type Operation, type Said } from "./operation.ts";
import { goneSignal } from "./gone-signal.ts";
import { noteCaller } from "./known-callers.ts";
import { type Fields, readInput } from "./read-input.ts";
import { Refusal } from "./refusal.ts";
import { makeShorten } from "./shorten.ts";
import { fieldsOf, type InputShape } from "./rule.ts";
import type { Surface } from "./surface.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, whom the surface has identified before the body was read. */
    caller: unknown;
  }
}

/** A body of fields is small; operations that take a file set their own limit. */
const BODY_BYTES_MAX = 262_144;
const FLIGHTS: FlightLimits = { places: 128, perKey: 32, waitingMax: 256 };

export interface MountOptions {
  readonly flights?: FlightLimits;
}

/** Mounts operations under their surface's prefix. Every other path below it is refused as `not_found`. */
export function mountOperations<Who, O extends Operation<Who, Said>>(
  app: FastifyInstance,
  ctx: Context,
  surface: Surface<Who, O>,
  { operations, flights = FLIGHTS }: { operations: readonly O[] } & MountOptions,
): void {
  const limit = limitFlights(flights);
  void app.register(async (scope) => {
    prepareScope(scope, surface);
    keepAnswers(scope, ctx);
    for (const operation of operations) mountOne(scope, { ctx, surface, operation, limit });
    // Refused before a byte of the body is read, as an unknown caller is.
    scope.all(`${surface.prefix}/*`, {
      onRequest: async (_request, reply) => surface.refuse(reply, new Refusal("not_found"), null),
      handler: () => undefined,
    });
  });
}

/** Sets what holds for every path of a surface: bodies stay bytes until the sender is known. */
function prepareScope<Who, O extends Operation<Who, Said>>(
  scope: FastifyInstance,
  surface: Surface<Who, O>,
): void {
  if (!scope.hasRequestDecorator("caller")) scope.decorateRequest("caller", null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error, _request, reply) => surface.refuse(reply, toRefusal(error), null));
}

/** Turns what Fastify itself finds wrong with a request into a refusal. */
function toRefusal(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number };
  if (error instanceof OverloadError) return new Refusal("too_many_requests", { retryAfterSeconds: 1 });
  if (statusCode === 413) return new Refusal("body_too_large");
  return statusCode !== undefined && statusCode < 500 ? new Refusal("body_unreadable") : error;
}

interface Mounting<Who, O extends Operation<Who, Said>> {
  readonly ctx: Context;
  readonly surface: Surface<Who, O>;
  readonly operation: O;
  readonly limit: Flights;
}

function mountOne<Who, O extends Operation<Who, Said>>(
  scope: FastifyInstance,
  mounting: Mounting<Who, O>,
): void {
  const { surface, operation } = mounting;
  scope.route({
    method: operation.method,
    url: `${surface.prefix}${operation.path.replace(/\{(\w+)\}/g, ":$1")}`,
    exposeHeadRoute: false,
    bodyLimit: operation.file?.bytesMax ?? BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      // A body without a type is read as it is, and judged once the caller is known.
      request.raw.headers["content-type"] ??= "application/octet-stream";
      try {
        const who = await surface.identify(request, operation);
        request.caller = who;
        const share = surface.shareOf(who, request);
        request.bodyOwner = share;
        if (share !== null && share !== request.ip)
          noteCaller(request, { lane: `${surface.prefix} ${share}`, owner: share });
      } catch (error) {
        return surface.refuse(reply, error, operation);
      }
    },
    handler: (request, reply) => serve(mounting, request, reply),
  });
}

async function serve<Who, O extends Operation<Who, Said>>(
  { ctx, surface, operation, limit }: Mounting<Who, O>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = request.caller as Who;
  try {
    const body = readBody(surface, operation, request);
    const input = readFields(surface, operation, { request, body }) as never;
    const others = operation.openBody ? (shortenOthers(omit(body, operation.body)) as Fields) : NOTHING;
    const file = operation.file !== undefined ? (request.body as Buffer) : EMPTY;
    const gone = operation.file !== undefined ? goneSignal(reply) : undefined;
    const kept = await claimKey({ ctx, surface, operation }, request, body);
    if (kept !== null) return sendKept(reply, kept);
    const output = await limit.run(surface.shareOf(who, request), () =>
      operation.handle({ ctx, who, input, others, file, gone, request }),
    );
    return surface.answer(reply, operation, output);
  } catch (error) {
    return surface.refuse(reply, error, operation);
  }
}

/** Claims the idempotency key of a writing request; returns the answer of the first one with it, if any. */
async function claimKey<Who, O extends Operation<Who, Said>>(
  { ctx, surface, operation }: Pick<Mounting<Who, O>, "ctx" | "surface" | "operation">,
  request: FastifyRequest,
  body: Fields,
): Promise<Answer | null> {
  const holder = takesKey(operation) ? surface.keyHolderOf(request.caller as Who) : null;
  if (holder === null) return null;
  const [path, query] = [request.params as Fields, request.query as Fields];
  const file = operation.file === undefined ? undefined : (request.body as Buffer);
  try {
    return await claimRequest(ctx, request, { ...holder, path, query, body, file });
  } catch (error) {
    if (!IdempotencyError.is(error)) throw error;
    const inUse = error.code === "key_in_use" ? { retryAfterSeconds: COME_AGAIN_SECONDS } : {};
    throw new Refusal(`idempotency_${error.code}`, { details: error.details, ...inUse });
  }
}

/** Seconds after which a request whose key is in use may be retried. */
const COME_AGAIN_SECONDS = 1;

const EMPTY = Buffer.alloc(0);

const shortenOthers = makeShorten({ type: "object" }, "others");

/** Returns the fields of a body besides the declared ones. */
function omit(body: Fields, declared: InputShape = {}): Fields {
  const known = fieldsOf(declared);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !known.has(name)));
}

/** Returns the values of path, query and body, or throws a refusal that reports every fault. */
function readFields<Who, O extends Operation<Who, Said>>(
  surface: Surface<Who, O>,
  operation: O,
  { request, body }: { request: FastifyRequest; body: Fields },
): Fields {
  const { order, pathFields, query, openBody } = operation;
  const parts: readonly [InputShape, unknown, "text" | "body"][] = [
    [pathFields, request.params, "text"],
    [query, request.query, "text"],
    [operation.body ?? {}, body, "body"],
  ];
  const read = parts.map(([shape, fields, place]) => {
    const lenient = surface.reading.lenient === true || (openBody && place === "body");
    return readInput(shape, fields as Fields, { ...surface.reading, lenient, place, order });
  });
  const faults = read.flatMap((part) => ("faults" in part ? part.faults : []));
  if (faults.length === 0)
    return Object.assign({}, ...read.map((part) => (part as { values: Fields }).values));
  const [first] = faults;
  throw new Refusal(first!.refusal ?? "invalid_request", { field: first!.field, faults });
}

const NOTHING: Fields = {};

function readBody<Who, O extends Operation<Who, Said>>(
  surface: Surface<Who, O>,
  operation: O,
  request: FastifyRequest,
): Fields {
  if (operation.file !== undefined) {
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Refusal("file_empty");
    return NOTHING;
  }
  if (operation.body === undefined) {
    if (!isIdleBody(request.body)) throw new Refusal("body_unreadable");
    return NOTHING;
  }
  if (surface.mayLackBody === true && isEmpty(request.body)) return NOTHING;
  const mediaType = request.headers["content-type"] ?? "";
  if (!surface.readsAsJson(mediaType)) throw new Refusal("not_json");
  const fields = readJsonObject(request.body);
  if (fields === null) throw new Refusal("body_unreadable");
  return fields;
}

const isEmpty = (body: unknown): boolean => !Buffer.isBuffer(body) || body.length === 0;
