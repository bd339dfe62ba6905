/** Causes every refusal that the v2 API publishes for transfers. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { changeMerchant, type KeyTermsChange } from "#access";
import { requestKeyScope } from "#approvals";
import { setBeneficiarySettings } from "#beneficiaries";
import { openBankAccount } from "#fund-sources";
import { makeWorld } from "#test/world";
import {
  cardOf,
  CONTACT,
  DETAILS,
  INSTRUMENTS,
  NAME,
  ofOrders,
  payeeOf,
  takeNotes,
  to,
} from "#test/v2-causes";
import {
  addBeneficiaryV2,
  agreeFirst,
  askV2,
  blockPayeeOf,
  CONTACT_V2,
  freshAccount,
  freshId,
  openV2,
  soundOrderV2,
  v2Account,
  stopBanks,
  withLimit,
  withoutModes,
  type Client,
  type Fields,
  type HeardV2,
} from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const { ctx } = world;
const cards = await client.another();
await changeMerchant(ctx, cards.merchant.merchantId, { settings: { tokenRequestorId: "50110030273" } });
const { note, silent } = takeNotes();

test("what is wrong with an order", async () => {
  for (const [changes, code] of ofOrders)
    await note("createTransfer", askV2(cards, "POST /transfers", { body: soundOrderV2(changes) }), code);
  const body = soundOrderV2(cardOf({}));
  await note("createTransfer", askV2(client, "POST /transfers", { body }), "transfer_mode_not_enabled");
});

/** Sends an order of a separate merchant after preparing it. */
async function byPrepared(
  prepare: (other: Client) => Promise<unknown>,
  changes: (other: Client) => Fields | Promise<Fields> = () => ({}),
  options: { bankIds?: readonly string[] } = {},
): Promise<HeardV2> {
  const other = await client.another(options);
  await prepare(other);
  return askV2(other, "POST /transfers", { body: soundOrderV2(await changes(other)) });
}

const openAccount = ({ merchant }: Client, bankId: string): Promise<unknown> =>
  openBankAccount(ctx, merchant.merchantId, {
    bankId,
    name: "Current account",
    accountNumber: freshAccount().bankAccount,
    ifsc: "HDFC0000001",
    by: "system",
  });

const listed = async (other: Client, changes: Fields = {}): Promise<Fields> =>
  payeeOf({ beneficiary_id: await addBeneficiaryV2(other, changes) });

const limitKeys = (terms: KeyTermsChange) => (other: Client) =>
  requestKeyScope(ctx, other.merchant.merchantId, terms);

const nothing = async (): Promise<void> => undefined;
const UPI = to({ vpa: "success@upi" }, { transfer_mode: "upi" });

