/**
 * Spans for OpenTelemetry. Only its API is used here, which does nothing until an operator has loaded an SDK into the
 * process (deploy/monitoring/tracing, decision 0114).
 */
import {
  type Attributes,
  type Context as Place,
  context as places,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

export { SpanKind } from "@opentelemetry/api";

interface SpanToOpen {
  readonly kind?: SpanKind;
  /** Names, codes and IDs of ours. A payee's details, texts of others and secrets must not be among them. */
  readonly facts?: Attributes;
  /** When it began, as epoch ms. Default: now. */
  readonly startedAt?: number;
  /**
   * Keys of what the span is about. It continues the trace in which this process last did something about one of them,
   * the first that is known, and begins a new trace if none is. The next span about the first key continues this one.
   * Absent means that the span belongs to whatever calls.
   */
  readonly about?: readonly string[];
  /** The headers of the request, whose `traceparent` is continued. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Adds to the span what is known at its end. `fault` is a word for why it did not do what it was for. */
type Note = (facts: Attributes, fault?: string | null) => void;

/** The version is that of the names of spans and attributes, which operators' searches rely on. */
const tracer = trace.getTracer("vitaran", "1");

const NOTHING: Note = () => undefined;

/** Runs the work inside a span, and ends it with the work. */
export async function inSpan<T>(
  name: string,
  opening: SpanToOpen,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  const { kind, facts, startedAt, about, headers } = opening;
  const parent = parentOf(about, headers);
  const options = {
    ...(kind === undefined ? {} : { kind }),
    ...(facts === undefined ? {} : { attributes: facts }),
    ...(startedAt === undefined ? {} : { startTime: startedAt }),
  };
  const span = tracer.startSpan(name, options, parent);
  // Without an SDK there is nothing to carry on.
  if (!isSpanContextValid(span.spanContext())) return work(NOTHING);
  const place = trace.setSpan(parent, span);
  if (about !== undefined) remember(about[0]!, span.spanContext());
  try {
    return await places.with(place, () => work(noteOn(span)));
  } catch (error) {
    // The words of an error may quote a payee, so only its name is told.
    fail(span, error instanceof Error ? error.name : "unknown");
    throw error;
  } finally {
    span.end();
  }
}

function parentOf(about: SpanToOpen["about"], headers: SpanToOpen["headers"]): Place {
  if (headers !== undefined) return propagation.extract(ROOT_CONTEXT, headers);
  return about === undefined ? places.active() : recall(about);
}

const noteOn =
  (span: Span): Note =>
  (facts, fault = null) => {
    span.setAttributes(facts);
    if (fault !== null) fail(span, fault);
  };

function fail(span: Span, fault: string): void {
  span.setAttribute("error.type", fault);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** More would only keep traces that ended long ago. */
const REMEMBERED_MAX = 20_000;

/** The last span of each ID in this process, the oldest first. The map stays empty without an SDK. */
const remembered = new Map<string, SpanContext>();

function remember(key: string, span: SpanContext): void {
  remembered.delete(key);
  remembered.set(key, span);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
}

function recall(keys: readonly string[]): Place {
  if (remembered.size === 0) return ROOT_CONTEXT;
  const key = keys.find((one) => remembered.has(one));
  return key === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remembered.get(key)!);
}

/** Lets the next span about `key` continue the current one. */
export function followHere(key: string): void {
  const span = trace.getActiveSpan();
  if (span !== undefined) remember(key, span.spanContext());
}

/**
 * Returns the header that lets a receiver continue the current trace; none without an SDK. `baggage` and `tracestate`
 * are not passed on, because they hold what others wrote.
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const found = trace.getActiveSpan()?.spanContext();
  if (found === undefined || !isSpanContextValid(found)) return {};
  const { traceId, spanId, traceFlags } = found;
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}` };
}
