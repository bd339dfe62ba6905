/**
 * Traces as an operator gets them: the server with the files of deploy/monitoring/tracing and OpenTelemetry's own
 * settings, and a collector that hears of one payment from the call to the webhook.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { openStage, type Stage } from "../sdk/stage/open-stage.ts";
import { openCollector, type Span } from "./open-collector.ts";

const TRACING = resolve(import.meta.dirname, "../deploy/monitoring/tracing");
const isThere = existsSync(`${TRACING}/node_modules/@opentelemetry/sdk-trace`);
const skip = isThere ? false : "deploy/monitoring/tracing is not installed; `npm test` fetches it";
assert.ok(isThere || process.env["CI"] !== "true", "what sends traces could not be fetched");

const run = randomBytes(4).toString("hex");
const payee = {
  beneId: `bene_${run}`,
  name: "Meenakshi Tracewell",
  email: "meenakshi@tracewell.example",
  phone: "9876501234",
  bankAccount: "026291811223344",
  ifsc: "YESB0000262",
  address1: "14 Tracewell Road",
};

const closers: (() => unknown)[] = [];
let stage: Stage;
let collector: Awaited<ReturnType<typeof openCollector>>;
let webhooks: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
let closeStage: () => Promise<void>;

before(async () => {
  if (skip !== false) return;
  collector = await openCollector();
  closers.push(collector.close);
  const heard = await openEar();
  webhooks = heard.calls;
  // The server inherits them.
  process.env["NODE_OPTIONS"] = `--import=${pathToFileURL(`${TRACING}/tracing.mjs`)}`;
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.url;
  process.env["OTEL_RESOURCE_ATTRIBUTES"] = "deployment.environment=test";
  const opened = await openStage();
  ({ stage } = opened);
  let isClosed = false;
  closeStage = async () => {
    if (!isClosed) await opened.close();
    isClosed = true;
  };
  closers.push(closeStage);
  await call("/sandbox/webhook-endpoints", { url: heard.url, format: "classic_json" });
  await call("/payout/v1/addBeneficiary", payee);
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A merchant's server, which keeps the headers and bodies of what it gets. */
async function openEar(): Promise<{ url: string; calls: typeof webhooks }> {
  const calls: typeof webhooks = [];
  const server = createServer((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((parts) => {
      calls.push({ headers: request.headers, body: parts.join("") });
      response.end();
    });
  }).listen(0, "127.0.0.1");
  closers.push(() => server.close());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls };
}

async function call(path: string, body: object, headers: Record<string, string> = {}): Promise<object> {
  const { clientId, clientSecret, baseUrl } = stage;
  const key = { "X-Client-Id": clientId, "X-Client-Secret": clientSecret };
  const authorized = await fetch(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers: key });
  const { data } = (await authorized.json()) as { data: { token: string } };
  const own = { Authorization: `Bearer ${data.token}`, "Content-Type": "application/json", ...headers };
  const answer = await fetch(baseUrl + path, { method: "POST", headers: own, body: JSON.stringify(body) });
  const said = (await answer.json()) as object;
  assert.equal(answer.status, 200, JSON.stringify(said));
  return said;
}

const newTrace = () => ({ traceId: randomBytes(16).toString("hex"), spanId: randomBytes(8).toString("hex") });

const named = (spans: readonly Span[], name: string): Span | undefined =>
  spans.find((span) => span.name === name);

test(
  "one trace shows a payment from its call to the webhook, and continues the caller's",
  { skip },
  async () => {
    const { traceId, spanId } = newTrace();
    const transferId = `traced_${run}`;
    const order = { beneId: payee.beneId, amount: "111.00", transferId, transferMode: "imps" };
    await call("/payout/v1/requestTransfer", order, { traceparent: `00-${traceId}-${spanId}-01` });
    const chain = await collector.wait(traceId, (spans) => {
      const webhook = spans.find(({ attributes }) => attributes["vitaran.event"] === "TRANSFER_SUCCESS");
      const http = named(spans, "POST /payout/v1/requestTransfer");
      const [accept, send] = [named(spans, "accept"), named(spans, "send")];
      const [bank, record] = [named(spans, "bank pay"), named(spans, "record")];
      return http && accept && send && bank && record && webhook
        ? { http, accept, send, bank, record, webhook }
        : undefined;
    });
    const { http, accept, send, bank, record, webhook } = chain;
    assert.deepEqual(
      [http, accept, send, bank, record].map((span) => span.parentSpanId),
      [spanId, http.spanId, accept.spanId, send.spanId, send.spanId],
    );
    assert.deepEqual([http.kind, bank.kind, webhook.kind], [2, 3, 3]);
    assert.equal(webhook.parentSpanId, record.spanId);
    assert.equal(http.attributes["http.response.status_code"], "200");
    assert.equal(accept.attributes["vitaran.outcome"], "accepted");
    assert.equal(bank.attributes["vitaran.rail"], "imps");
    assert.equal(bank.attributes["vitaran.outcome"], "succeeded");
    assert.match(bank.attributes["vitaran.bank"] ?? "", /^\w+$/);
    assert.equal(record.attributes["vitaran.status"], "succeeded");
    assert.equal(send.attributes["vitaran.transfer"], accept.attributes["vitaran.transfer"]);
    const heard = webhooks.find(({ body }) => body.includes("TRANSFER_SUCCESS") && body.includes(transferId));
    assert.equal(heard?.headers["traceparent"], `00-${traceId}-${webhook.spanId}-01`);
  },
);

test("orders that are accepted together stay in their own traces", { skip }, async () => {
  const traces = Array.from({ length: 12 }, newTrace);
  await Promise.all(
    traces.map(({ traceId, spanId }, index) =>
      call(
        "/payout/v1/requestTransfer",
        { beneId: payee.beneId, amount: "12.00", transferId: `set_${run}_${index}`, transferMode: "imps" },
        { traceparent: `00-${traceId}-${spanId}-01` },
      ),
    ),
  );
  const transfers = await Promise.all(
    traces.map(({ traceId }) =>
      collector.wait(traceId, (spans) => {
        const found = ["accept", "send", "record"].map((name) => named(spans, name));
        return found.includes(undefined)
          ? undefined
          : new Set(found.map((span) => span!.attributes["vitaran.transfer"]));
      }),
    ),
  );
  assert.ok(transfers.every((ids) => ids.size === 1));
  assert.equal(new Set(transfers.flatMap((ids) => [...ids])).size, traces.length);
});

test("the last spans leave when the server stops, and no span names a payee", { skip }, async () => {
  const { traceId, spanId } = newTrace();
  const order = { beneId: payee.beneId, amount: "13.00", transferId: `last_${run}`, transferMode: "imps" };
  await call("/payout/v1/requestTransfer", order, { traceparent: `00-${traceId}-${spanId}-01` });
  await closeStage();
  assert.ok(collector.spans.some((span) => span.traceId === traceId && span.name === "record"));
  const said = collector.said();
  assert.match(said, /"deployment\.environment"/);
  const { beneId: _, ifsc, ...details } = payee;
  for (const detail of [...Object.values(details), ifsc, stage.clientSecret, `traced_${run}`])
    assert.ok(!said.includes(detail), `${detail} must not be in a trace`);
});
