// The client of the API with responses of a fake network: the requests that it sends, and its result for each kind of
// failure.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { ApiError, NoAnswer } from "#dashboard/api/api-error.ts";
import { call, requestOf, watchCalls } from "#dashboard/api/call.ts";
import { fetchAgain } from "#dashboard/api/live.ts";

const network = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = network;
});

const refusal = (status: number, error: object) => Response.json({ error }, { status });

/** Answers the calls in order, and returns the list of requests. */
function answer(...answers: (() => Response | Promise<Response>)[]): Request[] {
  const asked: Request[] = [];
  globalThis.fetch = async (address, options) => {
    asked.push(new Request(`http://x${String(address)}`, options));
    const next = answers.shift();
    assert.ok(next, "one call more than expected");
    return next();
  };
  return asked;
}

test("path, query and body are taken out of one input", () => {
  const merchantId = "a/b";
  const get = requestOf("watchMerchant", { merchantId });
  assert.equal(get.address, "/api/merchants/a%2Fb/events");
  assert.equal(get.body, undefined);
  const post = requestOf("logIn", { email: "a@b.example", password: "p" });
  assert.deepEqual(post.body, { email: "a@b.example", password: "p" });
});

test("every call carries the header that other pages cannot send", async () => {
  const asked = answer(() => Response.json({}));
  await call("logOut", {});
  assert.equal(asked[0]?.headers.get("x-vitaran-dashboard"), "1");
});

test("a refusal keeps its code, its fields and the request's id", async () => {
  const fields = [{ field: "email", message: "No address" }];
  answer(() =>
    refusal(422, {
      code: "invalid_request",
      message: "Wrong",
      fields,
      requestId: "r1",
      details: { most: 3 },
    }),
  );
  const error = await call("logOut", {}).catch((caught: unknown) => caught);
  assert.ok(error instanceof ApiError);
  assert.deepEqual(error.refusal, {
    status: 422,
    code: "invalid_request",
    message: "Wrong",
    requestId: "r1",
    fields,
    details: { most: 3 },
  });
});

test("without an answer a call that changes something is unknown, never failed", async () => {
  const lost = () => Promise.reject(new TypeError("fetch failed"));
  answer(lost, lost, () => new Response("{broken", { status: 200 }));
  const unknownOf = (error: unknown) => error instanceof NoAnswer && error.unknown;
  assert.equal(unknownOf(await call("getSession", {}).catch((caught: unknown) => caught)), false);
  assert.equal(unknownOf(await call("logOut", {}).catch((caught: unknown) => caught)), true);
  assert.equal(unknownOf(await call("logOut", {}).catch((caught: unknown) => caught)), true);
});

test("when a proof is asked for, the member is asked, and the call is made once more and not again", async () => {
  let questions = 0;
  const askStepUp = async () => (questions += 1) > 0;
  watchCalls({ onLoggedOut: () => {}, askStepUp });
  const wanted = () => refusal(403, { code: "step_up_required", message: "Prove it", requestId: "r" });
  const asked = answer(wanted, wanted);
  await assert.rejects(call("logOut", {}), ApiError);
  assert.deepEqual([asked.length, questions], [2, 1]);
  answer(wanted, () => Response.json({}));
  assert.deepEqual(await call("logOut", {}), {});
  watchCalls({ onLoggedOut: () => {}, askStepUp: async () => false });
  assert.equal(answer(wanted).length, 0);
  await assert.rejects(call("logOut", {}), ApiError);
});

test("the shell learns of the end of a session, not of a wrong password", async () => {
  let ended = 0;
  watchCalls({ onLoggedOut: () => (ended += 1), askStepUp: async () => false });
  answer(
    () => refusal(401, { code: "log_in_failed", message: "Wrong", requestId: "r" }),
    () => refusal(401, { code: "not_logged_in", message: "Log in", requestId: "r" }),
  );
  await assert.rejects(call("logIn", { email: "a@b.example", password: "p" }), ApiError);
  assert.equal(ended, 0);
  await assert.rejects(call("getSession", {}), ApiError);
  assert.equal(ended, 1);
});

test("an answer that is under way when news comes is awaited, and fetched once more", async () => {
  const client = new QueryClient();
  let truth = "before the news";
  const replies: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["countApprovals"],
    queryFn: () => {
      const read = truth;
      return new Promise<string>((resolve) => replies.push(() => resolve(read)));
    },
  });
  const stop = observer.subscribe(() => {});
  truth = "after the news";
  const heard = [1, 2].map(() => fetchAgain(client, { queryKey: ["countApprovals"] }));
  assert.equal(replies.length, 1);
  replies[0]?.();
  for (let turn = 0; replies.length < 2; turn += 1) {
    assert.ok(turn < 1_000, "the answer is not fetched again");
    await new Promise(setImmediate);
  }
  replies[1]?.();
  await Promise.all(heard);
  assert.deepEqual([observer.getCurrentResult().data, replies.length], ["after the news", 2]);
  stop();
  client.clear();
});
