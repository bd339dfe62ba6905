import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize } from "#access";
import { buildApi } from "#api";
import { registerBeneficiaryApprovals } from "#beneficiaries";
import { acceptTransfers, registerTransfers } from "#transfers";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeWorld();
const { ctx } = world;
registerTransfers();
registerBeneficiaryApprovals();
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: "http://127.0.0.1:9" });
world.onClose(() => app.close());

async function makeOffice() {
  const merchant = await world.makeMerchant({ balancePaise: 10_000_00n });
  const people = { asha: "approver", vikram: "approver", meera: "initiator", leela: "admin" } as const;
  await makeMembers(ctx, merchant.organizationId, people);
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({
      method,
      url: `/sandbox${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  };
  const members = (await call("GET", "/approvals")).body.members as { email: string; name: string }[];
  const emailOf = (name: string): string => members.find((member) => member.name === name)!.email;
  const ask = async (transferKey: string): Promise<string | undefined> => {
    const payee = {
      inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" },
    };
    const createdBy = { maker: `api-key:${merchant.clientId}`, creator: "api" } as const;
    const order = {
      transferKey,
      payee,
      amountPaise: 100_00n,
      mode: "imps",
      remarks: "",
      fundSourceId: null,
    } as const;
    const [answer] = await acceptTransfers(ctx, merchant.merchantId, [{ ...order, createdBy }]);
    return answer?.kind === "accepted" ? answer.transfer.status : answer?.kind;
  };
  const decide = async (transferId: string, name: string, verdict = "approve") => {
    const { status, body } = await call("POST", `/approvals/${transferId}`, {
      verdict,
      memberEmail: emailOf(name),
    });
    return [status, body.outcome ?? (body.error as { code: string }).code];
  };
  const sent = async (method: "GET" | "POST", path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = { method, url: `/payout${path}`, headers, ...(payload === undefined ? {} : { payload }) };
    return app.inject(asked);
  };
  const said = async (method: "GET" | "POST", path: string, payload?: object) => {
    const response = await sent(method, path, payload);
    const { status, subCode, message } = response.json<Record<string, string>>();
    return [response.statusCode, status, subCode, message];
  };
  const data = async (path: string) =>
    (await sent("GET", path)).json<{ data: Record<string, string> }>().data;
  const api = Object.assign(said, { data });
  return { call, ask, decide, api, emailOf, admin: "leela" };
}

test("a developer sets a policy, sees what waits, and plays the people who must agree", async () => {
  const { call, ask, decide } = await makeOffice();
  const policies = [{ name: "From 50.00 on", from: "50", levels: [{ approvers: 2 }] }];
  const set = await call("PUT", "/approval-policies", { policies });
  assert.deepEqual(set, { status: 200, body: { kind: "transfer", version: 1, policies: 1 } });
  assert.equal(await ask("one"), "awaiting_approval");
  assert.equal(await ask("two"), "awaiting_approval");
  const { approvals } = (await call("GET", "/approvals?kind=transfer")).body;
  const [first] = approvals as Record<string, unknown>[];
  assert.deepEqual([first!.amount, first!.policy, first!.level], ["100.00", "From 50.00 on", 1]);
  assert.deepEqual((await call("GET", "/approvals?kind=batch")).body.approvals, []);

  assert.deepEqual(await decide("one", "meera"), [409, "approvals.not_permitted"]);
  assert.deepEqual(await decide("one", "asha"), [200, "pending"]);
  assert.deepEqual(await decide("one", "asha"), [409, "approvals.already_decided"]);
  assert.deepEqual(await decide("one", "vikram"), [200, "approved"]);
  assert.deepEqual(await decide("one", "asha"), [409, "approvals.already_ended"]);
  assert.deepEqual(await decide("two", "asha", "reject"), [200, "rejected"]);
  assert.deepEqual((await call("GET", "/approvals")).body.approvals, []);
});

test("a beneficiary is added by the API, agreed to in the sandbox, and paid then", async () => {
  const { call, api, emailOf, admin } = await makeOffice();
  const policies = [{ name: "All", levels: [{ approvers: 1 }] }];
  await call("PUT", "/approval-policies", { kind: "beneficiary", policies });
  const beneId = "ASHA1";
  const payee = {
    beneId,
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
  };
  const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
  const added = await api("POST", "/v1/addBeneficiary", { ...payee, ...account });
  assert.deepEqual(added, [200, "SUCCESS", "200", "Beneficiary added successfully"]);
  const statusOf = async () => (await api.data(`/v1/getBeneficiary/${beneId}`)).status;
  assert.equal(await statusOf(), "APPROVAL_PENDING");
  const pay = (transferId: string) =>
    api("POST", "/v1.2/requestAsyncTransfer", { beneId, transferId, amount: "1.00" });
  assert.deepEqual((await pay("early")).slice(2), ["400", "Transfer to this beneficiary not allowed."]);

  const [waiting] = (await call("GET", "/approvals?kind=beneficiary")).body.approvals as [
    { subjectId: string; proposal: object },
  ];
  assert.partialDeepStrictEqual(waiting.proposal, { change: "add", beneId, accountLast4: "1191" });
  const decide = (name: string) =>
    call("POST", `/approvals/${waiting.subjectId}`, {
      kind: "beneficiary",
      verdict: "approve",
      memberEmail: emailOf(name),
    });
  assert.equal((await decide("asha")).status, 409);
  assert.equal((await decide(admin)).body.outcome, "approved");
  assert.equal(await statusOf(), "VERIFIED");
  assert.deepEqual((await pay("later")).slice(1, 3), ["ACCEPTED", "201"]);
  const removed = await api("POST", "/v1/removeBeneficiary", { beneId });
  assert.deepEqual(removed, [200, "SUCCESS", "200", "Beneficiary removal is waiting for approval"]);
  assert.equal((await decide(admin)).body.outcome, "approved");
  assert.deepEqual((await api("GET", `/v1/getBeneficiary/${beneId}`)).slice(2), [
    "404",
    "Beneficiary does not exist",
  ]);
});

test("what is wrong is named", async () => {
  const { call, ask } = await makeOffice();
  await ask("plain");
  const tell = async (path: string, payload: object, method: "POST" | "PUT" = "POST") => {
    const { status, body } = await call(method, path, payload);
    return [status, (body.error as { code: string }).code];
  };
  const verdict = { verdict: "approve", memberEmail: "nobody@example.com" };
  assert.deepEqual(await tell("/approvals/none", verdict), [404, "sandbox.transfer_not_found"]);
  assert.deepEqual(await tell("/approvals/plain", verdict), [404, "sandbox.member_not_found"]);
  assert.deepEqual(await tell("/approvals/plain", { ...verdict, verdict: "maybe" }), [
    422,
    "sandbox.bad_request",
  ]);
  const { members } = (await call("GET", "/approvals")).body;
  const [{ email }] = members as [{ email: string }];
  const noRequest = await tell("/approvals/plain", { verdict: "approve", memberEmail: email });
  assert.deepEqual(noRequest, [404, "approvals.not_found"]);
  for (const policies of [undefined, {}, [{ name: "x" }], [{ name: "x", levels: [{ approvers: 0 }] }]])
    assert.deepEqual(await tell("/approval-policies", { policies }, "PUT"), [422, "approvals.bad_policy"]);
});
