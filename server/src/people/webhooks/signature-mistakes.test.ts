import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { buildRequest, type Format } from "./build-request.ts";
import { judgeSignature, type SignatureVerdict } from "./diagnose-signature.ts";
import type { Material, Scheme } from "./signature-schemes.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const CLIENT_SECRET = "vs_sandbox_of-the-merchant";
const ENDPOINT_SECRET = `whsec_${Buffer.from("the endpoint's own key of 32 byte").toString("base64")}`;
const OLD_SECRET = `whsec_${Buffer.from("the key before, also of 32 bytes ").toString("base64")}`;

const DATA = {
  transferId: "order 1+2",
  referenceId: "10023",
  acknowledged: "1",
  eventTime: "2026-11-22 13:30:00",
  utr: "632614700121",
};

const requestOf = (format: Format) =>
  buildRequest(
    format,
    {
      id: "evt_1_1",
      type: "TRANSFER_SUCCESS",
      seq: 1,
      at: NOW,
      data: DATA,
      v2Data: { transfer_id: "order 1/2", transfer_amount: 10.5 },
    },
    { standardSecrets: [ENDPOINT_SECRET], clientSecret: CLIENT_SECRET, sentAt: NOW },
  );

const FORMAT_OF: Readonly<Record<Scheme, Format>> = {
  fields: "classic_form",
  body: "classic_json",
  v2: "v2",
  standard: "standard",
};

function materialOf(scheme: Scheme): Material {
  const { body, headers } = requestOf(FORMAT_OF[scheme]);
  return {
    body,
    timestamp: headers[scheme === "v2" ? "x-webhook-timestamp" : "webhook-timestamp"]!,
    webhookId: headers["webhook-id"]!,
    clientSecret: CLIENT_SECRET,
    standardSecrets: [ENDPOINT_SECRET, OLD_SECRET],
  };
}

function verdictOn(scheme: Scheme, signature: string, changed: Partial<Material> = {}): SignatureVerdict {
  return judgeSignature({ ...materialOf(scheme), ...changed }, { scheme, signature, now: NOW }).verdict;
}

/** Signs as a receiver would by the documentation, without our code. */
const hmac = (key: string | Buffer, text: string, encoding: "base64" | "hex" = "base64"): string =>
  createHmac("sha256", key).update(text).digest(encoding);

const form = new URLSearchParams(requestOf("classic_form").body);
const signed = [...form].filter(([name]) => name !== "signature");
const sorted = signed.toSorted(([a], [b]) => (a < b ? -1 : 1));
const valuesOf = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([, value]) => value).join("");
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(6), "base64");

test("the signatures that are sent are right", () => {
  const classic = requestOf("classic_json");
  assert.equal(verdictOn("fields", form.get("signature")!), "right");
  assert.equal(verdictOn("body", classic.headers["x-cf-signature"]!), "right");
  assert.equal(verdictOn("v2", requestOf("v2").headers["x-webhook-signature"]!), "right");
  assert.equal(verdictOn("standard", requestOf("standard").headers["webhook-signature"]!), "right");
});

const { body: jsonBody } = materialOf("body");
const { body: v2Body } = materialOf("v2");
const { body: standardBody, timestamp, webhookId } = materialOf("standard");
const standardBase = `${webhookId}.${timestamp}.${standardBody}`;

/** Mistakes, with the name that each must be given. */
const SEEDED: readonly (readonly [named: SignatureVerdict, scheme: Scheme, signature: string, string])[] = [
  ["not_sorted", "fields", hmac(CLIENT_SECRET, valuesOf(signed)), "joined as they came"],
  ["signature_included", "fields", hmac(CLIENT_SECRET, valuesOf([...form].sort())), "signature signed too"],
  [
    "names_included",
    "fields",
    hmac(CLIENT_SECRET, sorted.map(([name, value]) => `${name}=${value}`).join("&")),
    "a query string",
  ],
  [
    "not_decoded",
    "fields",
    hmac(CLIENT_SECRET, valuesOf(sorted.map(([name, value]) => [name, encodeURIComponent(value)]))),
    "percent signs left in",
  ],
  ["wrong_encoding", "fields", hmac(CLIENT_SECRET, valuesOf(sorted), "hex"), "hexadecimal digits"],
  ["wrong_encoding", "body", hmac(CLIENT_SECRET, jsonBody), "base64 where hexadecimal belongs"],
  [
    "body_rewritten",
    "body",
    hmac(CLIENT_SECRET, JSON.stringify(JSON.parse(jsonBody), null, 2), "hex"),
    "parsed and indented",
  ],
  ["timestamp_missing", "v2", hmac(CLIENT_SECRET, v2Body), "the body alone"],
  ["timestamp_missing", "standard", `v1,${hmac(keyOf(ENDPOINT_SECRET), standardBody)}`, "the body alone"],
  ["key_not_decoded", "standard", `v1,${hmac(ENDPOINT_SECRET, standardBase)}`, "the text as the key"],
  ["wrong_key", "standard", `v1,${hmac(CLIENT_SECRET, standardBase)}`, "the client secret"],
  ["wrong_key", "fields", hmac(ENDPOINT_SECRET, valuesOf(sorted)), "the endpoint's secret"],
  ["wrong_signature", "body", hmac(CLIENT_SECRET, valuesOf(sorted)), "the field in the place of the header"],
  ["old_secret", "standard", `v1,${hmac(keyOf(OLD_SECRET), standardBase)}`, "the key before the rotation"],
  [
    "different",
    "fields",
    hmac("vs_sandbox_of-another", valuesOf(sorted)),
    "a secret that nothing here knows",
  ],
];

