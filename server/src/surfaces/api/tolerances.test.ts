import assert from "node:assert/strict";
import { constants, publicEncrypt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { makeWorld } from "#test/world";
import { buildApi } from "./build-api.ts";

const world = await makeWorld();
const app = buildApi(world.ctx);
const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
world.onClose(() => app.close());
const merchant = await world.makeMerchant({ balancePaise: 100_00n });
const credentials = [`X-Client-Id: ${merchant.clientId}`, `X-Client-Secret: ${merchant.clientSecret}`];

interface Heard {
  head: string;
  httpStatus: number;
  body: { status: string; subCode: string; message: string; data?: Record<string, unknown> };
}

/** Writes bytes as they are and reads the single answer. */
async function sayRaw(lines: readonly string[], body = ""): Promise<Heard> {
  const socket = connect(Number(address.port), address.hostname);
  const heard: Buffer[] = [];
  socket.on("data", (chunk) => heard.push(chunk));
  socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  await once(socket, "close");
  const text = Buffer.concat(heard).toString();
  const [head = "", json = ""] = text.split("\r\n\r\n", 2);
  return { head, httpStatus: Number(head.split(" ")[1]), body: JSON.parse(json) as Heard["body"] };
}

async function newToken(): Promise<string> {
  const { body } = await sayRaw(["POST /payout/v1/authorize HTTP/1.1", "Host: x", ...credentials]);
  return body.data?.token as string;
}

const token = await newToken();
const bearer = `Authorization: Bearer ${token}`;
const post = (path: string): string => `POST /payout${path} HTTP/1.1`;
const get = (path: string): string => `GET /payout${path} HTTP/1.1`;
const HOST = "Host: payouts.example";

function beneficiary(beneId: string, changes: object = {}): string {
  return JSON.stringify({
    beneId,
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    ...changes,
  });
}

const withLength = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}`;

async function assertSays(heard: Promise<Heard>, message: string): Promise<Heard> {
  const { body } = await heard;
  assert.equal(body.message, message);
  return heard;
}

test("W1: authorize and verifyToken take no body, an empty one, and {}", async () => {
  for (const [head, message] of [
    [[post("/v1/authorize"), HOST, ...credentials], "Token generated"],
    [[post("/v1/verifyToken"), HOST, bearer], "Token is valid"],
  ] as const) {
    await assertSays(sayRaw(head), message);
    await assertSays(sayRaw([...head, "Content-Length: 0"]), message);
    await assertSays(sayRaw([...head, "Content-Type: application/json", "Content-Length: 0"]), message);
    await assertSays(sayRaw([...head, "Content-Type: application/json", "Content-Length: 2"], "{}"), message);
    await assertSays(sayRaw([...head, "Content-Length: 2"], "[]"), message);
  }
});

test("W2: any content type, or none, means JSON", async () => {
  const types = [
    "Content-Type: application/json; utf-8",
    "Content-Type: text/plain",
    "Content-Type: text/plain;charset=UTF-8",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: json",
    "Content-Type:",
    "X-Nothing: here",
  ];
  for (const [index, type] of types.entries()) {
    const body = beneficiary(`w2_${index}`);
    const head = [post("/v1/addBeneficiary"), HOST, bearer, type, withLength(body)];
    await assertSays(sayRaw(head, body), "Beneficiary added successfully");
    await assertSays(sayRaw([post("/v1/authorize"), HOST, ...credentials, type]), "Token generated");
    await assertSays(sayRaw([get("/v1/getBalance"), HOST, bearer, type]), "Ledger balance for the account");
  }
});

test("W3: a body may come in chunks", async () => {
  const body = beneficiary("w3");
  const chunks = [body.slice(0, 20), body.slice(20)].map(
    (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
  );
  const head = [post("/v1/addBeneficiary"), HOST, bearer, "Transfer-Encoding: chunked"];
  await assertSays(sayRaw(head, `${chunks.join("")}0\r\n\r\n`), "Beneficiary added successfully");
});

test("W4: an amount is a text or a number", async () => {
  for (const [index, amount] of ["1", "1.0", "1.00", 1, 1.5].entries()) {
    const body = JSON.stringify({ beneId: "nobody", amount, transferId: `w4_${index}` });
    const head = [post("/v1/requestTransfer"), HOST, bearer, withLength(body)];
    await assertSays(sayRaw(head, body), "Beneficiary does not exist");
  }
});

test("W5: unknown query parameters, headers and the known extra fields do not disturb", async () => {
  const body = beneficiary("w5", { cardNo: "411111XXXXXX1111", group: "DEFAULT" });
  const head = [
    post("/v1/addBeneficiary?end_point=%2Fpayout"),
    HOST,
    bearer,
    "X-Anything: 1",
    withLength(body),
  ];
  await assertSays(sayRaw(head, body), "Beneficiary added successfully");
  const path = "/v1/getBeneficiary/w5?end_point=%2Fpayout%2Fv1%2FgetBeneficiary%2Fw5";
  const { body: answer } = await assertSays(sayRaw([get(path), HOST, bearer]), "Details of beneficiary");
  assert.equal(answer.data?.beneId, "w5");
});

test("W7: the text undefined means absent", async () => {
  const path = "/v1.2/getTransferStatus?referenceId=undefined&transferId=undefined";
  await assertSays(
    sayRaw([get(path), HOST, bearer]),
    "Please provide referenceId or transferId to fetch details",
  );
  await assertSays(
    sayRaw([get("/v1/getBalance"), HOST, "Authorization: Bearer undefined"]),
    "Token missing in the request",
  );
});

test("W8: blanks in a query may be + or %20, in any order", async () => {
  const said = "TransferId is invalid or does not exist";
  for (const query of ["transferId=a+b&x=1", "x=1&transferId=a%20b"]) {
    await assertSays(sayRaw([get(`/v1/getTransferStatus?${query}`), HOST, bearer]), said);
  }
});

test("W9: a double slash, a token without Bearer, and credentials beside the token", async () => {
  await assertSays(sayRaw(["POST //payout/v1/authorize HTTP/1.1", HOST, ...credentials]), "Token generated");
  await assertSays(sayRaw([post("/v1/verifyToken"), HOST, `Authorization: ${token}`]), "Token is valid");
  await assertSays(
    sayRaw([post("/v1/verifyToken"), HOST, `authorization: bearer  ${token}`]),
    "Token is valid",
  );
  await assertSays(sayRaw([post("/v1/verifyToken"), HOST, bearer, ...credentials]), "Token is valid");
});

test("W10: any Host, any User-Agent or none, the whole address in the request line", async () => {
  for (const host of ["Host: payout-api.upstream.example", "Host: localhost:1"]) {
    await assertSays(
      sayRaw([get("/v1/getBalance"), host, bearer, "User-Agent: Mozilla/5.0"]),
      "Ledger balance for the account",
    );
  }
  const whole = "GET http://payout-api.upstream.example/payout/v1/getBalance HTTP/1.1";
  await assertSays(sayRaw([whole, HOST, bearer]), "Ledger balance for the account");
});

test("W13: a signature lets in from an unlisted address, also with a fraction of a second", async () => {
  const other = await world.makeMerchant();
  await changeApiClient(world.ctx, other.merchantId, { ipAllowlist: ["192.0.2.1"] });
  const [{ now }] = (await world.look<{ now: number }>(
    "select extract(epoch from now())::float8 as now",
  )) as [{ now: number }];
  const sign = (seconds: string): string =>
    publicEncrypt(
      { key: other.publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" },
      Buffer.from(`${other.clientId}.${seconds}`),
    ).toString("base64");
  const head = [
    post("/v1/authorize"),
    HOST,
    `X-Client-Id: ${other.clientId}`,
    `X-Client-Secret: ${other.clientSecret}`,
  ];
  for (const seconds of [String(Math.floor(now)), `${Math.floor(now)}.814`, String(Math.floor(now) - 360)]) {
    await assertSays(sayRaw([...head, `X-Cf-Signature: ${sign(seconds)}`]), "Token generated");
  }
  await assertSays(
    sayRaw([...head, `X-Cf-Signature: ${sign(String(Math.floor(now) - 700))}`]),
    "IP not whitelisted",
  );
  await assertSays(sayRaw(head), "IP not whitelisted");
});

test("W15: the expiry is a number more than 300 seconds ahead", async () => {
  const { body } = await sayRaw([post("/v1/authorize"), HOST, ...credentials]);
  const { expiry } = body.data as { expiry: number };
  const [row] = await world.look<{ now: number }>("select extract(epoch from now())::float8 as now");
  assert.ok(Number.isInteger(expiry) && expiry > row!.now + 300);
});

test("of two Authorization headers neither is believed", async () => {
  await assertSays(
    sayRaw([post("/v1/verifyToken"), HOST, bearer, "Authorization: Bearer x"]),
    "Token is not valid",
  );
});

test("a parameter given twice is none", async () => {
  const path = "/v1/getTransferStatus?referenceId=1&referenceId=2";
  await assertSays(sayRaw([get(path), HOST, bearer]), "ReferenceId is invalid or does not exist");
});

test("HTTP/1.1 without a Host is refused on every path, and HTTP/1.0 needs none", async () => {
  for (const path of ["/payout/v1/getBalance", "/payout/v9/x", "/nothing", "/"]) {
    const heard = await sayRaw([`GET ${path} HTTP/1.1`, bearer]);
    assert.equal(heard.httpStatus, 400, path);
    assert.deepEqual(heard.body, { status: "ERROR", subCode: "400", message: "Bad request" });
  }
  const heard = await sayRaw(["GET /payout/transfers HTTP/1.1", bearer]);
  assert.equal(heard.httpStatus, 400);
  assert.equal((heard.body as unknown as { code: string }).code, "bad_request");
  assert.equal((await sayRaw(["GET /payout/v1/getBalance HTTP/1.0", bearer])).httpStatus, 200);
});

test("what is not HTTP, or smuggles, is refused in an envelope", async () => {
  const smuggled = [post("/v1/authorize"), HOST, "Content-Length: 4", "Transfer-Encoding: chunked"];
  for (const lines of [["HELLO"], ["GET /payout/v1/get Balance HTTP/1.1", HOST, bearer], smuggled]) {
    const heard = await sayRaw(lines);
    assert.equal(heard.httpStatus, 400);
    assert.deepEqual(heard.body, { status: "ERROR", subCode: "400", message: "Bad request" });
  }
});
