import { decideRequests, findRequests, type Request } from "#approvals";
import { listBatches, requestBatch, workBatch } from "#batches";
import { WALLET_ID, topUp } from "#fund-sources";
import { listIncidents, openIncident, resolveIncident } from "#health";
import { createLink, LinkError } from "#links";
import { istDate } from "#lib/ist";
import { listReports, makeReports, requestReport } from "#reports";
import { callSimulator, readClock } from "#sandbox";
import { acceptTransfers, readTransfers, setQueuingTime, type TransferOrder } from "#transfers";
import { deliverWebhooks } from "#webhooks";
import { makeWithdrawal } from "#withdrawals";
import { erp, REGISTERED_ACCOUNT, SALARY_BANK, setUpBusiness, type Business } from "./business.ts";
import { salaryRows, type Deed, type PlannedOrder } from "./occasions.ts";

type DeedOf<K extends Deed["kind"]> = Extract<Deed, { kind: K }>;
type Deeds = { [K in Deed["kind"]]: (business: Business, deed: DeedOf<K>) => Promise<unknown> };

const DAY_MS = 86_400_000;

/** The function that does each kind of thing, in the way that merchants and members would. */
const DEEDS: Deeds = {
  "set-up": (business) => setUpBusiness(business),
  "top-up": bringMoney,
  orders: placeOrders,
  decide,
  salaries: requestSalaries,
  link: makeLink,
  withdraw: (business, { withdrawalKey, amountPaise }) =>
    makeWithdrawal(business.ctx, business.merchantId, {
      withdrawalKey,
      amountPaise,
      remarks: "Owner's drawings",
      by: `member:${business.people.admin}`,
    }),
  incident: tellOfIncident,
  report: makeReport,
  maintenance: announceMaintenance,
  receiver: async ({ ctx, merchantId, receiver }, { answers }) => {
    await deliverWebhooks(ctx, merchantId);
    receiver.answers = answers;
  },
  queuing: ({ ctx, merchantId, people }, { hours }) =>
    setQueuingTime(ctx, merchantId, { hours, by: `member:${people.admin}` }),
};

/** Performs one deed of the plan. It can be repeated, because each ID in a plan belongs to one deed. */
export async function performDeed(business: Business, deed: Deed): Promise<void> {
  await (DEEDS[deed.kind] as (business: Business, deed: Deed) => Promise<unknown>)(business, deed);
}

async function bringMoney(business: Business, { utr, amount, fundSourceId = WALLET_ID }: DeedOf<"top-up">) {
  const { ctx, merchantId, simulatorUrl, debitAccount } = business;
  if (fundSourceId !== WALLET_ID) {
    const amountPaise = BigInt(amount.replace(".", ""));
    return topUp(ctx, merchantId, { bankId: SALARY_BANK, utr, amountPaise, fundSourceId });
  }
  const { holderName: name, accountNumber, ifsc } = REGISTERED_ACCOUNT;
  const from = { name, accountNumber, ifsc };
  const body = { bankId: "meghdoot", account: debitAccount, amount, utr, from };
  return callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body });
}

async function placeOrders(business: Business, { orders, person }: DeedOf<"orders">): Promise<void> {
  const asking =
    person === undefined
      ? ({ maker: erp(business), creator: "api" } as const)
      : ({ maker: `member:${business.people[person]}`, creator: "member" } as const);
  const placed = orders.map((one): TransferOrder => ({ ...toOrder(one), createdBy: asking }));
  await acceptTransfers(business.ctx, business.merchantId, placed);
}

function toOrder({ beneId, fundSourceId = WALLET_ID, processOn, ...order }: PlannedOrder): TransferOrder {
  return { ...order, payee: { beneId }, fundSourceId, ...(processOn === undefined ? {} : { processOn }) };
}

/** Decides requests, unless they were decided already. */
async function decide(
  business: Business,
  { subject, person, verdict, remarks }: DeedOf<"decide">,
): Promise<void> {
  const request = await findRequest(business, subject);
  if (request === undefined) return;
  const { requestId, contentHash } = request;
  const decision = {
    request: { requestId },
    memberId: business.people[person],
    verdict,
    contentHash,
    remarks,
  };
  await business.ctx.db.inMerchant(business.merchantId, (tx) => decideRequests(tx, [decision]));
  if ("batchKey" in subject) await workBatch(business.ctx, business.merchantId, request.subjectId);
}

