/** Receivers of syslog get every audit record, one a message, also when they were away. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pass } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { Readable } from "node:stream";
import { recordAudit } from "#audit";
import { type Ended, runApart, runHere } from "#test/run-words";
import { makeWorld } from "#test/world";
import { runCommand } from "../run-command.ts";
import { runAt, type Terminal } from "../terminal.ts";
import { readReceiver } from "./link.ts";

const world = await makeWorld();
const { ctx } = world;
const folder = mkdtempSync(join(tmpdir(), "vitaran-syslog-"));
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const environment = { ...world.environment, DATABASE_URL: world.ownerUrl };

/** A person could try such a text to make a second message, or half a one. */
const HOSTILE = 'one\r\ntwo\n9 <109>1 - ] "\\ \u0000 \u2028 \uD800 ₹ नमस्ते 😀';
const note = (merchantId: string, action = "test.noted", says = HOSTILE): Promise<void> =>
  ctx.db.inMerchant(merchantId, async (tx) => {
    const detail = { says: says.replace(/[\0\uD800]/g, " ") };
    await recordAudit(tx, [{ actor: "system", action, subject: "test:नमस्ते\n1", detail }]);
  });

interface Message {
  readonly at: string;
  readonly action: string;
  readonly owner: string;
  readonly seq: string;
  readonly hash: string;
  readonly line: Readonly<Record<string, unknown>>;
}

const ELEMENT = String.raw`\[vitaran@32473 owner="(\S+)" seq="(\d+)" hash="(\w{64})"\]`;
const FORM = new RegExp(
  String.raw`^<109>1 (\S+) [\x21-\x7e]{1,255} vitaran - (\S{1,32}) ${ELEMENT} \uFEFF([^\r\n]*)$`,
);

/** Reads one message, and proves that head and text name the same record. */
function read(bytes: Buffer): Message {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const [, at, action, owner, seq, hash, json] = FORM.exec(text) ?? assert.fail(text);
  const line = JSON.parse(json!) as Record<string, unknown>;
  assert.deepEqual([line["owner"], line["seq"], line["hash"]], [owner, seq, hash]);
  return { at: at!, action: action!, owner: owner!, seq: seq!, hash: hash!, line };
}

/** Reads the whole messages of one connection, as octet counting frames them. */
function collect(socket: Socket, messages: Message[], onData: () => void = () => undefined): void {
  let rest = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const [head, length] = /^(\d+) /.exec(rest.subarray(0, 12).toString("latin1")) ?? [];
      if (head === undefined || rest.length < head.length + Number(length)) break;
      messages.push(read(rest.subarray(head.length, head.length + Number(length))));
      rest = rest.subarray(head.length + Number(length));
    }
    onData();
  });
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pass(20);
}

/** Every record of the owner is there, and each came for the first time in its order. */
async function assertWhole(messages: readonly Message[], owner: string): Promise<void> {
  const seqs = [...new Set(messages.flatMap((one) => (one.owner === owner ? [one.seq] : [])))];
  const query = "select seq::text from audit.record where merchant_id = $1 order by record.seq";
  const stored = await world.look<{ seq: string }>(query, [owner]);
  assert.deepEqual(
    seqs,
    stored.map(({ seq }) => seq),
  );
}

const succeeded = ({ code, out, err }: Ended): void => assert.equal(code, 0, out + err);

test("a receiver that breaks in the middle misses nothing, and a restart goes on", async () => {
  const owners = [(await world.makeMerchant()).merchantId, (await world.makeMerchant()).merchantId];
  for (let number = 0; number < 12; number += 1)
    for (const owner of owners) await note(owner, "test.noted", HOSTILE + "नमस्ते\n".repeat(2_000));
  const stored = await world.look<{ count: number }>("select count(*)::int as count from audit.record");
  const messages: Message[] = [];
  const breaking = createServer((socket) => {
    breaking.close();
    collect(socket, messages, () => messages.length > 2 && socket.resetAndDestroy());
  });
  const port = await listen(breaking);
  const position = join(folder, "position");
  const words = ["audit-export", "--syslog", `tcp://127.0.0.1:${port}`, "--position", position, "--follow"];
  let told = "";
  const shown: Terminal = {
    environment: { ...process.env, ...environment },
    input: Readable.from([]),
    out: { write: (text) => assert.fail(text) },
    err: { write: (text) => (told += text) },
  };
  const running = runAt(shown, () => runCommand([...words, "--count", String(stored[0]!.count)]));
  await until(() => /does not take audit records \(\w+\)/.test(told));
  const back = createServer((socket) => collect(socket, messages));
  await listen(back, port);
  await running;
  assert.match(told, /takes audit records again/);
  assert.equal(shown.exitCode, undefined, told);
  for (const owner of owners) await assertWhole(messages, owner);
  const long = messages.filter(({ line }) => Buffer.byteLength(String(line["detailText"])) > 20_000);
  assert.ok(long.length >= 24);
  for (const owner of owners)
    assert.equal(noted(position)[owner], messages.findLast((one) => one.owner === owner)!.seq);

  messages.length = 0;
  await note(owners[0]!, "test.नमस्ते and more than what fits into the word");
  succeeded(await runHere([...words, "--count", "1"], environment));
  assert.deepEqual(
    messages.map(({ owner, action }) => [owner, action]),
    [[owners[0], "test._______and_more_than_what_f"]],
  );
  const [{ at, line }] = messages as [Message];
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  assert.equal(String(line["at"]), `${at.slice(0, 23)}Z`);
});

