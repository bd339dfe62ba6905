import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError } from "./errors.ts";
import { isListed, listsMore, readAddress, readAllowlist } from "./read-allowlist.ts";

test("every way to write an address gives one text", () => {
  const forms: [string, string | null][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0:0::0001", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "127.0.0.1"],
    ["0:0:0:0:0:0:0:1", "127.0.0.1"],
    ["203.0.113.07", null],
    ["203.0.113.256", null],
    ["203.0.113", null],
    ["0x7f000001", null],
    ["203.0.113.7/32", null],
    ["localhost", null],
    ["", null],
  ];
  for (const [given, canonical] of forms) assert.equal(readAddress(given), canonical, given);
});

test("an allowlist takes addresses and networks of both versions, and each once", () => {
  const given = [
    "203.0.113.7",
    " 10.0.0.0/8 ",
    "2001:DB8::/32",
    "::ffff:203.0.113.7",
    "::ffff:10.0.0.0/104",
    "::1",
  ];
  assert.deepEqual(readAllowlist(given), ["203.0.113.7/32", "10.0.0.0/8", "2001:db8::/32", "127.0.0.1/32"]);
  assert.deepEqual(readAllowlist([]), []);
});

test("what is no address, no network, or a network with bits behind its prefix is refused", () => {
  const bad = [
    "",
    "*",
    "example.org",
    "10.0.0",
    "10.0.0.1/8",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/255.0.0.0",
    "2001:db8::1/64",
    "2001:db8::/129",
    "::ffff:10.0.0.0/95",
    "0.0.0.0/0",
    "0.0.0.0/1",
    "128.0.0.0/1",
    "10.0.0.0/7",
    "::/0",
    "::ffff:0.0.0.0/96",
    "2000::/15",
    // These are as wide as half of IPv4 or more.
    ...[
      "::/16",
      "::/80",
      "::/96",
      "64::/16",
      "64:ff9b::/32",
      "64:ff9b::/96",
      "64:ff9b::/97",
      "64:ff9b::/103",
    ],
    ...["64:ff9b:1::/48", "64:ff9b:1::/55", "2002::/16", "2002:8000::/17", "2002::/23"],
    "fe80::1%eth0",
    "10.0.0.1-10.0.0.9",
  ];
  for (const entry of bad) {
    assert.throws(
      () => readAllowlist([entry]),
      (error) => AccessError.is(error, "bad_allowlist"),
      entry,
    );
  }
});

test("25 entries are taken and 26 are not", () => {
  const entries = Array.from({ length: 26 }, (_, index) => `203.0.113.${index}`);
  assert.equal(readAllowlist(entries.slice(0, 25)).length, 25);
  assert.throws(
    () => readAllowlist(entries),
    (error) => AccessError.is(error, "bad_allowlist"),
  );
});

test("a network lists its first and its last address, and neither neighbour", () => {
  const edges: [string, string[], string[]][] = [
    ["203.0.113.64/26", ["203.0.113.64", "203.0.113.127"], ["203.0.113.63", "203.0.113.128"]],
    ["203.0.113.7", ["203.0.113.7"], ["203.0.113.6", "203.0.113.8", "2001:db8::1"]],
    [
      "2001:db8:1::/48",
      ["2001:db8:1::", "2001:db8:1:ffff:ffff:ffff:ffff:ffff"],
      ["2001:db8:0:ffff::", "2001:db8:2::"],
    ],
    ["10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "2001:db8::1"]],
    ["64:ff9b::a00:0/104", ["64:ff9b::10.0.0.1"], ["64:ff9b::11.0.0.0", "10.0.0.1"]],
    ["2002:a00::/24", ["2002:aff:ffff::1"], ["2002:b00::1", "10.0.0.1"]],
    ["64:ff9b::192.0.2.7", ["64:ff9b::c000:207"], ["64:ff9b::192.0.2.8", "192.0.2.7"]],
    ["2001::/16", ["2001::", "2001:ffff::1"], ["2000:ffff::1", "2002::", "10.0.0.1"]],
  ];
  for (const [network, inside, outside] of edges) {
    const list = readAllowlist([network]);
    for (const ip of inside) assert.equal(isListed(ip, list), true, `${ip} in ${network}`);
    for (const ip of outside) assert.equal(isListed(ip, list), false, `${ip} not in ${network}`);
  }
  assert.equal(isListed("203.0.113.7", []), false);
});

test("a list allows more than another if an address is new, and an empty one is no list in the sandbox", () => {
  const office = "203.0.113.0/24";
  const lists: [Parameters<typeof listsMore>, boolean][] = [
    [["live", [office], [office]], false],
    [["live", [office], ["203.0.113.7/32"]], false],
    [["live", ["203.0.113.7/32"], [office]], true],
    [["live", [office], [office, "2001:db8::/48"]], true],
    [["live", [], [office]], true],
    [["live", [office], []], false],
    [["sandbox", [], [office]], false],
    [["sandbox", [office], []], true],
    [["sandbox", [], []], false],
  ];
  for (const [given, more] of lists) assert.equal(listsMore(...given), more, JSON.stringify(given));
});
