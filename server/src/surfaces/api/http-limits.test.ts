/** Callers are authenticated before their bodies are read, and slow or mass connections are ended. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { authorize } from "#access";
import { makeWorld } from "#test/world";
import { buildApi } from "./build-api.ts";
import { HTTP_LIMITS, type HttpLimits } from "./http-limits.ts";

const world = await makeWorld();
const merchant = await world.makeMerchant();
const { token } = await authorize(world.ctx, { ...merchant, ip: "127.0.0.1" });
const bearer = `Authorization: Bearer ${token}`;

async function serve(limits: Partial<HttpLimits> = {}): Promise<number> {
  const app = buildApi(world.ctx, { ...HTTP_LIMITS, ...limits });
  await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return (app.server.address() as { port: number }).port;
}

const PATIENT: HttpLimits["bodies"] = HTTP_LIMITS.bodies;
const port = await serve();

/** Opens a connection; `heard` returns everything received so far. */
async function open(to: number): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(to, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => void (text += part));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, heard: () => text };
}

/** Sends a head and the beginning of a body, and returns what arrives up to the first whole envelope. */
async function say(to: number, head: readonly string[], body = ""): Promise<string> {
  const { socket, heard } = await open(to);
  socket.write(`${[...head, "Host: x"].join("\r\n")}\r\n\r\n${body}`);
  while (!/\r\n\r\n\{.*\}$/s.test(heard()) && !socket.closed)
    await Promise.race([once(socket, "data"), once(socket, "close")]);
  socket.destroy();
  return heard();
}

const post = (path: string): string => `POST /payout${path} HTTP/1.1`;
const IMPATIENT: HttpLimits["heads"] = { headersTimeout: 50, connectionsCheckingInterval: 10 };
const TOO_LATE = /^HTTP\/1\.1 408 Request Timeout\r\n.*"subCode":"408"/s;
const MANY = "Content-Length: 1000000";

test("a refused caller is answered before any of the body has arrived", async () => {
  const asked: readonly (readonly [said: RegExp, ...head: string[]])[] = [
    [/412 Precond.*Token missing in the request/s, post("/v1/addBeneficiary")],
    [/403 Forb.*Token is not valid/s, post("/v1/requestTransfer"), "Authorization: Bearer none"],
    [/412 Precond.*Token missing in the request/s, post("/v1.2/batchFiles?format=BANK_ACCOUNT")],
    [/405 Meth.*Invalid request URL or HTTP method/s, post("/v1/nowhere"), bearer],
    [/401 Unauth.*x-client-id_missing/s, post("/transfers")],
    [/405 Meth.*method_not_allowed/s, "PUT /payout/transfers HTTP/1.1"],
    [/404 Not Found.*path_not_found/s, post("/transfers/more/than/this")],
    [/413 .*Request body is too large/s, post("/v1/authorize")],
  ];
  for (const [said, ...head] of asked) assert.match(await say(port, [...head, MANY]), said, head.join(" "));
});

test("a body and a head that do not arrive in time are answered 408, and their connections are ended", async () => {
  const late = await open(
    await serve({ bodies: { ...PATIENT, paceMs: 1, paceBytes: Number.POSITIVE_INFINITY } }),
  );
  late.socket.write(
    `${post("/v1/addBeneficiary")}\r\nHost: x\r\n${bearer}\r\nContent-Length: 100\r\n\r\n{"a`,
  );
  await once(late.socket, "close");
  assert.match(late.heard(), TOO_LATE);
  const begun = await open(await serve({ heads: IMPATIENT }));
  begun.socket.write("POST /payout/v1/authorize HTTP/1.1\r\nHo");
  await once(begun.socket, "close");
  assert.match(begun.heard(), TOO_LATE);
});

test("a connection that is opened ahead and not used is closed without a word, also after a request", async () => {
  const impatient = await serve({ heads: IMPATIENT });
  const spare = await open(impatient);
  await once(spare.socket, "close");
  assert.equal(spare.heard(), "");
  const used = await open(impatient);
  used.socket.write(`GET /payout/v1/getBalance HTTP/1.1\r\nHost: x\r\n${bearer}\r\n\r\n`);
  await once(used.socket, "data");
  // The same check of all connections that ends the spare one would also end the used one.
  const next = await open(impatient);
  await once(next.socket, "close");
  assert.equal(used.heard().match(/HTTP\/1\.1/g)?.length, 1);
  used.socket.destroy();
});

test("a head that is too long is told so", async () => {
  const { socket, heard } = await open(port);
  socket.write(`GET /payout/v1/getBalance?x=${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "close");
  assert.match(heard(), /^HTTP\/1\.1 431 .*"subCode":"431","message":"The request's headers are too large"/s);
});

test("bodies of one caller have so many bytes at once, and those of others as many", async () => {
  const tight = await serve({ bodies: { ...PATIENT, perKey: 2_000, bytes: 4_500 } });
  const head = [post("/v1/removeBeneficiary"), bearer, "Content-Length: 1500"];
  const held = await open(tight);
  held.socket.write(`${[...head, "Host: x"].join("\r\n")}\r\n\r\n{`);
  const text = `{"beneId":"${"x".repeat(20)}"}`.padEnd(1_500);
  // The head of the first one may still be on its way.
  let refused = await say(tight, head, text);
  while (!refused.includes(" 429 ")) refused = await say(tight, head, text);
  assert.match(refused, /retry-after: 1\r\n.*"subCode":"429","message":"Too many requests"/is);
  const other = await world.makeMerchant();
  const theirs = await authorize(world.ctx, { ...other, ip: "127.0.0.1" });
  const asOther = [
    post("/v1/removeBeneficiary"),
    `Authorization: Bearer ${theirs.token}`,
    "Content-Length: 1500",
  ];
  assert.match(await say(tight, asOther, text), /Beneficiary does not exist/);
  held.socket.write(text.slice(1));
  await once(held.socket, "data");
  assert.match(held.heard(), /Beneficiary does not exist/);
  assert.match(await say(tight, head, text), /Beneficiary does not exist/, "what was answered takes no room");
});

test("one connection too many of an address is told so in the contract's words", async () => {
  const narrow = await serve({ connections: { connections: 10, perAddress: 2 } });
  const first = await open(narrow);
  const second = await open(narrow);
  const third = await open(narrow);
  if (!third.socket.closed) await once(third.socket, "close");
  assert.match(third.heard(), /^HTTP\/1\.1 503 .*Retry-After: 2\r\n.*"subCode":"503"/s);
  first.socket.destroy();
  await once(first.socket, "close");
  second.socket.write(`GET /payout/v1/getBalance HTTP/1.1\r\nHost: x\r\n${bearer}\r\n\r\n`);
  await once(second.socket, "data");
  assert.match(second.heard(), /^HTTP\/1\.1 200 /);
  second.socket.destroy();
});
