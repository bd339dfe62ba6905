/** Causes the answers of the three transfer calls, in both versions. */
import { changeMerchant } from "#access";
import { setBeneficiarySettings } from "#beneficiaries";
import { openBankAccount } from "#fund-sources";
import { changeDetails } from "#test/change-details";
import { openBreakableDatabase } from "./breakable-database.ts";
import { type Cause, causesOf } from "./cause.ts";
import { freshAccount } from "./requests.ts";
import {
  agreeFirst,
  blockPayeeOf,
  causesOfKeys,
  stopBanks,
  withLimit,
  withoutModes,
  withQueue,
} from "./restrict.ts";
import { bodyOf, byOrder, byPrepared, magic, sendBody, waitForSunday, type Way } from "./send-orders.ts";
import { type Client, freshId } from "./stage.ts";

type Causes = Parameters<typeof causesOf>[2];

const UPI = { payee: { vpa: "success@upi" }, fields: { transferMode: "upi" } } as const;

/** Missing or malformed fields. */
const ofFields = (way: Way): Causes => ({
  amount_missing: byOrder(way, { fields: { amount: undefined } }),
  transfer_id_missing: byOrder(way, { fields: { transferId: "" } }),
  amount_invalid: byOrder(way, { fields: { amount: "ten" } }),
  amount_decimals: byOrder(way, { fields: { amount: "10.001" } }),
  amount_too_small: {
    message:
      way.version === "v1"
        ? "Transfer amount is less than minimum amount of Rs. 1."
        : "amount should be at least 1.0",
    cause: byOrder(way, { fields: { amount: "0.99" } }),
  },
  transfer_id_invalid: byOrder(way, { fields: { transferId: "x".repeat(41) } }),
  transfer_id_characters: byOrder(way, { fields: { transferId: "no/way" } }),
  mode_invalid: byOrder(way, { fields: { transferMode: "pigeon" } }),
  remarks_invalid: byOrder(way, { fields: { remarks: "50% off" } }),
  tag_invalid: byOrder(way, { fields: { tag: "vendors" } }),
  ...(way.operation === "directTransfer"
    ? { mode_not_available: byOrder(way, { fields: { transferMode: "card" } }) }
    : {}),
  feature_not_available: byOrder(way, { fields: { rda: { purpose: "gift" } } }),
  ...(way.version === "v1.2"
    ? {
        process_on_invalid: byOrder(way, { fields: { processOn: "2026-02-30 10:00:00" } }),
        priority_invalid: byOrder(way, { fields: { priority: 101 } }),
      }
    : {}),
});

/** The reasons for which an order is not accepted, for any payee. */
const ofAccepting = (way: Way): Causes => ({
  transfer_id_exists: async (client) => {
    const body = await bodyOf(client, way, {});
    await sendBody(client, way, body);
    return sendBody(client, way, body);
  },
  transfer_id_differs: async (client) => {
    const body = await bodyOf(client, way, {});
    await sendBody(client, way, body);
    return sendBody(client, way, { ...body, amount: "11.00" }, { "idempotency-key": "again" });
  },
  name_not_writable: byOrder(way, { payee: { name: "王芳" } }),
  no_bank_account: byOrder(way, { payee: { bankAccount: undefined, ifsc: undefined } }),
  no_vpa: byOrder(way, { fields: { transferMode: "upi" } }),
  mode_not_enabled: byPrepared(way, UPI, { prepare: withoutModes({ disabledModes: ["upi"] }) }),
  mode_not_available: byPrepared(way, UPI, { prepare: withoutModes({ unavailableModes: ["upi"] }) }),
  amount_below_minimum: {
    message: "Transfer amount is less than minimum amount of Rs. 200000.",
    cause: byOrder(way, { fields: { transferMode: "rtgs", amount: "199999.99" } }),
  },
  amount_above_maximum: {
    message: "Transfer amount is greater than the maximum amount of Rs.100000.",
    cause: byOrder(way, { ...UPI, fields: { ...UPI.fields, amount: "100000.01" } }),
  },
  insufficient_balance: byPrepared(way, {}, { balancePaise: 1_00n }),
  account_limit_exceeded: byPrepared(way, {}, { prepare: withLimit("merchant") }),
  fund_source_stopped: byPrepared(way, {}, { prepare: stopBanks }),
  ...causesOfKeys((given) => byPrepared(way, {}, given)),
  beneficiary_limit_exceeded: byPrepared(way, {}, { prepare: withLimit("beneficiary") }),
  beneficiary_not_allowed: async (client) => {
    const body = await bodyOf(client, way, {});
    const first = await sendBody(client, way, body);
    await blockPayeeOf(client, String(first.body.data?.referenceId));
    return sendBody(client, way, { ...body, transferId: freshId("t") });
  },
  feature_not_available: byPrepared(
    way,
    {},
    {
      prepare: (client) =>
        changeMerchant(client.stage.world.ctx, client.merchant.merchantId, {
          settings: { payoutsEnabled: false },
        }),
    },
  ),
});

