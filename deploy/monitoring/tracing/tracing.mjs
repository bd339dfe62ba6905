/**
 * Loaded into the server before its own code (`node --import`), this sends its spans to an OpenTelemetry collector. The
 * settings are OpenTelemetry's own: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME,
 * OTEL_RESOURCE_ATTRIBUTES, and OTEL_TRACES_SAMPLER_ARG for the share of traces to keep.
 *
 * There is deliberately no instrumentation of HTTP here: it would send its headers to banks as well.
 */
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1);
if (!(share >= 0 && share <= 1)) throw new Error("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");

// A collector that is away must not keep the process from ending: one that is asked to end has ten seconds.
const GIVE_UP_MS = 2_000;

const provider = new TracerProvider({
  resource: resourceFromAttributes({ "service.name": "vitaran" }).merge(
    detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  ),
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
  spanProcessors: [
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ timeoutMillis: GIVE_UP_MS }),
      scheduledDelayMillis: 1_000,
    }),
  ],
});

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

// The server ends when its last work is done; what its last second traced leaves then, if the collector is there.
process.once("beforeExit", () => {
  const giveUp = setTimeout(() => process.exit(), GIVE_UP_MS);
  void provider
    .shutdown()
    .catch(() => undefined)
    .finally(() => clearTimeout(giveUp));
});
