/** Plants details of payees through every surface that accepts them. */
import assert from "node:assert/strict";
import { changeMerchant } from "#access";
import { operationsV2 } from "#api";
import { workBatches } from "#batches";
import { addBeneficiary, workVerifications } from "#beneficiaries";
import { listBankConnections } from "#fund-sources";
import { workLinks } from "#links";
import { listMessages } from "#messages";
import { importStatement, matchLines } from "#reconciliation";
import { istDate } from "#lib/ist";
import { addRule, blockPayee, unblockPayee } from "#risk";
import { acceptTransfers, receiveNews, recordNews, runtimeOf } from "#transfers";
import { saveView } from "#views";
import { addEndpoint, deliverWebhooks } from "#webhooks";
import { operations } from "../src/surfaces/api/operations/index.ts";
import { addBeneficiary as addListed, batchRow, rowsFile, sampleOf } from "./literals/requests.ts";
import { freshId, type Client } from "./literals/stage.ts";
import { claim, draft, makeLink, newestMessage, prove, toVpa } from "../src/features/links/test/payee.ts";
import { makeStatement } from "../src/features/reconciliation/test/make-statement.ts";
import { download } from "../src/features/reports/test/download.ts";
import { startReceiver } from "../src/people/webhooks/test/scripted-receiver.ts";
import { orderTo } from "./faults/fault-world.ts";
import { makeApprovers } from "./make-approvers.ts";
import type { Planter } from "./plant-details.ts";
import { askV2, soundBeneficiaryV2, soundOrderV2 } from "./v2-client.ts";
import type { World } from "./world.ts";

interface Planting {
  readonly world: World;
  readonly client: Client;
  readonly planter: Planter;
}

/**
 * The only unencrypted details that are allowed: addresses of the merchant's own people, who receive its notifications.
 * The last digits of numbers, the handle of a VPA and keyed indexes are not details by themselves, and contain no
 * planted text.
 */
export const OWN_PEOPLE = /^notifications\.category has \w*Notification/;

/** Every way to enter details. Each leaves payments and answers in progress. */
export const WAYS_IN: Readonly<Record<string, (planting: Planting) => Promise<void>>> = {
  "every call of the classic API": callClassic,
  "payments to a VPA, a wallet and a phone number, one by one, in batches and in files": payEveryWay,
  "every call of the v2 API": callV2,
  "what members do: agree to payees, block them, look for them": actAsMembers,
  "links, their messages, statements, files and answers of receivers": sendAndReceive,
  "words of banks": hearBanks,
  "what rules compare with, and what a payee has not confirmed": compareAndDraft,
};

/** Completes everything that is in progress. */
export async function workOff({ world: { ctx }, client }: Planting): Promise<void> {
  await workBatches(ctx, client.merchant.merchantId);
  await workVerifications(ctx, client.merchant.merchantId);
  await runtimeOf(ctx).idle();
}

async function callClassic({ client, planter: { plant } }: Planting): Promise<void> {
  for (const { name, versions, access } of operations) {
    if (access === "open" || name === "authorize") continue;
    for (const version of versions) {
      const { method, path, asked } = await sampleOf(client, name, version);
      const place = `${name}/${version}`;
      await client.call(method, path, {
        ...asked,
        ...(asked.body === undefined ? {} : { body: plant(asked.body, place) }),
        ...(asked.query === undefined ? {} : { query: plant(asked.query, place) }),
      });
    }
  }
}