async function findRequest(
  { ctx, merchantId }: Business,
  subject: DeedOf<"decide">["subject"],
): Promise<Request | undefined> {
  if ("transferKey" in subject) {
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [subject.transferKey] });
    if (transfer === undefined) return undefined;
    const { transferId } = transfer;
    return ctx.db.inMerchant(merchantId, async (tx) =>
      (await findRequests(tx, "transfer", [transferId])).get(transferId),
    );
  }
  const batchId = await findBatch({ ctx, merchantId }, subject.batchKey);
  if (batchId === undefined) return undefined;
  return ctx.db.inMerchant(merchantId, async (tx) =>
    (await findRequests(tx, "batch", [batchId])).get(batchId),
  );
}

async function findBatch(
  { ctx, merchantId }: Pick<Business, "ctx" | "merchantId">,
  batchKey: string,
): Promise<string | undefined> {
  const batches = await listBatches(ctx, merchantId, { limit: 10 });
  return batches.find(({ name }) => name === batchKey)?.batchId;
}

async function requestSalaries({ ctx, merchantId, people }: Business, { batchKey }: DeedOf<"salaries">) {
  const { batch } = await requestBatch(ctx, merchantId, {
    batchKey,
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    rows: salaryRows(batchKey),
    by: `member:${people.initiator}`,
  });
  await workBatch(ctx, merchantId, batch.batchId);
}

async function makeLink(business: Business, { linkKey, name, amountPaise }: DeedOf<"link">): Promise<void> {
  const { ctx, merchantId, people } = business;
  const { now } = await readClock(ctx, merchantId);
  const made = createLink(ctx, merchantId, {
    linkKey,
    amountPaise,
    name,
    phone: "9820098200",
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
    expiry: istDate(new Date(now.getTime() + 5 * DAY_MS)).replaceAll("-", "/"),
    remarks: "Prize of the customer draw",
    notifyPayee: true,
    checkName: false,
    by: `member:${people.admin}`,
    repeatable: true,
  });
  // A second link would expire on another day, so an existing one stays.
  await made.catch((error: unknown) => {
    if (!LinkError.is(error, "key_exists")) throw error;
  });
}

async function tellOfIncident(
  business: Business,
  { bank, because, ends }: DeedOf<"incident">,
): Promise<void> {
  const { ctx, merchantId } = business;
  const { now } = await readClock(ctx, merchantId);
  const known = await listIncidents(ctx, merchantId, {
    resolved: null,
    from: new Date(now.getTime() - 60 * DAY_MS),
    to: now,
    entityCode: bank,
  });
  const by = erp(business);
  const open = known.find(({ status }) => status === "active");
  if (ends && open !== undefined) await resolveIncident(ctx, merchantId, { incidentNo: open.incidentNo, by });
  if (ends || known.length > 0) return;
  const subject = { entity: "bank", entityCode: bank, mode: "imps" } as const;
  await openIncident(ctx, merchantId, { ...subject, severity: "high", because, planned: null, by });
}

async function makeReport(
  { ctx, merchantId, people }: Business,
  { name, type, format, daysAgo }: DeedOf<"report">,
): Promise<void> {
  const known = await listReports(ctx, merchantId, { limit: 100 });
  if (!known.some((one) => one.name === name)) {
    const { now } = await readClock(ctx, merchantId);
    const fromDay = istDate(new Date(now.getTime() - daysAgo * DAY_MS));
    const by = `member:${people.admin}` as const;
    await requestReport(ctx, merchantId, { type, format, name, fromDay, toDay: istDate(now), by });
  }
  await makeReports(ctx, merchantId);
}

async function announceMaintenance(business: Business, deed: DeedOf<"maintenance">): Promise<void> {
  const { ctx, merchantId } = business;
  const { bank: entityCode, from, to } = deed;
  const known = await listIncidents(ctx, merchantId, { resolved: null, from, to, entityCode });
  if (known.length > 0) return;
  const subject = { entity: "bank", entityCode, mode: "imps" } as const;
  const because = "Maintenance, announced by the bank";
  const notice = { ...subject, severity: "low", because, planned: { from, to }, by: erp(business) } as const;
  await openIncident(ctx, merchantId, notice);
}