/** Answers for listed beneficiaries only. */
const ofListed = (way: Way): Causes => ({
  bene_id_missing: byOrder(way, { fields: { beneId: null } }),
  bene_id_invalid: byOrder(way, { fields: { beneId: "no body" } }),
  beneficiary_not_found: byOrder(way, { fields: { beneId: "nobody" } }),
  beneficiary_too_new: byPrepared(
    way,
    {},
    {
      prepare: ({ stage, merchant }) =>
        setBeneficiarySettings(stage.world.ctx, merchant.merchantId, { waitingMinutes: 30, by: "system" }),
    },
  ),
  // Verification sets the status; the answer is the same, however it was set.
  beneficiary_details_invalid: async (client) => {
    const body = await bodyOf(client, way, {});
    await client.stage.world.look(
      "update beneficiaries.beneficiary set status = 'invalid' where merchant_id = $1 and bene_id = $2",
      [client.merchant.merchantId, body.beneId],
    );
    return sendBody(client, way, body);
  },
  // A beneficiary that was stored before the form of IFSCs was checked.
  invalid_ifsc: async (client) => {
    const body = await bodyOf(client, way, {});
    await changeDetails(
      client.stage.world,
      { merchantId: client.merchant.merchantId, beneId: String(body.beneId) },
      { column: "ifsc", value: "SBIN1ZZZZZZ" },
    );
    return sendBody(client, way, body);
  },
  mode_not_valid_for_beneficiary: byOrder(way, {
    payee: { phone: "02212345678" },
    fields: { transferMode: "paytm" },
  }),
});

/** Answers for payees given with the order only. */
const ofDirect = (way: Way): Causes => ({
  bene_details_missing: byOrder(way, { fields: { beneDetails: undefined } }),
  beneficiary_details_invalid: byOrder(way, { payee: { email: "nobody" } }),
  invalid_ifsc: byOrder(way, { payee: { ifsc: "HDFC1" } }),
  mode_not_valid_for_beneficiary: byOrder(way, {
    payee: { phone: way.version === "v1" ? "02212345678" : undefined },
    fields: { transferMode: "paytm" },
  }),
});

/** Answers only where a fund source can be named. */
const ofFundSources = (way: Way): Causes => ({
  fund_source_not_available: byOrder(way, { fields: { paymentInstrumentId: "BANK_9" } }),
  fund_source_not_valid_for_mode: byPrepared(
    way,
    { fields: { transferMode: "paytm", paymentInstrumentId: "BANK_1" } },
    // A bank that does not pay to wallets.
    { bankIds: ["meghdoot", "purvasagar"], prepare: (client) => openAccount(client, "purvasagar") },
  ),
  fund_source_ambiguous: byPrepared(
    way,
    {},
    {
      bankIds: ["meghdoot", "purvasagar"],
      prepare: async (client) => {
        await openAccount(client, "meghdoot");
        await openAccount(client, "purvasagar");
        await closeWallet(client);
      },
    },
  ),
});

/** Makes a bank account at one of the merchant's banks a fund source. */
const openAccount = ({ stage, merchant }: Client, bankId: string): Promise<unknown> =>
  openBankAccount(stage.world.ctx, merchant.merchantId, {
    bankId,
    name: "Current account",
    accountNumber: freshAccount().bankAccount,
    ifsc: "HDFC0000001",
    by: "system",
  });

const closeWallet = ({ stage, merchant }: Client): Promise<unknown> =>
  stage.world.look(
    "update fund_sources.fund_source set active = false where merchant_id = $1 and kind = 'wallet'",
    [merchant.merchantId],
  );

/** The state of a transfer, for a caller that waits. */
const ofWaiting = (way: Way): Causes => ({
  completed: byOrder(way),
  awaiting_confirmation: byOrder(way, { payee: magic("909090909029") }),
  pending_at_bank: byPrepared(way, { payee: magic("909090909026") }, { syncWaitMs: 200 }),
  awaiting_approval: byPrepared(way, {}, { prepare: (client) => agreeFirst(client, "transfer") }),
  queued: byPrepared(way, {}, { balancePaise: 1_00n, prepare: withQueue }),
  attempt_failed: byOrder(way, { payee: magic("909090909008") }),
  invalid_account_or_ifsc: byOrder(way, { payee: magic("909090909001") }),
  paytm_failed: byOrder(way, { payee: { phone: "7070000008" }, fields: { transferMode: "paytm" } }),
});

/** Answers of both kinds of calls to a transfer that is accepted, or may be. */
const ofTaking = (way: Way): Causes => ({
  scheduled: byPrepared(way, { fields: { transferMode: "neft" } }, { prepare: waitForSunday }),
  received: async (client) => {
    const database = await openBreakableDatabase(client.stage.world);
    const other = await client.another({ address: await client.stage.openServer(database.url) });
    const body = await bodyOf(other, way, {});
    database.cutInCommit();
    return sendBody(other, way, body);
  },
});

const ways = (operation: Way["operation"]): Way[] => [
  { operation, version: "v1" },
  { operation, version: "v1.2" },
];

function causesOfWay(way: Way): Cause[] {
  const parts = [
    ofFields(way),
    ofAccepting(way),
    ofTaking(way),
    way.operation === "directTransfer" ? ofDirect(way) : ofListed(way),
    way.version === "v1.2" ? ofFundSources(way) : {},
    way.operation === "requestAsyncTransfer" ? { initiated: byOrder(way) } : ofWaiting(way),
  ];
  return parts.flatMap((part) => causesOf(way.operation, way.version, part));
}

export const causesOfTransfers: readonly Cause[] = [
  ...ways("requestTransfer"),
  ...ways("requestAsyncTransfer"),
  ...ways("directTransfer"),
].flatMap(causesOfWay);
