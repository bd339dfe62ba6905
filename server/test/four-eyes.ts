/** A live merchant whose large payments need a second person, its people, and what they try, for tests. */
import assert from "node:assert/strict";
import { authorize, changeApiClient, type Grants, type Role } from "#access";
import { buildApi } from "#api";
import type { Actor } from "#audit";
import { parsePolicies, registerGuardApprovals, setPolicies, type SubjectKind } from "#approvals";
import { istDate } from "#lib/ist";
import { importStatement, registerReleases } from "#reconciliation";
import { registerRiskApprovals } from "#risk";
import { registerSettingApprovals } from "#settings";
import { registerConnections } from "#fund-sources";
import { createLink, registerLinks } from "#links";
import { registerTransfers } from "#transfers";
import { accountRow, request, workOff } from "../src/features/batches/test/batch-world.ts";
import { claim, dayAhead, prove, tokenOf } from "../src/features/links/test/payee.ts";
import { makeStatement } from "../src/features/reconciliation/test/make-statement.ts";
import { makeDashboard, type Browser, type Json } from "./dashboard.ts";
import type { TestMerchant, World } from "./world.ts";

const CRORE = 1_00_00_000_00n;
const LAKH = 1_00_000_00n;
const DAY_MS = 86_400_000;
const LARGE = [{ name: "Large ones", from: "200000", levels: [{ approvers: 1 }] }];

/**
 * Fields of stored proposals that are shown in another form: amounts in paise, IDs that are shown as names, policies,
 * sealed keys.
 */
const SHOWN_OTHERWISE = [
  ...[
    "was",
    "fundSourceIds",
    "dayLimitPaise",
    "waitingPaise",
    "before",
    "policies",
    "replaces",
    "sealedKeys",
  ],
];

