import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  buildRequest,
  FORMATS,
  type WebhookMessage,
  signBody,
  signFields,
  signStandard,
} from "./build-request.ts";
import { makeEndpointSecret } from "./endpoint-secret.ts";
import { EVENT_TYPES, formatEventTime, pickFields, type EventData, type EventType } from "./event-types.ts";
import type { V2Data } from "./v2-data.ts";

interface Vectors {
  classic: {
    name: string;
    clientSecret: string;
    fields: EventData;
    signature: string;
    form: { body: string; xCfSignature: string };
    json: { body: string; xCfSignature: string };
  }[];
  standard: {
    name: string;
    secrets: string[];
    webhookId: string;
    webhookTimestamp: number;
    body: string;
    webhookSignature: string;
  }[];
  v2: {
    name: string;
    clientSecret: string;
    type: EventType | "TEST";
    eventTime: string;
    data: V2Data;
    body: string;
    xWebhookTimestamp: number;
    xWebhookSignature: string;
  }[];
}

const file = join(import.meta.dirname, "../../../../sdk/vectors/webhooks.json");
const vectors = JSON.parse(await readFile(file, "utf8")) as Vectors;

for (const vector of vectors.classic) {
  test(`classic signatures are as published: ${vector.name}`, () => {
    const { fields, clientSecret } = vector;
    assert.equal(signFields(fields, clientSecret), vector.signature);
    assert.equal(signFields({ ...fields, signature: "anything" }, clientSecret), vector.signature);
    const { event, ...data } = fields;
    const message = makeMessage({ type: event as EventType, data });
    for (const [format, expected] of [
      ["classic_form", vector.form],
      ["classic_json", vector.json],
    ] as const) {
      const { body, headers } = buildRequest(format, message, { ...SIGNING, clientSecret });
      assert.equal(body, expected.body);
      assert.equal(headers["x-cf-signature"], expected.xCfSignature);
      assert.equal(signBody(body, clientSecret), expected.xCfSignature);
    }
  });
}

for (const vector of vectors.standard) {
  test(`standard signatures are as published: ${vector.name}`, () => {
    const { webhookId: id, webhookTimestamp: timestampSeconds, body, secrets } = vector;
    assert.equal(signStandard({ id, timestampSeconds, body }, secrets), vector.webhookSignature);
  });
}

for (const vector of vectors.v2) {
  test(`v2 signatures are as published: ${vector.name}`, () => {
    const { clientSecret, type, data: v2Data, xWebhookTimestamp: timestampMs } = vector;
    const message = makeMessage({ type, at: new Date(vector.eventTime), v2Data });
    const signing = { ...SIGNING, clientSecret, sentAt: new Date(timestampMs) };
    const { body, headers } = buildRequest("v2", message, signing);
    assert.equal(body, vector.body);
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["x-webhook-timestamp"], String(timestampMs));
    assert.equal(headers["x-webhook-version"], "2024-01-01");
    assert.equal(headers["x-webhook-signature"], vector.xWebhookSignature);
    assert.equal(headers["x-cf-signature"], undefined);
    const hmac = createHmac("sha256", clientSecret).update(`${timestampMs}${body}`).digest("base64");
    assert.equal(hmac, vector.xWebhookSignature);
  });
}

test("every event that is an addition of ours has a vector, with the fields that are sent", () => {
  for (const type of ["TRANSFER_PAID_LATE", "TRANSFER_PAID_LATE_RETURNED", "FUND_SOURCE_INCIDENT"] as const) {
    const vector = vectors.classic.find(({ fields }) => fields["event"] === type);
    assert.deepEqual(Object.keys(vector?.fields ?? {}), ["event", ...EVENT_TYPES[type].fields], type);
  }
});

test("the published verifier of Standard Webhooks takes every format, by the old key and the new one", () => {
  const secrets = [makeEndpointSecret(), makeEndpointSecret()];
  for (const format of FORMATS) {
    const message = makeMessage({ v2Data: {} });
    const { body, headers } = buildRequest(format, message, { ...SIGNING, standardSecrets: secrets });
    for (const secret of secrets) new Webhook(secret).verify(body, headers, { jsonParse: false });
    const verify = (change: { body?: string; headers?: Record<string, string> }, secret = secrets[0]!) =>
      new Webhook(secret).verify(
        change.body ?? body,
        { ...headers, ...change.headers },
        { jsonParse: false },
      );
    const seconds = Number(headers["webhook-timestamp"]);
    assert.throws(() => verify({ body: `${body} ` }));
    assert.throws(() => verify({ headers: { "webhook-id": "evt_1_1" } }));
    assert.throws(() => verify({ headers: { "webhook-timestamp": String(seconds - 1) } }));
    assert.throws(() => verify({ headers: { "webhook-timestamp": String(seconds - 301) } }));
    assert.throws(() => verify({}, makeEndpointSecret()));
  }
});

test("a request that is older than five minutes is refused by the published verifier", () => {
  const old = new Date(Date.now() - 301_000);
  const { body, headers } = buildRequest("standard", makeMessage({}), { ...SIGNING, sentAt: old });
  assert.throws(() => new Webhook(SIGNING.standardSecrets[0]!).verify(body, headers), /timestamp/i);
});

test("every value of every event is text, in the order of the contract; unknown ones are empty", () => {
  const at = new Date("2026-11-21T18:40:05.600Z");
  for (const type of Object.keys(EVENT_TYPES) as EventType[]) {
    const known = { transferId: "t-1", utr: "632614700121", reason: "no", somethingElse: "left out" };
    const data = pickFields(type, known, at);
    assert.deepEqual(Object.keys(data), EVENT_TYPES[type].fields);
    for (const value of Object.values(data)) assert.equal(typeof value, "string");
    if ("eventTime" in data) assert.equal(data.eventTime, "2026-11-22 00:10:05");
    const form = new URLSearchParams(buildRequest("classic_form", makeMessage({ type, data }), SIGNING).body);
    assert.deepEqual([...form.keys()], ["event", ...EVENT_TYPES[type].fields, "signature"]);
  }
});

test("times are written as the contract writes them, at midnight and on a leap day too", () => {
  assert.equal(formatEventTime(new Date("2028-02-28T18:30:00Z")), "2028-02-29 00:00:00");
  assert.equal(formatEventTime(new Date("2026-01-01T06:29:59Z")), "2026-01-01 11:59:59");
});

const SIGNING = {
  standardSecrets: [makeEndpointSecret()],
  clientSecret: "vk_test_9f2b6d1c7a3e5048b1d2c3f4a5968778",
  sentAt: new Date(),
};

function makeMessage(change: Partial<WebhookMessage>): WebhookMessage {
  const data = { transferId: "t-1", referenceId: "10000001", acknowledged: "0", eventTime: "x", utr: "6326" };
  const id = "evt_0198f3c2a6d47b3e9c1d5f2a8b4e6071_1";
  return { id, type: "TRANSFER_SUCCESS", seq: 1, at: new Date("2026-11-21T08:35:09Z"), data, ...change };
}
