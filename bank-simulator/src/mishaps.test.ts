import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeCustomer } from "./customer.ts";
import { type Mishap, MISHAPS } from "./mishap.ts";

const customer = await makeCustomer();
const DAY_MS = 86_400_000;
const tried = new Set<string>();
let payments = 0;

/** Makes one payment that meets the mishap; every test has its own debit account and reference. */
async function meet(mishap: Mishap, bankId = "meghdoot") {
  payments += 1;
  tried.add(mishap.kind);
  const [reference, debitAccount] = [`R${payments}`, `90${payments}`];
  await customer.script(mishap, { debitAccount });
  const answer = await customer.pay(reference, { debitAccount }, bankId).catch(() => undefined);
  return {
    answer,
    words: answer?.words ?? {},
    books: () => customer.books(reference),
    ask: async () => (await customer.ask(reference, bankId)).words,
    advance: (ms: number) => customer.advance(ms, debitAccount),
    again: () => customer.pay(reference, { debitAccount }, bankId),
  };
}

describe("the answer is lost", () => {
  for (const posted of [true, false]) {
    const paid = { debits: posted ? 1 : 0, debitedPaise: posted ? 100_00 : 0, netPaise: posted ? 100_00 : 0 };
    const after = posted ? "SUCCESS" : "NOT_FOUND";

    test(`cut, ${posted ? "paid" : "not paid"}`, async () => {
      const { answer, books, ask } = await meet({ kind: "cut", posted });
      assert.equal(answer, undefined);
      assert.deepEqual(await books(), paid);
      assert.equal((await ask())["status"], after);
    });
    for (const httpStatus of [500, 502, 504]) {
      test(`HTTP ${httpStatus}, ${posted ? "paid" : "not paid"}`, async () => {
        const { answer, books, ask } = await meet({ kind: "http-error", httpStatus, posted });
        assert.equal(answer?.httpStatus, httpStatus);
        assert.deepEqual(await books(), paid);
        assert.equal((await ask())["status"], after);
      });
    }
    for (const kind of ["html", "truncated-json", "empty-body"] as const) {
      test(`${kind}, ${posted ? "paid" : "not paid"}`, async () => {
        const { answer, words, books } = await meet({ kind, posted });
        assert.equal(answer?.httpStatus, 200);
        assert.equal(answer?.contentType, kind === "html" ? "text/html" : "application/json");
        assert.deepEqual(words, {});
        assert.deepEqual(await books(), paid);
      });
    }
  }
});

describe("the answer is cut, slow or strange", () => {
  test("a timeout never answers", async () => {
    tried.add("timeout");
    await customer.script({ kind: "timeout" }, { debitAccount: "9001" });
    const body = {
      reference: "T1",
      debitAccount: "9001",
      rail: "UPI",
      amount: "1.00",
      beneficiary: { vpa: "a@b" },
    };
    const giveUp = new AbortController();
    const call = fetch(`http://127.0.0.1:${customer.simulator.port}/meghdoot/payments`, {
      method: "POST",
      body: JSON.stringify(body),
      signal: giveUp.signal,
    });
    while ((await customer.books("T1")).debits === 0);
    giveUp.abort();
    await assert.rejects(call);
  });

  test("cut in mid-answer at each byte", async () => {
    for (const atByte of [0, 1, 12, 60, 100, 200]) {
      const { answer, books } = await meet({ kind: "cut-answer", atByte });
      assert.equal(answer, undefined, `${atByte} bytes`);
      assert.equal((await books()).debits, 1);
    }
  });

  test("a slow drip arrives in the end, an other content type is the right JSON", async () => {
    assert.equal((await meet({ kind: "slow-drip", ms: 1 })).words["status"], "SUCCESS");
    const { answer, words } = await meet({ kind: "wrong-content-type" });
    assert.deepEqual([answer?.contentType, words["status"]], ["text/plain", "SUCCESS"]);
  });

  test("latency obeys the clock of the account", async () => {
    tried.add("latency");
    await customer.script({ kind: "latency", ms: DAY_MS }, { debitAccount: "9002" });
    const call = customer.pay("L1", { debitAccount: "9002" });
    while ((await customer.books("L1")).debits === 0);
    await customer.advance(DAY_MS, "9002");
    assert.equal((await call).words["status"], "SUCCESS");
  });
});

describe("the answer is wrong", () => {
  const wrong = [
    ["wrong-amount", "amount", "101.00"],
    ["wrong-account", "accountTail", "789X"],
    ["unmapped-code", "code", "ZZ9"],
    ["duplicate-answer", "status", "DUPLICATE"],
  ] as const;
  for (const [kind, field, value] of wrong) {
    test(kind, async () => {
      const { words, books, ask } = await meet({ kind });
      assert.equal(words[field], value);
      assert.equal((await books()).netPaise, 100_00);
      assert.equal((await ask())["status"], "SUCCESS");
    });
  }

  test("wrong-reference", async () => {
    const { words } = await meet({ kind: "wrong-reference" });
    assert.equal(words["reference"], `R${payments}`.slice(0, -1) + "X");
  });

  test("pay-twice", async () => {
    assert.deepEqual(await (await meet({ kind: "pay-twice" })).books(), {
      debits: 2,
      debitedPaise: 200_00,
      netPaise: 200_00,
    });
  });
});

