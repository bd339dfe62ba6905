/** Counts every answered call, and logs it in one line: of what the caller has sent, only a fit request ID. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { defineCounter, defineDurations } from "#lib/metrics";

const calls = defineCounter("vitaran_calls_total", {
  help: "Answered calls by outcome: ok, refused, throttled (429), unavailable (503) or failed (any other 5xx).",
  labels: ["surface", "operation", "outcome"],
});

const durations = defineDurations("vitaran_call_duration_seconds", {
  help: "Time until a call was answered. Streams are left out.",
  labels: ["surface", "operation"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** The surfaces by the beginnings of their paths; what has none is the web front. */
const SURFACES: readonly (readonly [start: string, surface: string])[] = [
  ["/payout/v1", "api"],
  ["/payout/", "v2"],
  ["/api/", "dashboard"],
  ["/sandbox/", "sandbox"],
  ["/developer/", "developer"],
  ["/pay/", "links"],
  ["/banks/", "banks"],
  ["/mcp", "mcp"],
];

/** Machines ask these again and again, so they are neither counted nor logged. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Measures the calls under all paths that are mounted before or after this call. */
export function measureCalls(app: FastifyInstance, ctx: Context): void {
  app.addHook("onResponse", (request, reply, done) => {
    done();
    measure(ctx, request, reply);
  });
}

function measure(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route } = request.routeOptions;
  if (route !== undefined && PROBES.has(route)) return;
  const { surface, operation } = operationOf(request);
  const status = statusOf(request, reply);
  const outcome = outcomeOf(status);
  const durationMs = Math.round(reply.elapsedTime);
  calls.inc({ surface, operation, outcome });
  if (!isStream(reply)) durations.observe({ surface, operation }, reply.elapsedTime / 1_000);
  const facts = { requestId: idOf(request), operation, status: reply.statusCode, outcome, durationMs };
  const line = { ...facts, merchantId: merchantOf(request) };
  // Pages and their files are many, and say nothing about money.
  if (surface === "web") ctx.log.debug(line, "call");
  else ctx.log.info(line, "call");
}

/** A path without values from the caller, so that there are only as many operations as there are routes. */
function operationOf({ routeOptions: { url: route }, method, url, is404 }: FastifyRequest): {
  surface: string;
  operation: string;
} {
  const known = is404 ? undefined : route;
  const [, surface = "web"] = SURFACES.find(([start]) => (known ?? url).startsWith(start)) ?? [];
  return { surface, operation: known === undefined ? "other" : `${method} ${known}` };
}

/** The status of the outcome; a caller may have asked for 200 in every case. */
function statusOf({ notes }: FastifyRequest, { statusCode }: FastifyReply): number {
  const refusal = notes?.refusal;
  if (refusal === undefined || statusCode !== 200) return statusCode;
  const [code] = /^\d{3}\b/.exec(refusal) ?? [];
  return code === undefined || code === "200" ? 422 : Number(code);
}

function outcomeOf(status: number): string {
  if (status < 400) return "ok";
  if (status === 429) return "throttled";
  if (status === 503) return "unavailable";
  return status < 500 ? "refused" : "failed";
}

const isStream = ({ raw }: FastifyReply): boolean =>
  String(raw.getHeader("content-type") ?? "").startsWith("text/event-stream");

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORT = /^[\w.:-]{1,64}$/;
/** Account numbers have at least nine digits. */
const LONG_NUMBER = /\d{9}/;

/** Returns the ID of a request as it may be logged: some callers put account numbers into theirs. */
function idOf({ id, headers }: FastifyRequest): string {
  const isOurs = headers["x-request-id"] !== id;
  return isOurs || UUID.test(id) || (SHORT.test(id) && !LONG_NUMBER.test(id)) ? id : "given";
}

interface MaybeOfMerchant {
  readonly merchantId?: unknown;
}

/** Returns the merchant of an authenticated caller, if the surface knows it. */
function merchantOf({ notes, caller }: FastifyRequest): string | undefined {
  if (notes?.caller !== undefined) return notes.caller.merchantId;
  const who = caller as
    | (MaybeOfMerchant & Readonly<Record<string, MaybeOfMerchant | null>>)
    | null
    | undefined;
  const found = who?.merchant?.merchantId ?? who?.caller?.merchantId ?? who?.merchantId;
  return typeof found === "string" ? found : undefined;
}
