/**
 * A merchant that has one of everything, with account numbers of its payees in all of it, and a check of every answer.
 */
import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { changeMerchant, PERMISSIONS, type Permission } from "#access";
import { buildApi } from "#api";
import { registerBatchApprovals, workBatches } from "#batches";
import { workVerifications } from "#beneficiaries";
import { flushCalls } from "#calls";
import { mountDeveloper } from "#developer";
import { registerLending } from "#lending";
import { makeLog } from "#lib/log";
import { registerLinks, workLinks } from "#links";
import { mountMcp } from "#mcp";
import { deliverMessages } from "#messages";
import { istDate } from "#lib/ist";
import { importStatement, matchLines } from "#reconciliation";
import { makeReports } from "#reports";
import { mountSandbox } from "#sandbox";
import { recordNews, registerTransfers, runtimeOf } from "#transfers";
import { addEndpoint, deliverWebhooks } from "#webhooks";
import { registerWithdrawals } from "#withdrawals";
import { mountCallbacks } from "../src/surfaces/commands/mount-callbacks.ts";
import { endStreams } from "../src/surfaces/dashboard/stream-happenings.ts";
import { fileOf } from "../src/features/batches/test/batch-world.ts";
import { directOrder } from "./literals/requests.ts";
import { freshId } from "./literals/stage.ts";
import { claim, makeLink, prove, TO_ACCOUNT, toVpa } from "../src/features/links/test/payee.ts";
import { type HandLine, makeStatement } from "../src/features/reconciliation/test/make-statement.ts";
import { startReceiver } from "../src/people/webhooks/test/scripted-receiver.ts";
import { makeDashboard, type Browser, type Dashboard } from "./dashboard.ts";
import { ok, type Stage } from "./faults/tenant-caller.ts";
import { askedAt, type Mounted } from "./faults/tenant-routes.ts";
import type { Names } from "./faults/tenant-names.ts";
import { makeOwner, type Tenant } from "./faults/tenant-scene.ts";
import { startSimulator } from "./simulator.ts";
import { disguised, echoOf } from "./account-disguises.ts";
import { Ear, type Heard, readBody } from "./account-ear.ts";
import { payeeRow, plantByMember, plantVpa, upiRow } from "./plant-by-member.ts";
import { makeWorld, type TestMerchant, type World } from "./world.ts";

interface PlantedWorld {
  readonly world: World;
  readonly dashboard: Dashboard;
  readonly merchant: TestMerchant;
  /** The names of a paid transfer and of a batch, by the answers' fields for such names. */
  readonly names: Readonly<Record<"id" | "batchId", string>>;
  readonly heard: Heard;
  /** Looks for whole numbers in a text from a place. */
  hear(place: string, words: string): void;
  hearFile(place: string, bytes: Buffer): Promise<void>;
  numbers(): readonly string[];
  /** Returns a number that no one has used yet. */
  plant(): string;
  /** The address at which the merchant is served. */
  readonly address: string;
  /** All names that the merchant's programs know. */
  readonly known: Names;
  /** Ends the stream of events since the member connected, and returns all of it. */
  endStream(): Promise<Buffer>;
  log(): string;
  readonly today: string;
  /** A member with all permissions except for account numbers, who has planted some. */
  readonly withoutTheRight: Browser;
}

/** Makes the world, and makes every call of the merchant's programs about everything that exists. */
export async function makePlantedWorld(): Promise<PlantedWorld> {
  const base = await makeWorld();
  let log = "";
  const lines = new Writable({
    write(line, _encoding, done) {
      log += String(line);
      done();
    },
  });
  const world: World = { ...base, ctx: { ...base.ctx, log: makeLog("trace", lines) } };
  for (const register of [registerTransfers, registerBatchApprovals, registerLending, registerLinks])
    register();
  registerWithdrawals();
  const ear = new Ear();
  const simulator = await startSimulator(world);
  const { address, routes } = await serve(world, ear, simulator.url);
  const stage: Stage = { world, simulator, address };
  const owner = await makeOwner(stage);
  const { merchant } = owner;
  const dashboard = makeDashboard(world, { simulatorUrl: simulator.url });
  const permissions = PERMISSIONS.filter((one) => !HELD_BACK.includes(one));
  const browser = await dashboard.logIn(merchant.organizationId, { permissions });
  const watching = browser.call("watchMerchant", { merchantId: merchant.merchantId });
  await plantByCalls(world, ear, owner);
  const id = await plantByBanks(world, ear, owner);
  await plantByMember(world, ear, { merchant, browser });
  await askAll(routes, owner);
  await workAll(world, merchant);
  return {
    ...{
      world,
      dashboard,
      merchant,
      names: { id, batchId: owner.names.batchId },
      heard: ear.heard,
      withoutTheRight: browser,
    },
    hear: (place, words) => ear.hear(place, words),
    hearFile: (place, bytes) => ear.hearFile(place, bytes),
    numbers: () => ear.numbers(),
    plant: () => ear.plant(),
    ...{ address, known: owner.names },
    endStream: async () => {
      endStreams(world.ctx);
      return (await watching).bytes;
    },
    log: () => log,
    today: istDate(new Date()),
  };
}

