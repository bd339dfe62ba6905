/** Carries each request of a surface to its operation's handler, and the answer back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { claimRequest, IdempotencyError, keepAnswers, sendKept, type KeptAnswer } from "#idempotency";
import { OverloadError } from "#lib/gather";
import { isIdleBody, readJsonObject } from "#lib/read-json";
import { inSpan, SpanKind } from "#lib/trace";
import { limitFlights, type FlightLimits, type Flights, goneSignal } from "./in-flight.ts";
import { takesKey, type Mountable } from "./operation.ts";
import { noteCaller } from "./give-way.ts";
import { type Fields, readInput } from "./read-input.ts";
import { Refusal, type AskedOperation, type Surface } from "./surface.ts";
import { type LengthSchema, makeShorten, type Shorten } from "./shorten.ts";
import { fieldsOf, type InputShape } from "./rule.ts";
import { schemaOf } from "./rules.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, whom the surface has identified before the body was read. */
    caller: unknown;
  }
}

/** A body of fields is small; operations that take a file set their own limit. */
const BODY_BYTES_MAX = 262_144;
const FLIGHTS: FlightLimits = { places: 128, perKey: 32, waitingMax: 256 };

interface MountOptions {
  readonly flights?: FlightLimits;
}

/** Mounts operations under their surface's prefix, and answers for every other path below it. */
export function mountOperations<Who, O extends Mountable<Who>>(
  app: FastifyInstance,
  ctx: Context,
  surface: Surface<Who, O>,
  { operations, flights = FLIGHTS }: { operations: readonly O[] } & MountOptions,
): void {
  const ofSurface = limitFlights(flights);
  void app.register(async (scope) => {
    prepareScope(scope, surface);
    keepAnswers(scope, ctx);
    for (const operation of operations) {
      const inFlight = surface.flightsOf?.(operation) ?? ofSurface;
      mountOne(scope, { ctx, surface, operation, inFlight, shorten: shortenersOf(surface, operation) });
    }
    (surface.mountStrays ?? mountStrays(surface))(scope);
  });
}

/** Refuses a path without an operation before a byte of the body is read, as an unknown caller is. */
const mountStrays =
  <Who, O extends Mountable<Who>>(surface: Surface<Who, O>) =>
  (scope: FastifyInstance): void => {
    scope.all(`${surface.prefix}/*`, {
      onRequest: async (_request, reply) => surface.refuse(reply, new Refusal("not_found"), null),
      handler: () => undefined,
    });
  };

/** Sets what holds for every path of a surface: bodies stay bytes until the sender is known. */
function prepareScope<Who, O extends Mountable<Who>>(scope: FastifyInstance, surface: Surface<Who, O>): void {
  if (!scope.hasRequestDecorator("caller")) scope.decorateRequest("caller", null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error, _request, reply) => surface.refuse(reply, toRefusal(error), null));
}

/** Turns what Fastify itself finds wrong with a request into a refusal. */
export function toRefusal(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number };
  if (error instanceof OverloadError) return new Refusal("too_many_requests", { retryAfterSeconds: 1 });
  if (statusCode === 413) return new Refusal("body_too_large");
  return statusCode !== undefined && statusCode < 500 ? new Refusal("body_unreadable") : error;
}

/** The parts of a request that have fields. */
interface Parts<T> {
  readonly path: T;
  readonly query: T;
  readonly body: T;
}

interface Mounting<Who, O extends Mountable<Who>> {
  readonly ctx: Context;
  readonly surface: Surface<Who, O>;
  readonly operation: O;
  readonly inFlight: Flights;
  /** Null means that the surface refuses what is too long. */
  readonly shorten: Parts<Shorten> | null;
}

function shortenersOf<Who, O extends Mountable<Who>>(
  { reading }: Surface<Who, O>,
  { name, pathFields, query, body = {} }: O,
): Parts<Shorten> | null {
  if (reading.shortened !== true) return null;
  const shortenerOf = (shape: InputShape, place: string): Shorten =>
    makeShorten(schemaOf(shape) as unknown as LengthSchema, `${name}.${place}`);
  return {
    path: shortenerOf(pathFields, "path"),
    query: shortenerOf(query, "query"),
    body: shortenerOf(body, "body"),
  };
}

function mountOne<Who, O extends Mountable<Who>>(scope: FastifyInstance, mounting: Mounting<Who, O>): void {
  const { surface, operation } = mounting;
  scope.route({
    method: operation.method,
    url: `${surface.prefix}${operation.path.replace(/\{(\w+)\}/g, ":$1")}`,
    exposeHeadRoute: false,
    config: surface.configOf?.(operation) ?? {},
    bodyLimit: operation.file?.bytesMax ?? surface.bodyBytesMax ?? BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      // A body without a type is read as it is, and judged once the caller is known.
      request.raw.headers["content-type"] ??= "application/octet-stream";
      try {
        const who = await surface.identify(request, operation, reply);
        request.caller = who;
        noteShare(surface, who, request);
      } catch (error) {
        return surface.refuse(reply, error, operation);
      }
    },
    handler: (request, reply) => serveTraced(mounting, request, reply),
  });
}

function noteShare<Who, O extends Mountable<Who>>(
  surface: Surface<Who, O>,
  who: Who,
  request: FastifyRequest,
): void {
  const share = surface.shareOf(who, request);
  request.bodyOwner = share;
  if (share === null || share === request.ip) return;
  const lane = surface.laneOf?.(share) ?? `${surface.prefix} ${share}`;
  noteCaller(request, { lane, owner: share });
}