async function payEveryWay({ client, planter: { plant } }: Planting): Promise<void> {
  const beneId = await addListed(
    client,
    plant({ vpa: "a@upi", phone: "9", email: "e", address1: "a" }, "listed"),
  );
  for (const transferMode of ["upi", "paytm", "phone"]) {
    const order = { beneId, amount: "10.00", transferId: freshId("t"), transferMode };
    await client.call("POST", "/v1/requestTransfer", { body: order });
    const beneDetails = { name: "Asha Rao", phone: "9", email: "e", address1: "a", vpa: "a@upi" };
    const { body } = await client.call("POST", "/v1/directTransfer", {
      body: {
        ...order,
        beneId: undefined,
        transferId: freshId("t"),
        ...plant({ beneDetails }, transferMode),
      },
    });
    // The bank knows the phone number by another name, so it was asked, and its answer is stored.
    const isTaken = ["200", "201", "202"].includes(body.subCode) || /name at the bank/.test(body.message);
    assert.ok(isTaken, `${transferMode}: ${body.message}`);
  }
  const row = (place: string) => ({
    ...plant({ ...batchRow(), vpa: "a@upi" }, place),
    bankAccount: "",
    ifsc: "",
  });
  const batch = { batchTransferId: freshId("b"), batchFormat: "UPI", deleteBene: 0, batch: [row("batch")] };
  await client.call("POST", "/v1/requestBatchTransfer", { body: batch });
  const text = rowsFile([plant(batchRow(), "file")]);
  await client.call("POST", "/v1/batchFiles", { query: { format: "BANK_ACCOUNT", name: "a.csv" }, text });
}

async function callV2({ client, planter: { plant } }: Planting): Promise<void> {
  const bodies: Readonly<Record<string, () => object>> = {
    createTransfer: soundOrderV2,
    createBatchTransfer: () => ({ batch_transfer_id: freshId("b"), transfers: [soundOrderV2()] }),
    createBeneficiary: soundBeneficiaryV2,
  };
  for (const { name, method, path } of operationsV2.filter(({ body }) => body !== undefined)) {
    const { status } = await askV2(client, `${method} ${path}`, {
      body: plant(bodies[name]!(), name),
      headers: { "idempotency-key": freshId("k") },
    });
    assert.ok(status < 300, name);
  }
}

async function actAsMembers({ world, client, planter: { make, plant } }: Planting): Promise<void> {
  const { ctx } = world;
  const { merchantId } = client.merchant;
  const other = await client.stage.makeClient("rest");
  const approvers = await makeApprovers(world, other.merchant, "beneficiary");
  await approvers.require(1);
  const details = {
    vpa: "a@upi",
    phone: "9",
    email: "e",
    address1: "a",
    address2: "b",
    city: "c",
    state: "d",
  };
  const planted = plant(details, "approval");
  const { beneficiaryId } = await addBeneficiary(ctx, other.merchant.merchantId, {
    beneId: "asked",
    name: "Asha Rao",
    ...planted,
    by: "system",
  });
  const { proposal } = (await approvers.find(beneficiaryId))!;
  assert.deepEqual(
    [proposal!["vpa"], proposal!["phone"]],
    [planted.vpa, planted.phone],
    "who decides sees them",
  );
  assert.equal(await approvers.decide(beneficiaryId, "asha"), "approved");
  for (const [kind, detail] of [
    ["vpa", make("vpa", "block")],
    ["phone", make("phone", "block")],
  ] as const) {
    const payee = kind === "vpa" ? { kind, vpa: detail } : { kind, phone: detail };
    const { blockId } = await blockPayee(ctx, merchantId, { payee, because: "court order", by: "system" });
    const beneDetails = { name: "Asha Rao", phone: "9876543210", email: "a@b.example", [kind]: detail };
    const order = { amount: "11.00", transferId: freshId("t"), transferMode: "upi" };
    const body = { ...order, beneDetails: { address1: "12 MG Road", vpa: "success@upi", ...beneDetails } };
    assert.equal((await client.call("POST", "/v1/directTransfer", { body })).body.status, "ERROR", kind);
    await unblockPayee(ctx, merchantId, { blockId, because: "lifted", by: "system" });
  }
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const query = `q=${make("vpa", "view")}`;
    const view = { list: "transfers", name: "Asha", query, shared: false } as const;
    const saved = await saveView(tx, { ...view, memberId: approvers.people.asha });
    assert.equal(saved.query, query);
  });
}

