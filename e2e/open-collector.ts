/** An OpenTelemetry collector of the test: it reads OTLP as JSON over HTTP, and keeps every span. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 is internal, 2 a server's, 3 a client's. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  /** Everything that was sent, as it came. */
  said(): string;
  /** Waits until the spans of a trace are such that `pick` returns a value. */
  wait<T>(traceId: string, pick: (spans: readonly Span[]) => T | undefined): Promise<T>;
  close(): void;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentSpan extends Omit<Span, "attributes"> {
  readonly attributes: readonly { key: string; value: Readonly<Record<string, unknown>> }[];
}

/** Opens the collector on a free port of this computer. */
export async function openCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const texts: string[] = [];
  let heard = Promise.withResolvers<void>();
  const take = async (request: IncomingMessage): Promise<void> => {
    const text = (await Array.fromAsync(request as AsyncIterable<Buffer>)).join("");
    texts.push(text);
    for (const { scopeSpans } of (JSON.parse(text) as Sent).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(read));
    heard.resolve();
    heard = Promise.withResolvers();
  };
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    said: () => texts.join("\n"),
    async wait(traceId, pick) {
      for (;;) {
        const found = pick(spans.filter((span) => span.traceId === traceId));
        if (found !== undefined) return found;
        await heard.promise;
      }
    },
    close: () => void server.close(),
  };
}

function read({ attributes, ...span }: SentSpan): Span {
  return {
    ...span,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, String(Object.values(value)[0])] as const),
    ),
  };
}