describe("the payment ends otherwise", () => {
  test("a decline by the other bank is a debit and its reversal, a refusal is nothing", async () => {
    const declined = await meet({ kind: "fail", code: "M5" });
    assert.deepEqual([declined.words["status"], declined.words["code"]], ["FAILED", "M5"]);
    assert.deepEqual(await declined.books(), { debits: 1, debitedPaise: 100_00, netPaise: 0 });
    assert.equal((await (await meet({ kind: "fail", code: "H17" })).books()).debits, 0);
  });

  test("pending, then success, failure, return or nothing", async () => {
    for (const [then, status, net] of [
      ["succeed", "SUCCESS", 100_00],
      ["fail", "FAILED", 0],
      ["return", "RETURNED", 0],
      ["never", "PENDING", 100_00],
    ] as const) {
      const { words, ask, books, advance } = await meet({ kind: "pending", then, afterMs: 60_000 });
      assert.equal(words["status"], "PENDING");
      await advance(59_000);
      assert.equal((await ask())["status"], "PENDING");
      await advance(3 * DAY_MS);
      assert.equal((await ask())["status"], status);
      assert.equal((await books()).netPaise, net, then);
    }
  });

  test("deemed, then credited or returned a day later", async () => {
    for (const [then, status, net] of [
      ["succeed", "SUCCESS", 100_00],
      ["return", "RETURNED", 0],
    ] as const) {
      const { words, ask, books, advance } = await meet({ kind: "deemed", then });
      assert.deepEqual([words["status"], words["code"]], ["DEEMED", "91"]);
      await advance(DAY_MS);
      assert.equal((await ask())["status"], status);
      assert.equal((await books()).netPaise, net);
    }
  });

  test("failed, and paid later", async () => {
    const { words, ask, books, advance } = await meet({ kind: "late-success", afterMs: 60_000 });
    assert.equal(words["status"], "FAILED");
    assert.equal((await books()).debits, 0);
    await advance(60_000);
    assert.deepEqual([(await ask())["status"], (await books()).netPaise], ["SUCCESS", 100_00]);
  });

  test("success, and sent back later or at once", async () => {
    const later = await meet({ kind: "return", afterMs: DAY_MS });
    assert.equal(later.words["status"], "SUCCESS");
    await later.advance(DAY_MS);
    assert.deepEqual([(await later.ask())["status"], (await later.books()).netPaise], ["RETURNED", 0]);
    const atOnce = await meet({ kind: "return-at-once" });
    assert.deepEqual([atOnce.words["status"], (await atOnce.books()).netPaise], ["RETURNED", 0]);
  });

  test("the beneficiary is credited later or never", async () => {
    const later = await meet({ kind: "credit-later", afterMs: 60_000 });
    const never = await meet({ kind: "credit-never" });
    assert.deepEqual([later.words["credited"], never.words["credited"]], [false, false]);
    await Promise.all([later.advance(DAY_MS), never.advance(DAY_MS)]);
    assert.deepEqual([(await later.ask())["credited"], (await never.ask())["credited"]], [true, false]);
  });
});

describe("the bank knows it late, or takes nothing", () => {
  test("not found for a while", async () => {
    const { ask, advance } = await meet({ kind: "not-found-lag", ms: 60_000 });
    assert.equal((await ask())["status"], "NOT_FOUND");
    await advance(60_000);
    assert.equal((await ask())["status"], "SUCCESS");
  });

  test("not found once", async () => {
    tried.add("not-found");
    await customer.pay("N1", { debitAccount: "9003" });
    await customer.script("not-found", { operation: "enquire", reference: "N1" });
    assert.equal((await customer.ask("N1")).httpStatus, 404);
    assert.equal((await customer.ask("N1")).words["status"], "SUCCESS");
  });

  test("each change is shown late", async () => {
    const { ask, advance } = await meet({ kind: "status-lag", ms: DAY_MS }, "himshikhar");
    await advance(60_000);
    assert.equal((await ask())["status"], "PENDING");
    await advance(DAY_MS);
    assert.equal((await ask())["status"], "SUCCESS");
  });

  test("maintenance and too many requests take nothing; the next try is paid", async () => {
    for (const [kind, httpStatus, pageStatus] of [
      ["maintenance", 200, 503],
      ["rate-limit", 429, 429],
    ] as const) {
      const { answer, books, again } = await meet({ kind });
      assert.deepEqual([answer?.httpStatus, answer?.words["status"]], [httpStatus, "FAILED"]);
      assert.equal((await books()).debits, 0);
      assert.equal((await again()).words["status"], "SUCCESS");
      const page = await meet({ kind, html: true });
      assert.deepEqual([page.answer?.httpStatus, page.words], [pageStatus, {}]);
    }
  });
});

test("every mishap that is not about callbacks was tried above", () => {
  const untried = Object.keys(MISHAPS).filter((kind) => !kind.startsWith("callback-") && !tried.has(kind));
  assert.deepEqual(untried, []);
});
