import assert from "node:assert/strict";
import { test } from "node:test";
import { BANKS } from "./banks.ts";
import { makeCustomer } from "./customer.ts";

const DAY_MS = 86_400_000;

test("a repeated reference gets what the bank is known for", async () => {
  const customer = await makeCustomer();
  const debits = async (bankId: string, reference: string) => {
    const { words } = await customer.call(
      "GET",
      `/sim/debits?bankId=${bankId}&reference=${reference}&form=totals`,
    );
    return (words["totals"] as { debits: number }).debits;
  };
  for (const { id, repeats } of BANKS) {
    const first = (await customer.pay("A1", {}, id)).words;
    const second = (await customer.pay("A1", {}, id)).words;
    const other = (await customer.pay("A1", { amount: "5.00" }, id)).words;
    if (repeats === "same-answer") {
      assert.deepEqual(second, first);
      assert.deepEqual([other["status"], other["code"]], ["DUPLICATE", "94"]);
    } else if (repeats === "duplicate") {
      assert.deepEqual([second["status"], second["code"]], ["DUPLICATE", "94"]);
    } else {
      assert.notEqual(second["utr"], first["utr"]);
    }
    assert.equal(await debits(id, "A1"), repeats === "pays-again" ? 3 : 1, id);
  }
});

test("the bank that finishes later tells it by enquiry too", async () => {
  const customer = await makeCustomer();
  assert.equal((await customer.pay("L1", {}, "himshikhar")).words["status"], "PENDING");
  await customer.advance(800);
  const { status, credited } = (await customer.ask("L1", "himshikhar")).words;
  assert.deepEqual([status, credited], ["SUCCESS", true]);
});

test("void: forever before, given back while pending, too late after, and not at every bank", async () => {
  const customer = await makeCustomer();
  const voidIt = async (reference: string, bankId = "himshikhar") =>
    (await customer.call("POST", `/${bankId}/payments/${reference}/void`)).words;

  assert.equal((await voidIt("V1"))["voided"], true);
  assert.deepEqual((await customer.pay("V1", {}, "himshikhar")).words["code"], "H06");
  assert.equal((await customer.books("V1")).debits, 0);

  await customer.pay("V2", {}, "himshikhar");
  assert.equal((await voidIt("V2"))["voided"], true);
  await customer.advance(DAY_MS);
  assert.deepEqual((await customer.ask("V2", "himshikhar")).words["code"], "H06");
  assert.equal((await customer.books("V2")).netPaise, 0);

  await customer.pay("V3", {}, "meghdoot");
  const late = await voidIt("V3", "meghdoot");
  assert.deepEqual([late["voided"], late["status"]], [false, "SUCCESS"]);

  await customer.script({ kind: "late-success", afterMs: 1_000 });
  await customer.pay("V4");
  assert.equal((await voidIt("V4", "meghdoot"))["voided"], true);
  await customer.advance(DAY_MS);
  assert.equal((await customer.books("V4")).debits, 0);

  assert.equal((await customer.call("POST", "/jugnu/payments/V5/void")).httpStatus, 405);
});

test("a bank refuses what it does not offer, cannot read, or is asked with a wrong key", async () => {
  const customer = await makeCustomer();
  const code = async (change: object, bankId?: string) =>
    (await customer.pay(`C${Math.random()}`, { ...change }, bankId)).words["code"];
  assert.equal(await code({ rail: "PAYTM" }, "purvasagar"), "H02");
  assert.equal(await code({ beneficiary: { accountNumber: "1", ifsc: "NONE" } }), "H03");
  assert.equal(await code({ amount: "500000.01" }), "H04");
  for (const change of [
    { amount: 100 },
    { amount: "-1.00" },
    { amount: "0.00" },
    { rail: "SEPA" },
    { beneficiary: {} },
  ]) {
    const answer = await customer.pay("C", change);
    assert.deepEqual([answer.httpStatus, answer.words["code"]], [400, "H01"]);
  }
  await customer.call("PUT", "/sim/accounts/meghdoot/1001", { apiKey: "right" });
  assert.equal((await customer.pay("K1")).httpStatus, 401);
  const { words } = await customer.call("GET", "/sim/debits");
  assert.deepEqual(words["entries"], []);
});

