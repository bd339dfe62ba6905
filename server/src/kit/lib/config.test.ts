import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { ConfigError, readConfig } from "./config.ts";

const proxiesOf = (text: string): readonly string[] => readConfig({ TRUST_PROXY: text }).trustProxy;

test("proxies are addresses, networks, or networks with a name, and the HTTP server takes each", () => {
  assert.deepEqual(readConfig({}).trustProxy, []);
  assert.deepEqual(proxiesOf(" , "), []);
  const good = [
    "10.0.0.7",
    "10.0.0.0/8",
    "10.0.0.7/32",
    "fd00::/8",
    "::1",
    "2001:db8::7/128",
    "::ffff:10.0.0.7",
  ];
  const named = ["loopback", "linklocal", "uniquelocal"];
  for (const proxy of [...good, ...named]) {
    assert.deepEqual(proxiesOf(proxy), [proxy]);
    fastify({ trustProxy: [proxy] });
  }
  assert.deepEqual(proxiesOf(" 10.0.0.7,loopback ,"), ["10.0.0.7", "loopback"]);
});

test("a proxy that is none stops the start and is named", () => {
  const bad = [
    "abc",
    "1",
    "true",
    "*",
    "10.0.0",
    "10.0.0.0/33",
    "10.0.0.0/0",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "::/0",
  ];
  const worse = [
    "fd00::/129",
    "10.0.0.0/255.0.0.0",
    "10.0.0.0/1e1",
    "fe80::1%eth0",
    "proxy.example",
    "Loopback",
    "/8",
  ];
  for (const proxy of [...bad, ...worse]) {
    assert.throws(
      () => proxiesOf(`10.0.0.7, ${proxy}`),
      (error) => {
        assert.ok(error instanceof ConfigError, proxy);
        assert.equal(error.setting, "TRUST_PROXY");
        assert.ok(error.message.startsWith(`TRUST_PROXY: "${proxy}" is no IP address`), error.message);
        return true;
      },
    );
  }
});

test("a worker's port may be any free one, and is known to be set or not", () => {
  const { workerPort, isWorkerPortSet } = readConfig({});
  assert.deepEqual([workerPort, isWorkerPortSet], [8081, false]);
  assert.deepEqual(
    [readConfig({ WORKER_PORT: "0" }).workerPort, readConfig({ WORKER_PORT: "0" }).isWorkerPortSet],
    [0, true],
  );
  assert.throws(() => readConfig({ WORKER_PORT: "65536" }), { name: "ConfigError", setting: "WORKER_PORT" });
});

test("a token that guards something is long enough, or the start stops", () => {
  assert.equal(readConfig({}).metricsToken, null);
  assert.equal(readConfig({ METRICS_TOKEN: "x".repeat(32) }).metricsToken, "x".repeat(32));
  for (const token of ["x", "x".repeat(31), `${"x".repeat(31)} `, "₹".repeat(32)]) {
    assert.throws(() => readConfig({ METRICS_TOKEN: token }), {
      name: "ConfigError",
      setting: "METRICS_TOKEN",
    });
  }
});

test("the name of an image has nothing that a shell would read", () => {
  assert.equal(readConfig({}).containerImage, null);
  const image = "registry.example.in:5000/vitaran@sha256:0123";
  assert.equal(readConfig({ CONTAINER_IMAGE: image }).containerImage, image);
  for (const bad of ["-v", "vitaran; reboot", "$(reboot)", "a b", "Vitaran&"])
    assert.throws(
      () => readConfig({ CONTAINER_IMAGE: bad }),
      /^ConfigError: CONTAINER_IMAGE: must be the name/,
    );
});

test("production starts only with the address at which others reach it", () => {
  const production = {
    VITARAN_MODE: "production",
    DATABASE_URL: "postgres://vitaran@db.example/vitaran",
    VITARAN_MASTER_KEY: Buffer.alloc(32, 1).toString("base64"),
  };
  assert.throws(
    () => readConfig(production),
    (error) => error instanceof ConfigError && error.setting === "PUBLIC_URL" && /https:/.test(error.message),
  );
  const { publicUrl } = readConfig({ ...production, PUBLIC_URL: "https://payouts.example/" });
  assert.equal(publicUrl, "https://payouts.example");
  assert.equal(readConfig({}).publicUrl, null);
});
