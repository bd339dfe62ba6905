import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { after, before, test } from "node:test";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { guardTarget, type Resolve } from "./guard-target.ts";
import { sendDeliveries } from "./send-deliveries.ts";

/** Hosts that must never be reached, whatever the scheme and port. */
const FORBIDDEN_HOSTS = Object.values({
  "this machine": `127.0.0.1 127.1 127.0.1 127.0.0.1. 127.8.8.8 127.255.255.254 0 0.0.0.0 0x0 0x7f000001
    0x7f.1 0x7F.0.0.0x1 2130706433 017700000001 0177.0.0.1 00000177.1 localhost LOCALHOST localhost.
    a.localhost
    １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::]`,
  "IPv4 inside IPv6": `[::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:0:127.0.0.1]
    [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::10.0.0.1] [2002:7f00:1::]
    [2002:a00:1::1] [2001:0:7f00:1::1] [2001:10::1] [2001:20::1]`,
  private: `10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.255 0xc0a80001
    100.64.0.1 100.100.100.200 100.127.255.254 [fc00::1] [fdff::1] [fec0::1]`,
  "link-local and metadata services": `169.254.169.254 169.254.170.2 0xa9fea9fe 2852039166 0251.0376.0251.0376
    168.63.129.16 192.0.0.192 [fe80::1] [febf::1] [fd00:ec2::254]`,
  "documentation, benchmarks, relays": `192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 198.19.255.254
    192.88.99.1 [2001:db8::1] [3fff::1] [100::1] [5f00::1]`,
  "multicast, reserved, broadcast": `224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [ff02::1] [ff0e::1]`,
  "names that lead there": `to-loopback.example to-private.example to-metadata.example to-mapped.example
    to-link-local.example mixed.example mixed-six.example to-nowhere.example bücher.example
    xn--bcher-kva.example TO-LOOPBACK.example.`,
}).flatMap((hosts) => hosts.split(/\s+/u));

/** Whole addresses that are refused for their form. */
const FORBIDDEN_URLS = [
  "",
  "good.example",
  "//good.example/",
  "http://good.example/",
  "http://good.example:443/",
  "https://good.example:8443/",
  "https://good.example:80/",
  "https://good.example:0/",
  "ftp://good.example/",
  "wss://good.example/",
  "file:///etc/passwd",
  "gopher://good.example/",
  "javascript:alert(1)",
  "data:text/plain,x",
  "blob:https://good.example/1",
  "https://",
  "https:///",
  "https://[::1",
  "https://good.example:99999/",
  "https://user@good.example/",
  "https://user:word@good.example/",
  "https://:word@good.example/",
  "https://good.example@127.0.0.1/",
  "https://good.example:443@127.0.0.1/",
  "https://good.example%00.127.0.0.1/",
  "https://127.0.0.1\\@good.example/",
  "https://good.example\\.127.0.0.1/",
  "https:127.0.0.1/",
  "https:/127.0.0.1/",
  "https:///127.0.0.1/",
  "https:\\\\127.0.0.1/",
  " https://good.example/",
  "https://good.example/ ",
  "https://good.exa\nmple/",
  "ht\ttps://good.example/",
  "https://good.example/#there",
  "https://256.256.256.256/",
  "https://1.2.3.4.5/",
  `https://good.example/${"a".repeat(2048)}`,
];

const NAMES: Record<string, readonly string[]> = {
  "good.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "xn--gdel-5qa.example": ["93.184.215.14"],
  "to-loopback.example": ["127.0.0.1"],
  "to-private.example": ["192.168.1.1"],
  "to-metadata.example": ["169.254.169.254"],
  "to-mapped.example": ["::ffff:10.0.0.1"],
  "to-link-local.example": ["fe80::1%eth0"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "mixed-six.example": ["93.184.215.14", "::1"],
  "xn--bcher-kva.example": ["127.0.0.1"],
};
const resolve: Resolve = async (hostname) => NAMES[hostname] ?? [];

/** Counts whoever connects, on both loopback addresses. */
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

  // The connection takes the checked address and asks nobody again: the second answer has a listener too.
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
  const deliveries = (options.deliveries ?? [DELIVERY]).map((delivery) => ({ delivery, data: {} }));
  const sending = {
    endpoint: { ...endpoint, sealedSecrets: [] },
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