test("a manner for one debit account leaves the others alone; without fields it ends", async () => {
  const customer = await makeCustomer();
  const set = (manner: object) => customer.call("PUT", "/sim/banks/meghdoot/manner", manner);
  await set({ debitAccount: "1001", completeAfterMs: 5_000 });
  assert.equal((await customer.pay("M1")).words["status"], "PENDING");
  assert.equal((await customer.pay("M2", { debitAccount: "1002" })).words["status"], "SUCCESS");
  await set({ debitAccount: "1001" });
  assert.equal((await customer.pay("M3")).words["status"], "SUCCESS");
  await set({ mishaps: [{ chance: 1, mishap: { kind: "http-error" } }] });
  assert.equal((await customer.pay("M4", { debitAccount: "1003" })).httpStatus, 500);
});

test("dice are rolled on one rail and in one window of the account's clock only", async () => {
  const customer = await makeCustomer({ startMs: Date.parse("2026-03-01T10:00:00Z") });
  const odds = { chance: 1, mishap: { kind: "fail", code: "H17" }, rail: "IMPS" };
  const window = { from: "2026-03-01T10:10:00Z", until: "2026-03-01T10:30:00Z" };
  await customer.call("PUT", "/sim/banks/meghdoot/manner", { mishaps: [{ ...odds, ...window }] });
  const codes: unknown[] = [];
  for (const [nth, minutes] of [0, 15, 16].entries()) {
    await customer.advance(minutes * 60_000);
    for (const rail of ["IMPS", "UPI"]) {
      codes.push((await customer.pay(`D${nth}${rail}`, { rail })).words["code"]);
    }
  }
  assert.deepEqual(codes, ["00", "00", "H17", "00", "00", "00"]);
});

test("what no bank could do is refused, and the banks go on", async () => {
  const customer = await makeCustomer();
  const always = (mishap: unknown) => ({ mishaps: [{ chance: 1, mishap }] });
  for (const manner of [
    { mood: 1 },
    { constructor: 1 },
    { latency: "slow" },
    { completeAfterMs: -1 },
    { callbacks: { delayMs: "soon" } },
    { callbacks: { temper: 1 } },
    { maintenance: { from: "2020-01-01", until: "2099-01-01", html: "yes" } },
    { mishaps: [{ chance: 2, mishap: "cut" }] },
    { mishaps: [{ chance: 1, mishap: "cut", rail: "SEPA" }] },
    { mishaps: [{ chance: 1, mishap: "cut", from: "soon" }] },
    always("lightning"),
    always("constructor"),
    always({ kind: "http-error", httpStatus: 99_999 }),
    always({ kind: "http-error", httpStatus: 100 }),
    always({ kind: "cut-answer", atByte: 1.5 }),
    always({ kind: "latency", ms: -1 }),
    always({ kind: "pending", then: "explode" }),
    always({ kind: "late-success", afterMs: 1e300 }),
  ]) {
    const { httpStatus } = await customer.call("PUT", "/sim/banks/meghdoot/manner", manner);
    assert.equal(httpStatus, 400, JSON.stringify(manner));
  }
  for (const path of ["//", "/sim/payments/%", "/meghdoot/payments/%E0%A4%A"]) {
    assert.equal((await customer.call("GET", path)).httpStatus, 400, path);
  }
  assert.equal((await customer.pay("G1")).words["status"], "SUCCESS");
});

