/** The parts of a client that need no server: options, the caller's signature, delays, rows, and forged webhooks. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { isSigned, makeSignatureKeys } from "../../../server/src/people/access/client-keys.ts";
import {
  batchFromRows,
  createClient,
  InvalidInputError,
  SignatureError,
  signIdentity,
  sumOfRows,
  verifyWebhook,
} from "../src/index.ts";
import { delayBeforeRepeat } from "../src/repeat.ts";

const clientSecret = "a secret";
/** A classic webhook as the server sends it. */
const signed = (() => {
  const [event, utr] = ["TRANSFER_SUCCESS", "632614700121"];
  const signature = createHmac("sha256", clientSecret)
    .update(event + utr)
    .digest("base64");
  return new URLSearchParams({ event, utr, signature }).toString();
})();

const isInvalid = (pattern: RegExp) => (error: unknown) =>
  error instanceof InvalidInputError && error.kind === "invalid-input" && pattern.test(error.message);

test("a field that the call does not have is refused before it, with the nearest one", async () => {
  const client = createClient({ baseUrl: "http://localhost:1", clientId: "c", clientSecret, retries: 0 });
  const order = { beneId: "asha", amount: "1.00", transferId: "t1" };
  const create = (more: object) => client.transfers.create({ ...order, ...more });
  await assert.rejects(
    create({ transfer_mode: "imps" }),
    isInvalid(/no field transfer_mode; did you mean transferMode\?/),
  );
  await assert.rejects(create({ remark: "x" }), isInvalid(/did you mean remarks\?/));
  await assert.rejects(create({ colour: "red" }), isInvalid(/no field colour; its fields are .*beneId/));
  const listing = client.transfers.list({ minamount: "1.00" } as object)[Symbol.asyncIterator]();
  await assert.rejects(listing.next(), isInvalid(/did you mean minAmount\?/));
  // A field without a value is absent; the call is made, and nothing answers at this address.
  await assert.rejects(create({ colour: undefined }), (error) => !(error instanceof InvalidInputError));
});

test("a form with a field twice is refused, and so is a body that is not signed", () => {
  assert.equal(verifyWebhook({ body: signed, headers: {}, clientSecret }).type, "TRANSFER_SUCCESS");
  for (const body of [`${signed}&utr=000000000000`, "", "event=TRANSFER_SUCCESS", "{}", "{", "[1]"])
    assert.throws(() => verifyWebhook({ body, headers: {}, clientSecret }), SignatureError);
});

test("a parsed body, or no secret, is a mistake of the caller", () => {
  const body = { event: "TRANSFER_SUCCESS" } as unknown as string;
  assert.throws(() => verifyWebhook({ body, headers: {}, clientSecret: "s" }), isInvalid(/raw body/));
  assert.throws(() => verifyWebhook({ body: "", headers: {} }), isInvalid(/clientSecret or webhookSecret/));
});

test("an empty secret, with which anyone can sign, is refused", () => {
  for (const secret of [
    { clientSecret: "" },
    { webhookSecret: "" },
    { webhookSecret: ["whsec_b3RoZXI=", "whsec_"] },
  ])
    assert.throws(() => verifyWebhook({ body: signed, headers: {}, ...secret }), isInvalid(/is empty/));
});

test("a client verifies by its webhook secret, or else by its client secret", () => {
  const options = { baseUrl: "http://localhost:8080/", clientId: "c", clientSecret };
  assert.equal(createClient(options).webhooks.verify(signed, {}).type, "TRANSFER_SUCCESS");
  const other = createClient({ ...options, webhookSecret: "whsec_b3RoZXI=" });
  assert.throws(() => other.webhooks.verify(signed, {}), SignatureError);
});

test("the RSA signature is one that the server takes", async () => {
  const { publicKeyPem, privateKey } = await makeSignatureKeys();
  const nowSeconds = 1_795_244_709;
  const signature = signIdentity("VK1", publicKeyPem, nowSeconds * 1000);
  assert.ok(isSigned(signature, { clientId: "VK1", privateKey, nowSeconds }));
  assert.ok(!isSigned(signature, { clientId: "VK1", privateKey, nowSeconds: nowSeconds + 601 }));
  assert.throws(() => signIdentity("VK1", "no key"), isInvalid(/^publicKey: /));
});

test("options that cannot be are refused by name", () => {
  const options = { baseUrl: "https://payouts.example", clientId: "c", clientSecret: "s" };
  for (const [field, value] of [
    ["clientId", ""],
    ["clientSecret", undefined],
    ["baseUrl", "localhost:8080"],
    ["timeoutMs", 0],
    ["retries", 1.5],
    ["proxy", "socks5://proxy.example:1080"],
  ] as const) {
    const wrong = { ...options, [field]: value } as typeof options;
    assert.throws(() => createClient(wrong), isInvalid(new RegExp(`^${field}`)), field);
  }
});

test("repeats wait longer each time, by chance, and never less than the server asks for", () => {
  assert.equal(
    delayBeforeRepeat(1, undefined, () => 0),
    125,
  );
  assert.equal(
    delayBeforeRepeat(1, undefined, () => 1),
    250,
  );
  assert.equal(
    delayBeforeRepeat(3, undefined, () => 1),
    1000,
  );
  assert.equal(
    delayBeforeRepeat(30, undefined, () => 1),
    8000,
  );
  assert.equal(
    delayBeforeRepeat(1, 7, () => 0),
    7125,
  );
  assert.equal(
    delayBeforeRepeat(1, 61, () => 0),
    null,
  );
});

test("rows become a batch of the format that they name, with their exact sum", () => {
  const rows = [
    { transferId: "a", amount: "0.10", vpa: "a@upi" },
    { transferId: "b", amount: 20n, vpa: "b@upi" },
  ];
  assert.equal(sumOfRows(rows), "0.30");
  assert.equal(batchFromRows({ batchTransferId: "b1", rows }).batchFormat, "UPI");
  const many = Array.from({ length: 501 }, (_, at) => ({ transferId: `t${at}`, amount: "1", beneId: "b" }));
  assert.throws(
    () => batchFromRows({ batchTransferId: "b1", rows: many }),
    isInvalid(/501 rows.*batches\.upload/),
  );
});
