/** Whatever a control is sent, the answer says what is wrong with it: no control breaks. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { authorize, changeApiClient } from "#access";
import { buildApi } from "#api";
import { requestRecall } from "#recalls";
import { acceptTransfers, readTransfers, runtimeOf } from "#transfers";
import { addEndpoint } from "#webhooks";
import { makeFaultWorld, orderTo, tiered } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { buildSandboxContract, mountSandbox } from "./mount-sandbox.ts";
import { ABSURD, absurdly } from "./test/absurd-values.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: world.simulator.url });
world.onClose(() => app.close());

interface Sample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

let samples: Readonly<Record<string, Sample>>;
let headers: Record<string, string>;

before(async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  await changeApiClient(ctx, merchantId, { ratePerMinute: 10_000_000 });
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  headers = { authorization: `Bearer ${token}` };
  await acceptTransfers(ctx, merchantId, [orderTo("paid"), orderTo("recalled")]);
  await runtimeOf(ctx).idle();
  const [recalled] = await readTransfers(ctx, merchantId, { transferKeys: ["recalled"] });
  const { transferId } = recalled!;
  const asked = { transferId, reason: "wrong_amount", remarks: "", by: "system" } as const;
  const { recallId } = await requestRecall(ctx, merchantId, asked);
  const { asha } = await makeMembers(ctx, organizationId, { asha: "approver" });
  const [member] = await world.look<{ email: string }>(
    "select email from access.member where member_id = $1",
    [asha],
  );
  const hook = { url: "http://127.0.0.1:9/hook", format: "classic_form" } as const;
  const { endpointId } = await addEndpoint(ctx, merchantId, hook);
  samples = makeSamples({ recallId, endpointId, memberEmail: member!.email });
});

const ACCOUNT = { accountNumber: "026291800001191", ifsc: "YESB0000262" };
const BANK = { bankId: "meghdoot" };
const POLICY = {
  name: "Large ones",
  from: "1000",
  to: "2000",
  rails: ["imps"],
  fundSources: ["WALLET_1"],
  creators: ["api"],
  levels: [{ approvers: 1, permission: "approve_quick_transfer", members: ["x"] }],
};
const MANNER = {
  latency: { p50Ms: 1, p99Ms: 2 },
  completeAfterMs: 0,
  ratePerSecond: 1_000,
  maintenance: { from: "2026-01-01T00:00:00Z", until: "2026-01-01T01:00:00Z", html: true },
  mishaps: [{ chance: 0, mishap: "timeout", operation: "pay", rail: "IMPS" }],
  callbacks: { always: true, delayMs: 1 },
};

/** Makes one valid call of each control; those that move time or spoil a bank come last. */
function makeSamples(ids: Record<"recallId" | "endpointId" | "memberEmail", string>): typeof samples {
  const { recallId, endpointId, memberEmail } = ids;
  const paid = { path: { transferId: "paid" } };
  return {
    "GET /clock": {},
    "GET /transfers/{transferId}": paid,
    "POST /transfers/{transferId}/cancel": paid,
    "GET /banks": {},
    "GET /magic-values": {},
    "GET /inbox": { query: { to: "a@example.com", status: "sent", before: recallId, limit: "5" } },
    "GET /fund-sources": {},
    "POST /fund-sources": { body: { ...BANK, name: "Second", ...ACCOUNT } },
    "PUT /shares": { body: { shares: [{ fundSourceId: "WALLET_1", percent: 100 }] } },
    "PUT /registered-account": { body: { holderName: "Demo Traders", ...ACCOUNT } },
    "PUT /business-type": { body: { businessType: "partnership" } },
    "POST /refunds/{topUpId}": { path: { topUpId: recallId }, body: { verdict: "credit", because: "x" } },
    "POST /top-ups": {
      body: { amount: "10.00", ...BANK, utr: "UTR1", from: { name: "Asha", ...ACCOUNT } },
    },
    "PUT /queuing-time": { body: { hours: 2 } },
    "PUT /phone-settings": { body: { checkName: true } },
    "PUT /beneficiary-settings": { body: { accountOnce: true, waitingMinutes: 0 } },
    "GET /co-lending": {},
    "PUT /co-lending": { body: { lender: "Lakshmi", lenderPercent: 80, originatorPercent: 20 } },
    "POST /co-lending/top-ups": { body: { ledger: "lender", amount: "5.00", ...BANK, utr: "UTR2" } },
    "DELETE /co-lending": {},
    "GET /incidents": {},
    "POST /incidents": {
      body: {
        handle: "okbank",
        bank: null,
        ours: null,
        mode: "upi",
        severity: "low",
        because: "x",
        from: "2099-01-01T00:00:00Z",
        to: "2099-01-01T01:00:00Z",
      },
    },
    "POST /incidents/{id}/resolve": { path: { id: "1" } },
    "GET /banks/{bankId}/drill": { path: BANK },
    "POST /banks/{bankId}/drill": {
      path: BANK,
      body: { rail: "imps", percent: 10, minutes: 1, fault: "refuses" },
    },
    "POST /banks/{bankId}/drill/play": { path: BANK, body: { transfers: 1, over: "1s" } },
    "DELETE /banks/{bankId}/drill": { path: BANK },
    "GET /recalls": {},
    "POST /recalls/{recallId}/answer": {
      path: { recallId },
      body: { answer: "received", bankReference: "B1", because: "x" },
    },
    "GET /approvals": { query: { kind: "transfer" } },
    "POST /approvals/{transferId}": {
      path: { transferId: "paid" },
      body: { kind: "batch", verdict: "approve", memberEmail, remarks: "x" },
    },
    "PUT /approval-policies": {
      body: { kind: "transfer", policies: [POLICY], exceptWays: ["batch"], expireAfterMinutes: 60 },
    },
    "GET /webhook-endpoints": {},
    "POST /webhook-endpoints": {
      body: { url: "http://127.0.0.1:9/x", format: "standard", eventTypes: ["TRANSFER_SUCCESS"] },
    },
    "POST /webhook-endpoints/{endpointId}/test": { path: { endpointId } },
    "POST /webhook-endpoints/{endpointId}/rotate-secret": { path: { endpointId } },
    "POST /webhook-endpoints/{endpointId}/enable": { path: { endpointId } },
    "GET /webhook-deliveries": {},
    "POST /webhook-replays": { body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" } },
    "DELETE /webhook-endpoints/{endpointId}": { path: { endpointId } },
    "POST /transfers/{transferId}/outcome": { ...paid, body: { outcome: "credit", code: "00" } },
    "PUT /banks/{bankId}/manner": { path: BANK, body: MANNER },
    "POST /clock": { body: { advance: "1s" } },
  };
}

/** A pull request tries only one in this many of the variants. */
const STEP = tiered({ deep: 5, nightly: 1 });

const broken: string[] = [];

/** Sends a call; one that breaks is noted. */
async function send(name: string, { path = {}, query = {}, body }: Sample): Promise<void> {
  const [method, template] = name.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const where = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(path[field]).toWellFormed();
    return encodeURIComponent(value.slice(0, 5_000));
  });
  const asked = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) asked.set(field, String(value).slice(0, 2_000));
  const answer = await app.inject({
    method,
    url: `/sandbox${where}?${asked}`,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const { error } = answer.statusCode < 400 ? { error: null } : answer.json<{ error: { code?: string } }>();
  if (answer.statusCode >= 500 || error?.code === "")
    broken.push(`${answer.statusCode} ${name} ${JSON.stringify({ path, query, body }).slice(0, 300)}`);
}

test("every control has a sound call here", () => {
  const { paths } = buildSandboxContract() as { paths: Record<string, object> };
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.ok(names.length > 40, String(names.length));
  assert.deepEqual(Object.keys(samples).toSorted(), names.toSorted());
});

test("absurd types, sizes, dates and numbers in any part of any control break nothing", async (context) => {
  let calls = 0;
  for (const [name, sample] of Object.entries(samples)) {
    const variants: Sample[] = [sample];
    for (const part of ["path", "query", "body"] as const) {
      for (const [field, sound] of Object.entries(sample[part] ?? {})) {
        const values = part === "body" ? absurdly(sound) : ABSURD;
        for (const value of values)
          variants.push({ ...sample, [part]: { ...sample[part], [field]: value } } as Sample);
      }
    }
    const chosen = variants.filter((_, nth) => nth % STEP === 0);
    for (const variant of chosen) await send(name, variant);
    calls += chosen.length;
  }
  // The calls also work at the end of the test clock's century.
  for (let year = 0; year < 101; year += 1) await send("POST /clock", { body: { advance: "366d" } });
  for (const [name, sample] of Object.entries(samples)) await send(name, sample);
  context.diagnostic(`${calls} calls`);
  assert.ok(calls > tiered({ deep: 1_000, nightly: 7_000 }), String(calls));
  assert.deepEqual(broken, []);
});

test("whatever JSON a control is sent, it is answered", async () => {
  broken.length = 0;
  const names = Object.keys(samples).filter((name) => samples[name]!.body !== undefined);
  const strange = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...ABSURD));
  const call = fc.constantFrom(...names).chain((name) => {
    const { body = {} } = samples[name]!;
    const changed = Object.fromEntries(Object.keys(body).map((field) => [field, fc.option(strange)]));
    return fc.tuple(fc.constant(name), fc.record(changed));
  });
  await fc.assert(
    fc.asyncProperty(call, async ([name, changed]) => {
      const changes = Object.entries(changed).filter(([, value]) => value !== null);
      const sample = samples[name]!;
      await send(name, { ...sample, body: { ...sample.body, ...Object.fromEntries(changes) } });
      assert.deepEqual(broken, []);
    }),
    { numRuns: tiered({ deep: 150, nightly: 2_000 }) },
  );
});

test("moments that no database counts are refused by name", async () => {
  for (const from of ["-271821-04-20T00:00:00Z", "-004713-01-01T00:00:00Z", "1969-12-31T23:59:59Z"]) {
    const payload = JSON.stringify({ from, to: "2026-01-02T00:00:00Z" });
    const answer = await app.inject({ method: "POST", url: "/sandbox/webhook-replays", headers, payload });
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(answer.json().error.details, {
      field: "from",
      why: "is not a moment (ISO 8601) from 1970 to 2199",
    });
  }
});