/** Returns the actions of people of live merchants in this world. */
export function openFourEyes(world: World) {
  const { ctx } = world;
  const dashboard = makeDashboard(world);
  const app = buildApi(ctx);
  world.onClose(() => app.close());
  registerTransfers();
  registerLinks();
  registerGuardApprovals();
  registerReleases();
  registerConnections();
  registerRiskApprovals();
  registerSettingApprovals();

  /** Makes a live merchant with money and people, whose policies require a second person from ₹2,00,000. */
  async function makeOffice(people: Readonly<Record<string, Role | Grants>>, policies: unknown = LARGE) {
    const merchant = await world.makeMerchant({ mode: "live", balancePaise: CRORE });
    const { merchantId, organizationId } = merchant;
    await setFor(merchant, "transfer", policies);
    await changeApiClient(ctx, merchantId, { ipAllowlist: ["127.0.0.1"] });
    const browsers: Record<string, Browser> = {};
    for (const [name, grant] of Object.entries(people))
      browsers[name] = await dashboard.logIn(organizationId, grant);
    return { merchant, merchantId, organizationId, browsers };
  }

  const setFor = ({ merchantId }: TestMerchant, subjectKind: SubjectKind, policies: unknown) =>
    setPolicies(ctx, merchantId, {
      subjectKind,
      policies: parsePolicies(policies, subjectKind),
      by: "system",
    });

  let orders = 0;

  /** An account is paid by IMPS, unless a mode is given. */
  type Account = { readonly accountNumber: string; readonly ifsc: string; readonly mode?: string };
  type Payee = string | Account | { readonly vpa: string };

  function orderOf(amount: string, payee?: Payee): Json {
    orders += 1;
    const accountNumber = payee ?? String(91_00_00_00_00_00 + orders);
    const account =
      typeof accountNumber === "string" ? { accountNumber, ifsc: "HDFC0000001" } : accountNumber;
    return {
      transferKey: `order_${orders}`,
      amount,
      mode: "vpa" in account ? "upi" : "imps",
      remarks: "Invoice",
      ...account,
      name: "Asha Rao",
      phone: "9876543210",
    };
  }

  /** Orders a payment on the dashboard; returns its status. */
  async function order(by: Browser, merchantId: string, amount: string, payee?: Payee): Promise<string> {
    const { transfer } = await by.ask("createTransfer", { merchantId, ...orderOf(amount, payee) });
    return transfer.status;
  }

  /** Returns the outcome of such an order, and the sum of 24 hours that would make it wait. */
  async function preview(by: Browser, merchantId: string, amount: string, payee?: Payee): Promise<Json> {
    const { outcome, approval } = await by.ask("previewTransfer", { merchantId, ...orderOf(amount, payee) });
    return [outcome, approval?.sum ?? null];
  }

  /** Pays with a key pair using the classic API; returns the status of the transfer. */
  async function payByKey(
    keys: { clientId: string; clientSecret: string },
    amount: string,
    account?: string,
  ): Promise<string> {
    orders += 1;
    const nth = orders;
    const { token } = await authorize(ctx, { ...keys, ip: "127.0.0.1" });
    const headers = { authorization: `Bearer ${token}` };
    const bankAccount = account ?? String(91_00_00_00_00_00 + nth);
    const beneDetails = {
      name: "Asha Rao",
      phone: "9876543210",
      bankAccount,
      ifsc: "HDFC0000001",
      address1: "12 MG Road",
    };
    const payload = { transferId: `order_${nth}`, amount, transferMode: "imps", beneDetails };
    await app.inject({ method: "POST", url: "/payout/v1.2/directTransfer", headers, payload });
    const url = `/payout/v1/getTransferStatus?transferId=${payload.transferId}`;
    return (await app.inject({ url, headers })).json<Json>().data.transfer.status;
  }

  /** Makes a link; returns a function with which its payee claims the money later. */
  async function linkBy(
    by: Actor,
    merchant: TestMerchant,
    amountPaise: bigint,
  ): Promise<() => Promise<void>> {
    orders += 1;
    const { address } = await createLink(ctx, merchant.merchantId, {
      linkKey: `link_${orders}`,
      amountPaise,
      name: "Asha Rao",
      phone: "9876543210",
      expiry: await dayAhead(world, merchant, 10),
      notifyPayee: false,
      checkName: false,
      by,
    });
    return async () => claim(ctx, await prove(world, merchant, tokenOf(address)));
  }

  /** Requests a batch of one row, with a key pair by default; returns a function with which workers pay it later. */
  async function batchBy(
    merchant: TestMerchant,
    amount: string,
    by: Actor = `api-key:${merchant.clientId}`,
  ): Promise<() => Promise<void>> {
    await request(ctx, merchant, { rows: [accountRow({ amount })], by });
    return () => workOff(ctx, merchant);
  }

  /** Returns the open requests, and checks that they show every field of what will be done. */
  async function queueOf(who: Browser, merchantId: string, kind?: string): Promise<Json[]> {
    const kinds = kind === undefined ? {} : { kinds: [kind] };
    const { items } = await who.ask("listApprovals", { merchantId, ...kinds });
    const kept = await world.look<{ requestId: string; names: string[] }>(
      `select request_id as "requestId", array(select jsonb_object_keys(proposal)) as names
       from approvals.request
       where merchant_id = $1 and proposal is not null and jsonb_typeof(proposal) = 'object'`,
      [merchantId],
    );
    for (const { requestId, names } of kept) {
      const shown = items.find((one: Json) => one.requestId === requestId);
      if (shown === undefined || shown.rule !== null) continue;
      const missing = names.filter((name) => !(name in shown.proposal) && !SHOWN_OTHERWISE.includes(name));
      assert.deepEqual(missing, [], `a ${shown.kind} request says all that it will do`);
    }
    return items;
  }

  /** Approves the newest request of a kind, and returns the result. */
  async function approve(who: Browser, merchantId: string, kind: string): Promise<string> {
    const { requestId, contentHash } = (await queueOf(who, merchantId, kind)).at(-1)!;
    const requests = [{ requestId, contentHash }];
    const { items } = await who.ask("decideApprovals", { merchantId, requests, verdict: "approve" });
    return items[0].code ?? items[0].outcome;
  }

  /** Invites a second address, and opens the invitation in another window of the same person. */
  async function invitePuppet(by: Browser, grant: unknown, email: string): Promise<Browser> {
    const { memberId, link } = await by.ask("inviteMember", { name: "Puppet", email, grant });
    const ticket = String(link).split("#")[1];
    const password = "a long walk by the river 41";
    await dashboard.stranger.ask("acceptInvitation", { ticket, name: "Puppet", password });
    // The same person controls the second mailbox, sets a password by e-mail, and sets up a second factor.
    await world.look(
      "update access.member set email_proved = true, link_shown = false where member_id = $1",
      [memberId],
    );
    await dashboard.giveFactor(memberId);
    return dashboard.logInAs(memberId);
  }

  /** Sends two statements with a gap between them, each with a credit of ₹70; the second one must wait for a person. */
  async function stateGap(merchant: TestMerchant, utrs: readonly string[]): Promise<void> {
    for (const [index, utr] of utrs.entries()) {
      const opens = { daysAgo: utrs.length + 1 - index, openingPaise: BigInt(index) * LAKH };
      await stateCredit(merchant, { utr, ...opens });
    }
  }

  /** Sends a day's statement with one credit of ₹70. */
  async function stateCredit(
    { merchantId, debitAccount }: TestMerchant,
    { utr, daysAgo, openingPaise }: { utr: string; daysAgo: number; openingPaise: bigint },
  ): Promise<void> {
    const day = istDate(new Date(Date.now() - daysAgo * DAY_MS));
    const lines = [{ side: "credit", amountPaise: 70_00n, utr }] as const;
    const statement = makeStatement({ debitAccount, day, openingPaise, lines });
    await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
  }

  return {
    stateGap,
    stateCredit,
    dashboard,
    makeOffice,
    setFor,
    order,
    orderOf,
    preview,
    payByKey,
    linkBy,
    batchBy,
    queueOf,
    approve,
    invitePuppet,
  };
}