test("what a receiver took but did not read is sent again as soon as it is back", async () => {
  const { merchantId } = await world.makeMerchant();
  await note(merchantId);
  const deaf: Socket[] = [];
  const first = createServer({ pauseOnConnect: true }, (socket) => deaf.push(socket));
  const port = await listen(first);
  const position = join(folder, "deaf");
  const options = ["--owner", merchantId, "--position", position, "--follow"];
  const count = 1 + Number((await world.look<{ count: string }>(COUNT, [merchantId]))[0]!.count);
  const words = ["audit-export", "--syslog", `tcp://127.0.0.1:${port}`, ...options, "--count", String(count)];
  const running = runHere(words, environment);
  await until(() => deaf.length > 0 && noted(position)[merchantId] === String(count - 1));
  const messages: Message[] = [];
  first.close();
  deaf[0]!.resetAndDestroy();
  await once(first, "close");
  await listen(
    createServer((socket) => collect(socket, messages)),
    port,
  );
  // Nothing new has to come for it.
  await until(() => messages.length === count - 1);
  await note(merchantId);
  succeeded(await running);
  await assertWhole(messages, merchantId);
});

const COUNT = "select count(*) from audit.record where merchant_id = $1";

function noted(position: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(position, "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}

const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

test(
  "over TLS only a certified receiver gets records",
  { skip: !hasOpenssl && "openssl is missing" },
  async () => {
    const { merchantId } = await world.makeMerchant();
    await note(merchantId);
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const files = ["-keyout", key, "-out", cert];
    execFileSync("openssl", ["req", "-x509", ...made, ...name, ...files], { stdio: "ignore" });
    const messages: Message[] = [];
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) =>
      collect(socket, messages),
    );
    server.on("tlsClientError", () => undefined);
    const port = await listen(server);
    const words = (host: string): string[] => {
      return ["audit-export", "--owner", merchantId, "--syslog", `tls://${host}:${port}`];
    };
    const trusting = { ...environment, NODE_EXTRA_CA_CERTS: cert };
    const refused = [
      await runHere(words("localhost"), environment),
      await runApart(words("127.0.0.1"), trusting),
    ];
    for (const { code, err } of refused) {
      assert.equal(code, 1, err);
      assert.match(err, /The certificate of \S+ is not valid, and nothing was sent: .*NODE_EXTRA_CA_CERTS/);
    }
    assert.deepEqual(messages, []);
    succeeded(await runApart(words("localhost"), trusting));
    await assertWhole(messages, merchantId);
  },
);

test("over UDP each record is one datagram, without its details if it is too long", async () => {
  const { merchantId } = await world.makeMerchant();
  await note(merchantId);
  await note(merchantId, "test.noted", "नमस्ते\n".repeat(2_000));
  const datagrams: Buffer[] = [];
  const socket = createSocket("udp4", (bytes) => datagrams.push(bytes));
  world.onClose(async () => void socket.close());
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const to = `udp://127.0.0.1:${socket.address().port}`;
  succeeded(await runHere(["audit-export", "--owner", merchantId, "--syslog", to], environment));
  const count = Number((await world.look<{ count: string }>(COUNT, [merchantId]))[0]!.count);
  await until(() => datagrams.length >= count);
  assert.ok(datagrams.every(({ length }) => length <= 8_192));
  const messages = datagrams.map(read);
  await assertWhole(messages, merchantId);
  const [whole, short] = messages.slice(-2) as [Message, Message];
  assert.deepEqual([whole.line["leftOut"], typeof whole.line["detailText"]], [undefined, "string"]);
  assert.deepEqual([short.line["leftOut"], short.line["detailText"]], [["detailText"], undefined]);
});

test("a receiver that stays away ends a command that does not follow, and an address is read with care", async () => {
  const { merchantId } = await world.makeMerchant();
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  const words = ["audit-export", "--owner", merchantId, "--syslog", `tcp://127.0.0.1:${port}`];
  const position = join(folder, "away");
  const { code, err } = await runHere([...words, "--position", position], environment);
  assert.deepEqual([code, noted(position)], [3, {}]);
  assert.match(err, /does not take audit records \(ECONNREFUSED\)/);
  assert.deepEqual(readReceiver("tls://[::1]:6514"), { scheme: "tls", host: "::1", port: 6514 });
  for (const text of [
    "tcp://siem",
    "http://siem:514",
    "tcp://u:p@siem:514",
    "udp://siem:0",
    "tcp://siem:514/x",
  ])
    assert.throws(() => readReceiver(text), /Use tcp, tls or udp/);
});
