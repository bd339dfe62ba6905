import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shareFairly, type FairLimits, type Leave } from "./fair-queue.ts";
import { OverloadError } from "./gather.ts";

/** Makes calls that begin when they get a slot and end when the test ends them. */
function makeCalls(limits: FairLimits) {
  const queue = shareFairly(limits);
  const begun: string[] = [];
  const leaves = new Map<string, Leave>();
  const call = async (name: string, signal?: AbortSignal): Promise<void> => {
    const leave = await queue.enter(name[0]!, signal);
    begun.push(name);
    leaves.set(name, leave);
  };
  const end = async (name: string): Promise<void> => {
    leaves.get(name)!();
    leaves.delete(name);
    await settle();
  };
  return { queue, begun, leaves, call, end };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("one key's hundreds that wait stand before another key's call for one place only", async () => {
  const { begun, call, end } = makeCalls({ places: 2, perKey: 2, waitingMax: 1_000 });
  for (let no = 0; no < 300; no += 1) void call(`a${no}`);
  void call("b0");
  void call("b1");
  await settle();
  assert.deepEqual(begun, ["a0", "a1"]);
  for (const name of ["a0", "a1", "b0", "a2"]) await end(name);
  assert.deepEqual(begun.slice(2), ["b0", "a2", "b1", "a3"]);
});

test("a key alone has as many places as a key may have, and the rest stays free for others", async () => {
  const { begun, call } = makeCalls({ places: 4, perKey: 3, waitingMax: 10 });
  for (let no = 0; no < 5; no += 1) void call(`a${no}`);
  void call("b0");
  await settle();
  assert.deepEqual(begun, ["a0", "a1", "a2", "b0"]);
});

test("a free place is taken without waiting for anything", () => {
  const { queue } = makeCalls({ places: 1, perKey: 1, waitingMax: 0 });
  const leave = queue.enter("a");
  assert.equal(typeof leave, "function");
  assert.throws(() => queue.enter("b"), OverloadError);
  (leave as Leave)();
  assert.equal(typeof queue.enter("b"), "function");
});

test("who has too many waiting is refused one more, and no other key is", async () => {
  const { call, leaves, end } = makeCalls({ places: 1, perKey: 1, waitingMax: 2 });
  for (const name of ["a0", "a1", "a2"]) void call(name);
  await assert.rejects(call("a3"), OverloadError);
  void call("b0");
  await settle();
  for (const name of ["a0", "b0", "a1", "a2"]) await end(name);
  assert.equal(leaves.size, 0);
});

test("who is gone gives up its turn; the others go on in their order", async () => {
  const { queue, begun, call, end } = makeCalls({ places: 1, perKey: 1, waitingMax: 9 });
  const gone = new AbortController();
  void call("a0");
  const left = call("a1", gone.signal);
  void call("a2");
  gone.abort(new Error("gone"));
  await assert.rejects(left, /gone/);
  await assert.rejects(call("a3", gone.signal), /gone/);
  assert.equal(queue.waiting, 1);
  await end("a0");
  assert.deepEqual(begun, ["a0", "a2"]);
});

test("who has waited for as long as it may is refused, and takes no place later", async () => {
  const { queue, call, end } = makeCalls({ places: 1, perKey: 1, waitingMax: 9, patienceMs: 1 });
  await call("a0");
  await assert.rejects(call("b0"), OverloadError);
  await end("a0");
  assert.equal(typeof queue.enter("c"), "function");
});

test("work that fails gives its place back", async () => {
  const { queue } = makeCalls({ places: 1, perKey: 1, waitingMax: 0 });
  for (let no = 0; no < 3; no += 1)
    await assert.rejects(
      queue.run("a", () => Promise.reject(new Error("broke"))),
      /broke/,
    );
  assert.equal(await queue.run("a", async () => "fine"), "fine");
});

test("whatever comes and goes, limits hold, no place lies idle, and turns are those of who waits", async () => {
  const steps = fc.array(fc.oneof(fc.constantFrom("a", "b", "c"), fc.nat(5)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { queue, begun, leaves, call, end } = makeCalls({ places: 3, perKey: 2, waitingMax: 100 });
      let made = 0;
      const open: string[] = [];
      for (const step of script) {
        if (typeof step === "string") {
          open.push(`${step}${made}`);
          void call(`${step}${made}`);
          made += 1;
        } else if (leaves.size > 0) {
          const name = [...leaves.keys()][step % leaves.size]!;
          const waited = new Set(open.filter((one) => !begun.includes(one)).map((one) => one[0]));
          const before = begun.length;
          await end(name);
          const served = begun.slice(before);
          assert.ok(served.length <= 1);
          if (served.length === 1) assert.ok(waited.has(served[0]![0]));
        }
        await settle();
        const held = [...leaves.keys()].map((one) => one[0]);
        const ofKey = (key: string) => held.filter((one) => one === key).length;
        assert.ok(held.length <= 3 && ["a", "b", "c"].every((key) => ofKey(key) <= 2));
        const canGo = open.some((one) => !begun.includes(one) && ofKey(one[0]!) < 2);
        assert.ok(!canGo || held.length === 3, "a place lies idle");
        assert.equal(queue.waiting, open.length - begun.length);
      }
    }),
    { numRuns: 200 },
  );
});
