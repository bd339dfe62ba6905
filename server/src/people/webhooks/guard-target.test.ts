import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { after, before, test } from "node:test";
import { holdPort } from "#lib/own-ports";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { guardTarget, type Resolve } from "./guard-target.ts";
import { sendDeliveries } from "./send-deliveries.ts";
import { FORBIDDEN_HOSTS, FORBIDDEN_URLS, NAMES } from "./test/forbidden-addresses.ts";

const resolve: Resolve = async (hostname) => NAMES[hostname] ?? [];

/** Counts connections on both loopback addresses. */
let reached = 0;
const traps: Server[] = [];
let port = 0;

before(async () => {
  const listen = async (host: string, wanted: number): Promise<number> => {
    const trap = createServer((socket) => {
      reached += 1;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
    traps.push(trap);
    await new Promise<void>((ready, refuse) => trap.on("error", refuse).listen(wanted, host, ready));
    return (trap.address() as { port: number }).port;
  };
  port = await listen("127.0.0.1", 0);
  await listen("::1", port);
});

after(() => {
  for (const trap of traps) trap.close();
});

test("no spelling of a forbidden address is ever connected to", async () => {
  reached = 0;
  const urls = FORBIDDEN_HOSTS.flatMap((host) => [
    `https://${host}/hook`,
    `https://${host}:${port}/hook`,
    `http://${host}:${port}/hook`,
  ]);
  assert.ok(urls.length >= 240, `${urls.length} addresses`);
  for (const url of [...urls, ...FORBIDDEN_URLS]) await mustNotBeSent(url, { allowLoopback: false });
  assert.equal(reached, 0);
});

test("a merchant that may send to this machine reaches this machine and nothing else", async () => {
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://to-loopback.example:${port}/`,
  ]) {
    reached = 0;
    const [tried] = await send(url, { allowLoopback: true });
    assert.equal(tried!.outcome, "delivered", `${url}: ${tried!.result.excerpt}`);
    assert.equal(reached, 1);
  }
  reached = 0;
  const here = /^(127|localhost|LOCALHOST|a\.localhost|to-loopback|TO-LOOPBACK|bücher|xn--bcher)/u;
  for (const host of FORBIDDEN_HOSTS.filter((name) => !here.test(name) && !isLoopbackSpelling(name))) {
    await mustNotBeSent(`http://${host}:${port}/hook`, { allowLoopback: true });
  }
  await mustNotBeSent("http://good.example/", { allowLoopback: true });
  await mustNotBeSent("https://good.example:8443/", { allowLoopback: true });
  assert.equal(reached, 0);
});

test("no spelling of this machine leads to a port of our own", async () => {
  const urls = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/x`, `http://127.1.2.3:${port}/`];
  urls.push(`http://[::1]:${port}/`, `http://2130706433:${port}/`, `http://to-loopback.example:${port}/`);
  const release = holdPort(port);
  const releaseHttps = holdPort(443);
  for (const url of [...urls, "https://localhost/", "https://127.0.0.1/"])
    await mustNotBeSent(url, { allowLoopback: true });
  // Port 443 of another computer is not one of our own ports.
  const others = await guardTarget("https://good.example/", { allowLoopback: true, resolve });
  assert.equal(others.kind, "allowed");
  release();
  release();
  releaseHttps();
  reached = 0;
  const [tried] = await send(urls[0]!, { allowLoopback: true });
  assert.equal(tried!.outcome, "delivered");
});

test("public addresses over https are allowed, with every address of the name", async () => {
  for (const url of [
    "https://good.example/",
    "https://good.example:443/in?key=1",
    "https://good.example./",
    "https://gödel.example/",
    "https://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
  ]) {
    const verdict = await guardTarget(url, { allowLoopback: false, resolve });
    assert.equal(verdict.kind, "allowed", url);
  }
  const verdict = await guardTarget("https://good.example/", { allowLoopback: true, resolve });
  assert.deepEqual(verdict.kind === "allowed" && verdict.addresses, NAMES["good.example"]);
});

test("a name that changes its address between check and connection gains nothing", async () => {
  let asked = 0;
  const rebinding: Resolve = async () => (asked++ % 2 === 0 ? ["93.184.215.14"] : ["127.0.0.1"]);
  const options = { allowLoopback: false, resolve: rebinding };
  const verdicts = [];
  for (let round = 0; round < 4; round += 1)
    verdicts.push(await guardTarget("https://rebind.example/", options));
  assert.deepEqual(
    verdicts.map((verdict) => verdict.kind),
    ["allowed", "refused", "allowed", "refused"],
  );

  // The connection uses the checked address without another lookup; the second address has a listener too.
  reached = 0;
  asked = 0;
  let elsewhere = 0;
  const other = createServer((socket) => void ((elsewhere += 1), socket.destroy()));
  await new Promise<void>((ready) => other.listen(port, "127.0.0.2", ready));
  const switching: Resolve = async () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"]);
  const deliveries = [DELIVERY, { ...DELIVERY, subjectId: "b" }, { ...DELIVERY, subjectId: "c" }];
  const tries = await send(`http://rebind.example:${port}/`, {
    allowLoopback: true,
    resolve: switching,
    deliveries,
  });
  other.close();
  assert.deepEqual(
    tries.map((tried) => tried.outcome),
    ["delivered", "delivered", "delivered"],
  );
  assert.deepEqual([asked, elsewhere, reached], [1, 0, 3]);
});

const DELIVERY: ClaimedDelivery = {
  deliveryId: "d",
  endpointId: "e",
  eventId: "evt_1_1",
  subjectId: "a",
  seq: 1,
  type: "TRANSFER_SUCCESS",
  at: new Date(),
  data: {},
  sealedV2: null,
  tries: 0,
};

async function send(
  url: string,
  options: { allowLoopback: boolean; resolve?: Resolve; deliveries?: ClaimedDelivery[] },
) {
  const endpoint = {
    endpointId: "e",
    url,
    format: "standard",
    allowLoopback: options.allowLoopback,
  } as const;
  const deliveries = (options.deliveries ?? [DELIVERY]).map((delivery) => ({
    delivery,
    data: {},
    v2Data: null,
  }));
  const sending = {
    endpoint: { ...endpoint, sealedSecrets: [], listener: "none" as const },
    standardSecrets: [],
    clientSecret: null,
    deliveries,
  };
  return sendDeliveries(sending, { resolve: options.resolve ?? resolve, deadlineMs: 5_000 });
}

async function mustNotBeSent(url: string, options: { allowLoopback: boolean }): Promise<void> {
  const [tried] = await send(url, options);
  assert.equal(tried!.outcome, "failed", url);
  assert.match(tried!.result.excerpt, /^not sent to this address: /u, url);
}

function isLoopbackSpelling(host: string): boolean {
  if (!URL.canParse(`http://${host}/`)) return false;
  return /^(127\.|\[::1\]$)/u.test(new URL(`http://${host}/`).hostname);
}