test("a maintenance window opens and closes by the account's clock", async () => {
  const startMs = Date.parse("2026-03-01T22:00:00Z");
  const customer = await makeCustomer({ startMs });
  const window = { from: "2026-03-01T23:00:00Z", until: "2026-03-02T01:00:00Z" };
  await customer.call("PUT", "/sim/banks/meghdoot/manner", { maintenance: window });
  const codes: unknown[] = [];
  for (const reference of ["W1", "W2", "W3"]) {
    codes.push((await customer.pay(reference)).words["code"]);
    await customer.advance(90 * 60_000);
  }
  assert.deepEqual(codes, ["00", "H05", "00"]);
});

test("a manner's dice roll for enquiries too, each time anew, and maintenance answers none", async () => {
  const customer = await makeCustomer();
  await customer.pay("I1");
  const set = (manner: object) => customer.call("PUT", "/sim/banks/meghdoot/manner", manner);
  await set({
    mishaps: [{ operation: "enquire", chance: 0.5, mishap: { kind: "http-error", httpStatus: 504 } }],
  });
  const seen: number[] = [];
  for (let times = 0; times < 20; times += 1) seen.push((await customer.ask("I1")).httpStatus);
  assert.deepEqual(new Set(seen), new Set([200, 504]));
  assert.equal((await customer.pay("I2")).httpStatus, 200);
  await set({ maintenance: { from: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" } });
  assert.equal((await customer.ask("I1")).words["code"], "H05");
});

test("more requests than the rate allows get 429 and are not taken", async () => {
  const customer = await makeCustomer();
  await customer.call("PUT", "/sim/banks/meghdoot/manner", { ratePerSecond: 0 });
  const answer = await customer.pay("Q1");
  assert.deepEqual([answer.httpStatus, answer.words["code"]], [429, "H08"]);
  assert.equal((await customer.books("Q1")).debits, 0);
});

test("a seed rolls the same dice for a reference in whatever order; another seed rolls others", async () => {
  const references = Array.from({ length: 60 }, (_, nth) => `S${nth}`);
  const fates = async (seed: string, order: readonly string[]) => {
    const customer = await makeCustomer({ seed });
    const mishaps = [
      { chance: 0.3, mishap: { kind: "fail", code: "M1" } },
      { chance: 0.3, mishap: { kind: "http-error", posted: false } },
    ];
    await customer.call("PUT", "/sim/banks/meghdoot/manner", { mishaps });
    const told = new Map<string, string>();
    for (const reference of order) {
      const { httpStatus, words } = await customer.pay(reference);
      told.set(reference, `${httpStatus} ${words["status"]}`);
    }
    return references.map((reference) => told.get(reference));
  };
  const first = await fates("7", references);
  assert.deepEqual(await fates("7", references.toReversed()), first);
  assert.notDeepEqual(await fates("8", references), first);
  assert.ok(new Set(first).size === 3, "all three fates occur");
});

test("scripts: the nth match, several times, by amount, and only for their account", async () => {
  const customer = await makeCustomer();
  const status = async (reference: string, change = {}) => (await customer.pay(reference, change)).httpStatus;
  await customer.script("http-error", { debitAccount: "1001", nth: 2 });
  assert.deepEqual([await status("N1"), await status("N2"), await status("N3")], [200, 500, 200]);
  await customer.call("POST", "/sim/script", { match: { amount: "7.00" }, mishap: "http-error", times: 2 });
  const seven = { amount: "7.00" };
  assert.deepEqual(
    [await status("N4"), await status("N5", seven), await status("N6", seven)],
    [200, 500, 500],
  );
  assert.equal(await status("N7", seven), 200);
  await customer.script("http-error", { debitAccount: "1002" });
  assert.equal(await status("N8"), 200);
  assert.equal(await status("N9", { debitAccount: "1002" }), 500);
  for (const body of [
    { mishap: "lightning" },
    { match: { colour: 1 }, mishap: "cut" },
    { mishap: { kind: "cut", ms: 1 } },
  ]) {
    assert.equal((await customer.call("POST", "/sim/script", body)).httpStatus, 400);
  }
});