const HELD_BACK: readonly Permission[] = ["reveal_account_numbers", "own_organization"];

/** Serves the merchant: API, sandbox and assistants, with a check of each request and each answer. */
async function serve(world: World, ear: Ear, simulatorUrl: string) {
  const { ctx } = world;
  const routes: Mounted[] = [];
  const app = buildApi(ctx);
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== "HEAD" && one !== "OPTIONS") routes.push({ method: one, url });
  });
  app.addHook("preHandler", async ({ body, query }) => {
    ear.learn(readBody(body));
    ear.learn(query);
  });
  app.addHook("onSend", async ({ method, routeOptions: { url = "" } }, _reply, payload) => {
    const place = `${method} ${url.replace(/^\/payout\/v1(?:\.\d)?/, "")}`;
    if (payload === null || payload === undefined) return payload;
    const bytes =
      payload instanceof Readable ? await buffer(payload) : Buffer.from(payload as string | Buffer);
    await ear.hearFile(place, bytes);
    return bytes;
  });
  mountSandbox(app, ctx, { simulatorUrl });
  mountCallbacks(app, ctx);
  mountMcp(app, ctx, { docs: () => [] });
  mountDeveloper(app, ctx);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    await app.close();
    await runtimeOf(ctx).idle();
  });
  return { address, routes: routes.filter(({ url }) => !/^\/(?:mcp|developer)\b/.test(url)) };
}

/** Plants payees by call, by file, by link, and through a receiver that repeats what it receives. */
async function plantByCalls(world: World, ear: Ear, { merchant, call }: Tenant): Promise<void> {
  const { ctx } = world;
  const { merchantId } = merchant;
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  world.onClose(() => receiver.close());
  const echoes = ear.plantForms().map(echoOf);
  let answers = 0;
  receiver.answer = ({ body }) => {
    answers += 1;
    const echo = echoes[answers % (echoes.length + 1)] ?? body.replaceAll('"', "");
    return { status: 500, body: echo };
  };
  await addEndpoint(ctx, merchantId, { url: receiver.url, format: "v2" });
  await ok(call("POST", "/payout/v1.2/directTransfer", { body: directOrder() }));
  const { beneDetails, ...terms } = directOrder();
  const { bankAccount: _, ifsc: __, ...person } = beneDetails as Record<string, unknown>;
  const byUpi = { ...terms, transferMode: "upi", beneDetails: { ...person, vpa: plantVpa(ear) } };
  await ok(call("POST", "/payout/v1.2/directTransfer", { body: byUpi }));
  const file = fileOf([payeeRow(ear), { ...payeeRow(ear), amount: "none" }]).toString();
  const query = { format: "BANK_ACCOUNT", name: "salaries.csv" };
  await ok(call("POST", "/payout/v1.2/batchFiles", { query, text: file }));
  const upi = { query: { ...query, format: "UPI" }, text: fileOf([upiRow(ear)]).toString() };
  await ok(call("POST", "/payout/v1.2/batchFiles", upi));
  const asked = { name: "Asha Rao", phone: "9876543210", bankAccount: ear.plant(), ifsc: "HDFC0000001" };
  await ok(call("GET", "/payout/v1.2/validation/bankDetails", { query: asked }));
  const entries = [{ ...asked, bankAccount: ear.plant() }];
  const bulkValidationId = freshId("bulk");
  await ok(call("POST", "/payout/v1/bulkValidation/bankDetails", { body: { bulkValidationId, entries } }));
  const later = { ...asked, bankAccount: ear.plant(), userId: "later" };
  await ok(call("GET", "/payout/v1/asyncValidation/bankDetails", { query: later }));
  const { token } = await makeLink(world, merchant, { notifyPayee: true, email: "payee@example.com" });
  const accountNumber = ear.plant();
  const to = { ...TO_ACCOUNT, accountNumber, accountNumberAgain: accountNumber, ifsc: "HDFC0000001" };
  await claim(ctx, await prove(world, merchant, token), to);
  const second = await makeLink(world, merchant, { notifyPayee: true, email: "payee@example.com" });
  await claim(ctx, await prove(world, merchant, second.token), toVpa(plantVpa(ear)));
  await workAll(world, merchant);
  await ok(call("GET", "/payout/v1/getBulkValidationStatus", { query: { bulkValidationId } }));
  await ok(call("GET", "/payout/v1/getValidationStatus/bank", { query: { userId: "later" } }));
}

