/** Tests `npm run test:wire`: PostgreSQL passes, and every fault that was seen in front of one is named. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { makeSplitter, type Message } from "../../server/test/messages-of-postgres.ts";
import { cloneDatabase, findTestServer, withClient } from "../../server/test/postgres.ts";
import { startProxy, type Relay, type Wire } from "../../server/test/proxy.ts";
import { compareWire } from "./compare-wire.ts";

const { ownerUrl } = await findTestServer();

/** The database behind the proxies. */
const database = `wire_${randomBytes(6).toString("hex")}`;
await withClient(ownerUrl, (client) => client.query(cloneDatabase(database, "template0")));

const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
  await withClient(ownerUrl, (client) => client.query(`drop database ${database} with (force)`));
});

test("PostgreSQL itself is PostgreSQL, and so is a proxy that changes nothing", async () => {
  const lines: string[] = [];
  const url = await proxied({ fromServer: (message) => [message] });
  const verdict = await compareWire(url, (line) => lines.push(line), { ownUrl: ownerUrl });
  assert.equal(verdict.different, 0, lines.join("\n"));
  assert.ok(verdict.talks > 50);
});

/** A fault changes the messages of either side. Without `fromClient`, those of the client are passed on. */
interface Fault {
  readonly fromServer: (message: Message, wire: Wire) => readonly (Message | Buffer)[];
  readonly fromClient?: (bytes: Buffer) => Buffer;
}

const passOn = (message: Message): readonly Message[] => [message];

/** Each fault, with a talk that notices it and what is said there. */
const FAULTS: Record<string, { fault: () => Fault; only: string; says: RegExp }> = {
  "an error is told twice": {
    fault: () => ({ fromServer: (message) => (message.type === "E" ? [message, message] : [message]) }),
    only: "a division by zero, as statement 3",
    says: /this one: .*ERROR 22012, ERROR 22012/,
  },
  "a COMMIT that was a rollback is told as COMMIT": {
    fault: () => ({
      fromServer: (message) =>
        message.type === "C" && message.text === "ROLLBACK\0" ? [complete("COMMIT")] : [message],
    }),
    only: "its COMMIT is a rollback",
    says: /PostgreSQL: .*done ROLLBACK[\s\S]*this one: .*done COMMIT/,
  },
  "an answer is that of the question before": {
    fault: () => {
      let kept: Message | null = null;
      return {
        fromServer(message) {
          if (message.type !== "D") return [message];
          const before = kept ?? message;
          kept = message;
          return [before];
        },
      };
    },
    only: "eight connections",
    says: /PostgreSQL: .*row \d, turn \d[\s\S]*this one: .*row \d, turn \d/,
  },
  "a round is answered as over where its error is": {
    fault: () => ({ fromServer: (message) => (message.type === "E" ? [message, READY_IDLE] : [message]) }),
    only: "no statement, as statement 2",
    says: /this one: .*ERROR 42601, ready I/,
  },
  "a round goes on after its error": {
    fault: () => ({
      fromServer: (message) => (message.type === "E" ? [message, complete("COMMIT")] : [message]),
    }),
    only: "a key that is taken, as statement 4",
    says: /this one: .*ERROR 23505 payment_pkey, done COMMIT/,
  },
  "the connection is lost after an error": {
    fault: () => ({
      fromServer(message, wire) {
        if (message.type === "E") wire.cut();
        return [message];
      },
    }),
    only: "a check that does not hold, as statement 2",
    says: /this one: .*the connection was lost/,
  },
  "what is prepared is not confirmed": {
    fault: () => ({ fromServer: (message) => (message.type === "1" ? [] : [message]) }),
    only: "a prepared statement stays",
    says: /PostgreSQL: {1,3}parseComplete/,
  },
  "a setting is answered, but not set": {
    fault: () => ({
      fromServer: passOn,
      fromClient: (bytes) =>
        replaceBytes(bytes, "set_config('app.merchant_id', $1, true)", "lower($1) as set_config"),
    }),
    only: "a setting of a transaction",
    says: /this one: .*(ERROR 42704|columns)/,
  },
  "a notification is lost": {
    fault: () => ({ fromServer: (message) => (message.type === "A" ? [] : [message]) }),
    only: "who listens",
    says: /waits for a notification[\s\S]*this one: .*no answer/,
  },
  "a warning is swallowed": {
    fault: () => ({ fromServer: (message) => (message.type === "N" ? [] : [message]) }),
    only: "a warning",
    says: /PostgreSQL: .*notice 01000/,
  },
  "the name of a constraint is not told": {
    fault: () => ({
      fromServer: (message) =>
        message.type === "E" ? [replaceBytes(message.bytes, "nposting", "xposting")] : [message],
    }),
    only: "checked at COMMIT",
    says: /PostgreSQL: .*ERROR 23503 posting_has_a_payment/,
  },
};

for (const [name, { fault, only, says }] of Object.entries(FAULTS)) {
  test(`noticed: ${name}`, async () => {
    const lines: string[] = [];
    const url = await proxied(fault());
    const options = { ownUrl: ownerUrl, only, patienceMs: 3_000 };
    const { talks, different } = await compareWire(url, (line) => lines.push(line), options);
    assert.deepEqual([talks, different], [1, 1], lines.join("\n"));
    assert.match(lines.join("\n"), says);
  });
}

/** Returns the address of a proxy with this fault, which begins once a connection is ready. */
async function proxied({ fromServer, fromClient = (bytes) => bytes }: Fault): Promise<string> {
  const url = new URL(`/${database}`, ownerUrl);
  const relay = (wire: Wire): Relay => {
    const split = makeSplitter(true);
    let isReady = false;
    return {
      fromClient: (bytes) => void wire.server.write(fromClient(bytes)),
      fromServer(bytes) {
        for (const message of split(bytes)) {
          for (const one of isReady ? fromServer(message, wire) : [message])
            wire.client.write("bytes" in one ? one.bytes : one);
          isReady ||= message.type === "Z";
        }
      },
    };
  };
  const world = { onClose: (close: () => Promise<void>) => void closing.push(close) };
  url.port = String(await startProxy(world, { port: Number(url.port), relay }));
  return url.href;
}

const READY_IDLE = Buffer.from([..."Z"].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0, 5, 0x49));

function complete(tag: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + tag.length + 1);
  return Buffer.concat([Buffer.from("C"), length, Buffer.from(`${tag}\0`)]);
}

/** Replaces a text by another one of at most its length, filled with spaces. */
function replaceBytes(bytes: Buffer, find: string, replacement: string): Buffer {
  const text = bytes.toString("latin1");
  return Buffer.from(
    text.replaceAll(find, () => replacement.padEnd(find.length)),
    "latin1",
  );
}
