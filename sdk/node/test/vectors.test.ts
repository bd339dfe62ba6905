/** Amounts and signatures match the vectors that all client libraries share, with one test for each vector. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Amount,
  createClient,
  formatRupees,
  InvalidInputError,
  SignatureError,
  sumRupees,
  toPaise,
  verifyWebhook,
} from "../src/index.ts";

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../vectors", name), "utf8")) as T;

interface Amounts {
  taken: { rupees: string; paise: string; formatted: string }[];
  refused: { text?: string; number?: number; paise?: string }[];
  sums: { rupees: string[]; formatted: string }[];
}
const { taken, refused, sums } = read<Amounts>("amounts.json");

interface Webhooks {
  classic: {
    name: string;
    clientSecret: string;
    fields: Record<string, string>;
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
    clientSecret: string;
    type: string;
    body: string;
    xWebhookTimestamp: number;
    xWebhookSignature: string;
  }[];
}
const webhooks = read<Webhooks>("webhooks.json");

type SecretName = "webhookSecret" | "clientSecret";
type PastedSecrets = Record<
  SecretName,
  { taken: { name: string; text: string }[]; refused: { name: string; text: string; because: string }[] }
>;
const pasted = read<PastedSecrets>("secrets.json");

for (const { rupees, paise, formatted } of taken) {
  test(`the amount ${rupees} is ${paise} paise, and sent as ${formatted}`, () => {
    assert.equal(toPaise(rupees), BigInt(paise));
    assert.equal(formatRupees(BigInt(paise)), formatted);
    assert.equal(formatRupees(rupees), formatted);
  });
}

for (const { text, number, paise } of refused) {
  test(`the amount ${JSON.stringify(text ?? number ?? `${paise} paise`)} is refused, and its field named`, () => {
    const amount = text ?? number ?? BigInt(paise as string);
    const isNamed = (error: unknown) =>
      error instanceof InvalidInputError && error.message.startsWith("fee: ");
    assert.throws(() => toPaise(amount as Amount, "fee"), isNamed);
  });
}

for (const { rupees, formatted } of sums) {
  test(`the sum of [${rupees.join(", ")}] is ${formatted}`, () => {
    assert.equal(sumRupees(rupees), formatted);
  });
}

function refuse(webhook: Parameters<typeof verifyWebhook>[0]): void {
  assert.throws(() => verifyWebhook(webhook), SignatureError);
}

for (const { name, clientSecret, fields, form, json } of webhooks.classic) {
  test(`classic webhook, as form and as JSON, by the field and by the header: ${name}`, () => {
    const { event, ...data } = fields;
    for (const [type, { body, xCfSignature }] of [
      ["application/x-www-form-urlencoded", form],
      ["application/json", json],
    ] as const) {
      const headers = { "Content-Type": type, "X-Cf-Signature": xCfSignature };
      for (const raw of [body, Buffer.from(body)]) {
        const got = verifyWebhook({ body: raw, headers, clientSecret });
        assert.deepEqual({ ...got, data: { ...got.data } }, { type: event, data });
      }
      const without = verifyWebhook({ body, headers: new Headers({ "content-type": type }), clientSecret });
      assert.equal(without.type, event);
      refuse({ body, headers, clientSecret: `${clientSecret}x` });
      refuse({ body, headers: { ...headers, "X-Cf-Signature": "00".repeat(32) }, clientSecret });
      refuse({ body: body.replace(event as string, "TRANSFER_SUCCESS_"), headers: {}, clientSecret });
    }
  });
}

for (const { name, secrets, webhookId, webhookTimestamp, body, webhookSignature } of webhooks.standard) {
  test(`Standard Webhooks, by each secret, within their time: ${name}`, () => {
    const headers = {
      "webhook-id": webhookId,
      "webhook-timestamp": String(webhookTimestamp),
      "webhook-signature": webhookSignature,
    };
    const nowMs = webhookTimestamp * 1000;
    for (const webhookSecret of [...secrets, secrets]) {
      const event = verifyWebhook({ body, headers, webhookSecret, nowMs });
      assert.equal(event.id, webhookId);
      assert.match(event.type, /^TRANSFER_/);
      refuse({ body, headers, webhookSecret, nowMs: nowMs + 301_000 });
      refuse({ body, headers, webhookSecret, nowMs: nowMs - 301_000 });
      refuse({ body: `${body} `, headers, webhookSecret, nowMs });
      refuse({ body, headers: { ...headers, "webhook-id": "evt_other" }, webhookSecret, nowMs });
      refuse({ body, headers: { ...headers, "webhook-signature": "v1," }, webhookSecret, nowMs });
    }
    refuse({ body, headers, webhookSecret: "whsec_b3RoZXI=", nowMs });
    refuse({ body, headers: {}, webhookSecret: secrets, nowMs });
  });
}

for (const { clientSecret, type, body, xWebhookTimestamp, xWebhookSignature } of webhooks.v2) {
  test(`webhook of the format v2, its amount as exact text: ${type}`, () => {
    const headers = {
      "content-type": "application/json",
      "x-webhook-timestamp": String(xWebhookTimestamp),
      "x-webhook-signature": xWebhookSignature,
    };
    const nowMs = xWebhookTimestamp;
    const event = verifyWebhook({ body, headers, clientSecret, nowMs });
    assert.equal(event.type, type);
    const amount = /"transfer_amount":([0-9.]+)/.exec(body)?.[1];
    assert.equal(event.data["transfer_amount"], amount);
    refuse({ body: body.replace('"data"', '"Data"'), headers, clientSecret, nowMs });
    refuse({ body, headers: { ...headers, "x-webhook-timestamp": String(nowMs + 1) }, clientSecret, nowMs });
    refuse({ body, headers, clientSecret, nowMs: nowMs + 301_000 });
  });
}

const [standard] = webhooks.standard;
const [v2] = webhooks.v2;
const genuine = {
  webhookSecret: {
    body: standard!.body,
    headers: {
      "webhook-id": standard!.webhookId,
      "webhook-timestamp": String(standard!.webhookTimestamp),
      "webhook-signature": standard!.webhookSignature,
    },
    nowMs: standard!.webhookTimestamp * 1000,
  },
  clientSecret: {
    body: v2!.body,
    headers: {
      "x-webhook-timestamp": String(v2!.xWebhookTimestamp),
      "x-webhook-signature": v2!.xWebhookSignature,
    },
    nowMs: v2!.xWebhookTimestamp,
  },
};
const pair = { baseUrl: "http://localhost:8080", clientId: "c", clientSecret: "a secret" };

for (const field of ["webhookSecret", "clientSecret"] as const) {
  for (const { name, text } of pasted[field].taken) {
    test(`${field} is cut clean: ${name}`, () => {
      assert.match(verifyWebhook({ ...genuine[field], [field]: text }).type, /^TRANSFER_/);
      createClient({ ...pair, [field]: text });
    });
  }
  for (const { name, text, because } of pasted[field].refused) {
    test(`${field} is refused when the client is made: ${name}`, () => {
      const isTold = (error: unknown) =>
        error instanceof InvalidInputError && error.field === field && error.message.includes(because);
      assert.throws(() => createClient({ ...pair, [field]: text }), isTold);
      assert.throws(() => verifyWebhook({ ...genuine[field], [field]: text }), isTold);
    });
  }
}