test("why a sound order is not taken", async () => {
  const causes: [Promise<HeardV2>, string][] = [
    [byPrepared(nothing, () => payeeOf({ beneficiary_id: "nobody" })), "beneficiary_not_found"],
    [
      byPrepared(nothing, () =>
        payeeOf({ beneficiary_name: "王芳", beneficiary_instrument_details: v2Account() }),
      ),
      `${DETAILS}beneficiary_name_invalid`,
    ],
    [byPrepared(nothing, () => ({ fundsource_id: "BANK_9" })), "fundsource_id_invalid"],
    [
      byPrepared(
        (other) => openAccount(other, "purvasagar"),
        () => ({
          ...payeeOf({ ...NAME, beneficiary_contact_details: CONTACT_V2 }),
          transfer_mode: "paytm",
          fundsource_id: "BANK_1",
        }),
        { bankIds: ["meghdoot", "purvasagar"] },
      ),
      "fundsource_id_invalid",
    ],
    [
      byPrepared(
        async (other) => {
          for (const bankId of ["meghdoot", "purvasagar"]) await openAccount(other, bankId);
          const { merchantId } = other.merchant;
          await world.look(
            "update fund_sources.fund_source set active = false where merchant_id = $1 and kind = 'wallet'",
            [merchantId],
          );
        },
        () => ({}),
        { bankIds: ["meghdoot", "purvasagar"] },
      ),
      "fundsource_id_missing",
    ],
    [
      byPrepared(nothing, (other) => listed(other, { beneficiary_instrument_details: { vpa: "a.b@upi" } })),
      `${INSTRUMENTS}bank_account_number_missing`,
    ],
    [
      byPrepared(nothing, async (other) => ({ ...(await listed(other)), transfer_mode: "upi" })),
      `${INSTRUMENTS}vpa_missing`,
    ],
    [
      byPrepared(nothing, () => to({ ...v2Account(), bank_ifsc: "QQQQ0QQQQQQ" })),
      `${INSTRUMENTS}bank_ifsc_invalid`,
    ],
    [
      byPrepared(nothing, async (other) => ({
        ...(await listed(other, { beneficiary_contact_details: { beneficiary_phone: "02212345678" } })),
        transfer_mode: "paytm",
      })),
      "transfer_mode_not_valid_for_beneficiary",
    ],
    [byPrepared(stopBanks, () => UPI), "fundsource_paused"],
    [byPrepared(withoutModes({ unavailableModes: ["upi"] }), () => UPI), "transfer_mode_not_enabled"],
    [byPrepared(withoutModes({ disabledModes: ["upi"] }), () => UPI), "transfer_mode_not_enabled"],
    [
      byPrepared(nothing, () => ({ transfer_mode: "rtgs", transfer_amount: 199999.99 })),
      "transfer_amount_invalid",
    ],
    [byPrepared(nothing, () => ({ ...UPI, transfer_amount: 100000.01 })), "transfer_amount_invalid"],
    [
      byPrepared(
        ({ merchant }) =>
          setBeneficiarySettings(ctx, merchant.merchantId, { waitingMinutes: 30, by: "system" }),
        (other) => listed(other),
      ),
      "beneficiary_too_new",
    ],
    [
      byPrepared(
        (other) => agreeFirst(other, "beneficiary"),
        (other) => listed(other),
      ),
      "beneficiary_not_allowed",
    ],
    [
      byPrepared(nothing, async (other) => {
        const order = await listed(other);
        await world.look("update beneficiaries.beneficiary set status = 'invalid' where merchant_id = $1", [
          other.merchant.merchantId,
        ]);
        return order;
      }),
      "beneficiary_details_invalid",
    ],
    [
      byPrepared(({ merchant }) =>
        changeMerchant(ctx, merchant.merchantId, { settings: { payoutsEnabled: false } }),
      ),
      "payouts_not_enabled",
    ],
    [byPrepared(limitKeys({ dayLimitPaise: 99n })), "api_keys_limit_exceeded"],
    [byPrepared(limitKeys({ scope: "draft" })), "api_keys_draft_without_approver"],
    [byPrepared(limitKeys({ fundSourceIds: ["BANK_9"] })), "fundsource_id_not_allowed"],
  ];
  for (const [asking, code] of causes) await note("createTransfer", asking, code);
});

test("what a rule stops is a rejected transfer with its reason, and its id is taken", async () => {
  const blocked = async (): Promise<HeardV2> => {
    const other = await client.another();
    const order = soundOrderV2();
    const first = await askV2(other, "POST /transfers", { body: order });
    await blockPayeeOf(other, String(first.body.cf_transfer_id));
    return askV2(other, "POST /transfers", { body: { ...order, transfer_id: freshId("t") } });
  };
  const causes: [Promise<HeardV2>, string][] = [
    [byPrepared(withLimit("merchant")), "SUSPECTED_TRANSFER"],
    [byPrepared(withLimit("beneficiary")), "DEST_LIMIT_REACHED"],
    [blocked(), "BENEFICIARY_BLACKLISTED"],
  ];
  for (const [asking, code] of causes) {
    const { status, body } = await asking;
    assert.deepEqual([status, body.status, body.status_code], [200, "REJECTED", code]);
  }
});

test("what is wrong with details beside an id, and a repeated id", async () => {
  const beneficiary_id = await addBeneficiaryV2(client);
  for (const [instruments, code] of [
    [{ bank_account_number: "999999999999" }, "bank_account_number_invalid"],
    [{ bank_ifsc: "HDFC0000002" }, "bank_ifsc_invalid"],
    [{ vpa: "nobody@upi" }, "vpa_invalid"],
  ] as const) {
    const body = soundOrderV2(payeeOf({ beneficiary_id, beneficiary_instrument_details: instruments }));
    await note("createTransfer", askV2(client, "POST /transfers", { body }), INSTRUMENTS + code);
  }
  const elsewhere = { beneficiary_contact_details: { beneficiary_phone: "9812345678" } };
  const toPhone = soundOrderV2(payeeOf({ beneficiary_id, ...elsewhere }, { transfer_mode: "paytm" }));
  await note(
    "createTransfer",
    askV2(client, "POST /transfers", { body: toPhone }),
    `${CONTACT}beneficiary_phone_invalid`,
  );
  const body = soundOrderV2();
  await askV2(client, "POST /transfers", { body });
  await note("createTransfer", askV2(client, "POST /transfers", { body }), "transfer_id_already_exists");
});

after(() => assert.deepEqual(silent(["createTransfer"]), []));