/** Sends a bank's reports about a payment, and lines of a statement; returns the ID of the payment. */
async function plantByBanks(world: World, ear: Ear, { merchant, names }: Tenant): Promise<string> {
  const { ctx } = world;
  const { merchantId, debitAccount } = merchant;
  const [paid] = await world.look<{ transferId: string }>(
    `select transfer_id as "transferId" from transfers.transfer where merchant_id = $1 and transfer_key = $2`,
    [merchantId, names.transferId],
  );
  const text = [`account ${ear.plant()} is closed`, ...ear.plantForms()].join("; ");
  const back = {
    kind: "returned",
    code: "",
    utr: "632512000001",
    reason: "RETURNED_FROM_BENEFICIARY",
  } as const;
  const about = { transferId: paid!.transferId, attempt: 1, source: "callback" } as const;
  await recordNews(ctx, merchantId, [{ ...about, outcome: { ...back, text } }]);
  const counterparty = { name: "Asha Rao", accountNumber: ear.plant(), ifsc: "HDFC0000001" };
  const debit = { side: "debit", counterparty } as const;
  const lines: HandLine[] = [
    { ...debit, amountPaise: 77_00n, narration: `NEFT DR ${ear.plant()} ASHA RAO` },
    { ...debit, amountPaise: 78_00n, narration: `A/c No.${ear.plant()}` },
  ];
  const narrations = ear.plantForms().flatMap(disguised);
  const disguises = narrations.map((narration, index) => ({
    ...{ side: "debit" as const, amountPaise: BigInt(100_00 + index), narration },
    counterparty: { name: narration, accountNumber: null, ifsc: null },
  }));
  lines.push(...disguises);
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), lines });
  await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
  await matchLines(ctx, merchantId);
  return paid!.transferId;
}

/**
 * Makes every call of the API and of the sandbox, about everything that the merchant has, and those of an assistant.
 */
async function askAll(routes: readonly Mounted[], { call, names, merchant }: Tenant): Promise<void> {
  for (const route of routes) {
    const asked = askedAt(route);
    if (asked === null) continue;
    for (const { path, ...rest } of asked.row.ask(names, names))
      await call(asked.method, asked.prefix + path, rest);
  }
  const headers = { "x-client-id": merchant.clientId, "x-client-secret": merchant.clientSecret };
  const say = (method: string, params: object) =>
    call("POST", "/mcp", {
      ...{ headers: { ...headers, "content-type": "application/json" } },
      body: { jsonrpc: "2.0", id: 1, method, params },
    });
  const { json } = await say("tools/list", {});
  const given = { id: names.transferId, batchId: names.batchId, fundSourceId: names.fundSourceId };
  for (const tool of (json.result as { tools: { name: string; inputSchema: { required: string[] } }[] })
    .tools) {
    const fields = tool.inputSchema.required.map((field) => [field, given[field as keyof typeof given]]);
    await say("tools/call", { name: tool.name, arguments: Object.fromEntries(fields) });
  }
}

async function workAll(world: World, { merchantId }: TestMerchant): Promise<void> {
  const { ctx } = world;
  await runtimeOf(ctx).idle();
  for (const work of [
    workBatches,
    workVerifications,
    workLinks,
    makeReports,
    deliverWebhooks,
    deliverMessages,
  ])
    await work(ctx, merchantId);
  await runtimeOf(ctx).idle();
  await flushCalls(ctx);
}