for (const [named, scheme, signature, how] of SEEDED) {
  test(`${scheme}: ${how} is named ${named}`, () => {
    assert.equal(verdictOn(scheme, signature), named);
  });
}

test("a body that was serialised again before the check is recognised, in any language's style", () => {
  const { headers } = requestOf("classic_json");
  for (const body of [
    `${jsonBody}\n`,
    JSON.stringify(JSON.parse(jsonBody), null, 2),
    jsonBody.replaceAll('":"', '": "').replaceAll('","', '", "'),
  ]) {
    assert.equal(verdictOn("body", headers["x-cf-signature"]!, { body }), "body_rewritten");
  }
});

/** A delivered body, and the texts that programs in other languages write after parsing it. */
const DELIVERED = '{"data":{"name":"आशा <Rao> & \\"Co\\"","paid":5,"at":"a/b"},"type":"T"}';
const WRITTEN_ANEW: Readonly<Record<string, string>> = {
  "Python's json.dumps":
    '{"data": {"name": "\\u0906\\u0936\\u093e <Rao> & \\"Co\\"", "paid": 5, "at": "a/b"}, "type": "T"}',
  "Python's json.dumps, without blanks":
    '{"data":{"name":"\\u0906\\u0936\\u093e <Rao> & \\"Co\\"","paid":5,"at":"a/b"},"type":"T"}',
  "Python's json.dumps, sorted and indented":
    '{\n  "data": {\n    "at": "a/b",\n' +
    '    "name": "\\u0906\\u0936\\u093e <Rao> & \\"Co\\"",\n    "paid": 5\n  },\n  "type": "T"\n}',
  "PHP's json_encode":
    '{"data":{"name":"\\u0906\\u0936\\u093e <Rao> & \\"Co\\"","paid":5,"at":"a\\/b"},"type":"T"}',
  "PHP's json_encode with Unicode":
    '{"data":{"name":"आशा <Rao> & \\"Co\\"","paid":5,"at":"a\\/b"},"type":"T"}',
  "Go's json.Marshal of a map":
    '{"data":{"at":"a/b","name":"आशा \\u003cRao\\u003e \\u0026 \\"Co\\"","paid":5},"type":"T"}',
  "Gson, with fractions":
    '{"data":{"name":"आशा \\u003cRao\\u003e \\u0026 \\"Co\\"","paid":5.0,"at":"a/b"},"type":"T"}',
  "System.Text.Json of .NET":
    '{"data":{"name":"\\u0906\\u0936\\u093E ' +
    '\\u003CRao\\u003E \\u0026 \\u0022Co\\u0022","paid":5,"at":"a/b"},"type":"T"}',
  "sorted keys": '{"data":{"at":"a/b","name":"आशा <Rao> & \\"Co\\"","paid":5},"type":"T"}',
  "bytes taken for Latin letters": Buffer.from(DELIVERED).toString("latin1"),
};

for (const [program, text] of Object.entries(WRITTEN_ANEW)) {
  test(`a signature over the text of ${program} is told to be of a body that was written anew`, () => {
    const { timestamp: stamp } = materialOf("v2");
    const changed = { body: DELIVERED };
    assert.equal(verdictOn("v2", hmac(CLIENT_SECRET, stamp + text), changed), "body_rewritten");
    assert.equal(verdictOn("body", hmac(CLIENT_SECRET, text, "hex"), changed), "body_rewritten");
    assert.equal(verdictOn("v2", hmac(CLIENT_SECRET, stamp + DELIVERED), changed), "right");
  });
}

test("a right signature of long ago is a matter of clocks", () => {
  const { body, headers } = requestOf("standard");
  const material = { ...materialOf("standard"), body };
  const later = new Date(NOW.getTime() + 301_000);
  const given = { scheme: "standard", signature: headers["webhook-signature"]!, now: later } as const;
  const { verdict, skewSeconds } = judgeSignature(material, given);
  assert.deepEqual({ verdict, skewSeconds }, { verdict: "clock_skew", skewSeconds: 301 });
});

test("the base string is shown, and nothing of the right signature", () => {
  const right = form.get("signature")!;
  const nearly = [`${right.slice(0, 7)}#${right.slice(8)}`, `#${right.slice(1)}`, "#"];
  for (const signature of nearly)
    assert.deepEqual(judgeSignature(materialOf("fields"), { scheme: "fields", signature, now: NOW }), {
      scheme: "fields",
      verdict: "different",
      baseString: valuesOf(sorted),
      skewSeconds: null,
    });
});