async function sendAndReceive({ world, client, planter: { make } }: Planting): Promise<void> {
  const { ctx } = world;
  const { merchant } = client;
  const { merchantId, debitAccount } = merchant;
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  world.onClose(() => receiver.close());
  const echo = make("vpa", "receiver");
  receiver.answer = () => ({ status: 500, body: `no such payee ${echo} ${make("phone", "receiver")}` });
  await addEndpoint(ctx, merchantId, { url: receiver.url, format: "classic_form" });
  const [phone, email] = [make("phone", "link"), make("email", "link")];
  const link = await makeLink(world, merchant, { phone, email, notifyPayee: true });
  assert.match(await newestMessage(world, merchant, "flowgram_link"), /^Demo|http/i);
  await claim(ctx, await prove(world, merchant, link.token), toVpa(make("vpa", "claim")));
  await workLinks(ctx, merchantId);
  await runtimeOf(ctx).idle();
  await deliverWebhooks(ctx, merchantId);
  const told = await listMessages(ctx, merchantId, { to: email.toUpperCase() });
  assert.ok(told.length > 0 && told.every(({ to }) => to === email));
  const narration = `UPI/DR/${make("phone", "line")}/${make("vpa", "line").toUpperCase()}/YESB`;
  const lines = [{ side: "debit", amountPaise: 77_00n, narration }] as const;
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), lines });
  await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
  await matchLines(ctx, merchantId);
  for (const type of ["transfer", "flowgram"] as const) {
    const { rows } = await download(ctx, merchantId, { type });
    assert.ok(rows.length > 0, type);
  }
}

/** Sends a bank's reports: a refusal that it takes back, an unknown reference, and a return. */
async function hearBanks({ world, client, planter: { make } }: Planting): Promise<void> {
  const { ctx } = world;
  const { merchantId } = client.merchant;
  const word = (place: string) => `payee ${make("vpa", place)} of ${make("phone", place)}`;
  const [accepted] = await acceptTransfers(ctx, merchantId, [orderTo(freshId("t"))]);
  assert.ok(accepted?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const about = { transferId: accepted.transfer.transferId, attempt: 1, source: "callback" } as const;
  const refused = { kind: "failed", code: "", reason: "INVALID_ACCOUNT_FAIL", otherBank: false } as const;
  const moved = { code: "", utr: "632512000001" } as const;
  for (const outcome of [
    { ...refused, text: word("refusal"), alarm: "look" },
    { kind: "succeeded", ...moved, text: word("late success"), credited: true },
    { kind: "returned", ...moved, text: word("return"), reason: "RETURNED_FROM_BENEFICIARY" },
  ] as const)
    await recordNews(ctx, merchantId, [{ ...about, outcome }]);
  const outcome = { ...refused, text: word("stray news") };
  const stray = {
    kind: "payment",
    reference: "NOTOURS0000001",
    factId: "1",
    outcome,
    amountPaise: 1_00n,
  } as const;
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  await receiveNews(ctx, merchantId, { connection: connection!, news: [stray] });
}

async function compareAndDraft({ world, client, planter: { make } }: Planting): Promise<void> {
  const { ctx } = world;
  const { merchant } = client;
  const { merchantId } = merchant;
  const parameters = { periodMinutes: 60 };
  await addRule(ctx, merchantId, { kind: "duplicate", parameters, effect: "block", by: "system" });
  const order = {
    ...orderTo(freshId("t"), { mode: "upi", vpa: make("vpa", "compared") }),
    amountPaise: 13_00n,
  };
  const [accepted] = await acceptTransfers(ctx, merchantId, [order]);
  assert.equal(accepted?.kind, "accepted");
  const { token } = await makeLink(world, merchant);
  await draft(ctx, await prove(world, merchant, token), toVpa(make("vpa", "draft")));
}