/** The span of a call begins when the request came, and names the operation, not what is in the path. */
function serveTraced<Who, O extends Mountable<Who>>(
  mounting: Mounting<Who, O>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { surface, operation } = mounting;
  const { method, path, name } = operation;
  const route = surface.prefix + path;
  const opening = {
    kind: SpanKind.SERVER,
    facts: { "http.request.method": method, "http.route": route, "vitaran.operation": name },
    startedAt: Date.now() - reply.elapsedTime,
    headers: request.headers,
  };
  return inSpan(`${method} ${route}`, opening, async (note) => {
    const answered = await serve(mounting, request, reply);
    const { statusCode } = reply;
    note({ "http.response.status_code": statusCode }, statusCode < 500 ? null : String(statusCode));
    return answered;
  });
}

async function serve<Who, O extends Mountable<Who>>(
  mounting: Mounting<Who, O>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { surface, operation, inFlight } = mounting;
  const who = request.caller as Who;
  try {
    const asked = readParts(mounting, request);
    const run = (sure: Who): Promise<unknown> => carryOut(mounting, { ...asked, who: sure }, reply);
    const output = await inFlight.run(surface.shareOf(who, request), () =>
      surface.carryOut === undefined ? run(who) : surface.carryOut({ who, operation, reply }, run),
    );
    return isKept(output) ? sendKept(reply, output.kept) : await surface.answer(reply, operation, output);
  } catch (error) {
    return surface.refuse(reply, error, operation);
  }
}

/** The answer that the first request with the same idempotency key got. */
class Kept {
  readonly kept: KeptAnswer;
  constructor(kept: KeptAnswer) {
    this.kept = kept;
  }
}

const isKept = (output: unknown): output is Kept => output instanceof Kept;

/** Reads the parts of a request as they are; what is much longer than declared is shortened first. */
function readParts<Who, O extends Mountable<Who>>(
  { surface, operation, shorten }: Mounting<Who, O>,
  request: FastifyRequest,
): AskedOperation<Who, O> {
  const given: Parts<Fields> = {
    path: request.params as Fields,
    query: request.query as Fields,
    body: readBody(surface, operation, request),
  };
  const parts =
    shorten === null
      ? given
      : {
          path: shorten.path(given.path) as Fields,
          query: shorten.query(given.query) as Fields,
          body: shorten.body(given.body) as Fields,
        };
  surface.note?.(request, parts.body);
  return { ...parts, who: request.caller as Who, operation, request };
}

/** Claims the key, reads the fields and calls the handler, in the surface's order. */
async function carryOut<Who, O extends Mountable<Who>>(
  mounting: Mounting<Who, O>,
  asked: AskedOperation<Who, O>,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx, surface, operation } = mounting;
  const { request, who, body } = asked;
  const early = surface.judge === undefined ? readFields(surface, asked) : undefined;
  const kept = await claimKey(ctx, surface, asked);
  if (kept !== null) return new Kept(kept);
  const judged = surface.judge?.(asked);
  if (judged !== undefined) return judged;
  const input = (early ?? readFields(surface, asked)) as never;
  const others = operation.openBody ? (shortenOthers(omit(body, operation.body)) as Fields) : NOTHING;
  const [file, gone] =
    operation.file === undefined ? [EMPTY, undefined] : [request.body as Buffer, goneSignal(reply)];
  return operation.handle({ ctx, who, input, others, file, gone, request });
}

/** Claims the idempotency key of a writing request; returns the answer of the first one with it, if any. */
async function claimKey<Who, O extends Mountable<Who>>(
  ctx: Context,
  surface: Surface<Who, O>,
  { who, operation, request, path, query, body }: AskedOperation<Who, O>,
): Promise<KeptAnswer | null> {
  const holder = takesKey(operation) ? surface.keyHolderOf(who) : null;
  if (holder === null) return null;
  const file = operation.file === undefined ? undefined : (request.body as Buffer);
  const repeatable = operation.repeatable === true;
  try {
    return await claimRequest(ctx, request, { ...holder, path, query, body, file, repeatable });
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
function readFields<Who, O extends Mountable<Who>>(
  { reading }: Surface<Who, O>,
  { who, operation, path, query, body }: AskedOperation<Who, O>,
): Fields {
  const { order, openBody } = operation;
  const parts: readonly [InputShape, Fields, "text" | "body"][] = [
    [operation.pathFields, path, "text"],
    [operation.query, query, "text"],
    [operation.body ?? {}, body, "body"],
  ];
  const read = parts.map(([shape, fields, place]) => {
    const lenient = reading.lenient === true || (openBody && place === "body");
    return readInput(shape, fields, { ...reading, lenient, place, order, who });
  });
  const faults = read.flatMap((part) => ("faults" in part ? part.faults : []));
  if (faults.length === 0)
    return Object.assign({}, ...read.map((part) => (part as { values: Fields }).values));
  const [first] = faults;
  throw new Refusal(first!.refusal ?? "invalid_request", { field: first!.field, faults });
}

const NOTHING: Fields = {};

function readBody<Who, O extends Mountable<Who>>(
  surface: Surface<Who, O>,
  operation: O,
  { body, headers }: FastifyRequest,
): Fields {
  if (operation.file !== undefined) {
    if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal("file_empty");
    return NOTHING;
  }
  if (operation.body === undefined) {
    if (surface.ignoresBody?.(operation) !== true && !isIdleBody(body)) throw new Refusal("body_unreadable");
    return NOTHING;
  }
  if (surface.mayLackBody === true && isEmpty(body)) return NOTHING;
  const mediaType = headers["content-type"] ?? "";
  if (!surface.readsAsJson(mediaType)) throw new Refusal("not_json");
  const fields = (surface.parse ?? readJsonObject)(body);
  if (fields === null) throw new Refusal("body_unreadable");
  return fields;
}

const isEmpty = (body: unknown): boolean => !Buffer.isBuffer(body) || body.length === 0;
