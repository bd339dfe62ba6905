/** Causes every refusal that the v2 API publishes for beneficiaries. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBankAccount, revealFundSourceAccount } from "#fund-sources";
import { makeWorld } from "#test/world";
import { CONTACT, ofOrders, takeNotes, VISA } from "#test/v2-causes";
import {
  askV2,
  freshAccount,
  freshId,
  openV2,
  soundBeneficiaryV2,
  v2Account,
  type Fields,
  type HeardV2,
} from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const { ctx } = world;
const { note, silent } = takeNotes();

const WRONG_IDS: [string, string][] = [
  ["x".repeat(51), "beneficiary_id_length_exceeded"],
  ["no body", "beneficiary_id_invalid"],
  [VISA, "beneficiary_id_invalid"],
];
const WRONG_ACCOUNTS: [Record<string, string>, string][] = [
  [{ bank_ifsc: "HDFC0000001" }, "bank_account_number_missing"],
  [{ bank_account_number: "123456789" }, "bank_ifsc_missing"],
  [{ bank_account_number: "1".repeat(26), bank_ifsc: "HDFC0000001" }, "bank_account_number_length_exceeded"],
  [{ bank_account_number: "123", bank_ifsc: "HDFC0000001" }, "bank_account_number_length_short"],
  [{ bank_account_number: "123@5", bank_ifsc: "HDFC0000001" }, "bank_account_number_invalid"],
  [{ bank_account_number: "123456789", bank_ifsc: "SBIN00708410" }, "bank_ifsc_invalid"],
];

test("what is wrong with a beneficiary to be added", async () => {
  const add = (changes: Fields, who = client): Promise<HeardV2> =>
    askV2(who, "POST /beneficiary", { body: { ...soundBeneficiaryV2(), ...changes } });
  const name = "createBeneficiary";
  await note(name, add({ beneficiary_id: "" }), "beneficiary_id_missing");
  for (const [beneficiary_id, code] of WRONG_IDS) await note(name, add({ beneficiary_id }), code);
  for (const [account, code] of WRONG_ACCOUNTS)
    await note(name, add({ beneficiary_instrument_details: account }), code);
  await note(name, add({ beneficiary_name: null }), "beneficiary_name_missing");
  for (const beneficiary_name of [VISA, "x".repeat(101), 7, "..."])
    await note(name, add({ beneficiary_name }), "beneficiary_name_invalid");
  await note(name, add({ beneficiary_instrument_details: 7 }), "beneficiary_instrument_details_invalid");
  await note(name, add({ beneficiary_contact_details: [] }), "beneficiary_contact_details_invalid");
  await note(name, add({ beneficiary_instrument_details: { vpa: "nobody" } }), "vpa_invalid");
  for (const given of [
    { card_number: "4111XXXXXXXX1111" },
    { beneficiary_instrument_details: { vpa: "asha@upi", card_details: { card_token: "tok_8f2a91c4d7e6" } } },
  ])
    await note(name, add(given), "card_details_not_supported");
  for (const [changes, code] of ofOrders) {
    const field = code.startsWith(CONTACT) ? code.slice(CONTACT.length) : "";
    if (!field.endsWith("_invalid")) continue;
    const { beneficiary_details } = changes as { beneficiary_details: Fields };
    const { beneficiary_contact_details } = beneficiary_details;
    await note(name, add({ beneficiary_contact_details }), field);
  }
  const once = await client.another({ accountOnce: true });
  const given = soundBeneficiaryV2();
  await askV2(once, "POST /beneficiary", { body: given });
  await note(name, add(given, once), "beneficiary_id_already_exists");
  await note(name, add({ ...given, beneficiary_id: freshId("b") }, once), "beneficiary_already_exists");
  const own = { bank_account_number: freshAccount().bankAccount, bank_ifsc: "HDFC0000001" };
  const owner = await client.another();
  await openBankAccount(ctx, owner.merchant.merchantId, {
    bankId: "meghdoot",
    name: "Current account",
    accountNumber: own.bank_account_number,
    ifsc: own.bank_ifsc,
    by: "system",
  });
  await note(name, add({ beneficiary_instrument_details: own }, owner), "beneficiary_account_same_as_source");
  const { merchantId, fundSourceId } = owner.merchant;
  const wallet = await revealFundSourceAccount(ctx, merchantId, fundSourceId);
  const virtual = { bank_account_number: wallet.accountNumber, bank_ifsc: wallet.ifsc };
  await note(name, add({ beneficiary_instrument_details: virtual }), "vba_bene_not_allowed");
});

test("what is wrong with naming a beneficiary", async () => {
  const get = (query: Record<string, string>): Promise<HeardV2> =>
    askV2(client, "GET /beneficiary", { query });
  const remove = (query: Record<string, string>): Promise<HeardV2> =>
    askV2(client, "DELETE /beneficiary", { query });
  await note("getBeneficiary", get({}), "beneficiary_identifiers_missing");
  await note(
    "getBeneficiary",
    get({ beneficiary_id: "a", ...v2Account() }),
    "too_many_parameters_in_request",
  );
  await note("getBeneficiary", get({ beneficiary_id: "nobody" }), "beneficiary_not_found");
  await note("getBeneficiary", get(v2Account()), "beneficiary_not_found");
  for (const [account, code] of WRONG_ACCOUNTS) await note("getBeneficiary", get(account), code);
  await note("deleteBeneficiary", remove({}), "beneficiary_id_missing");
  await note("deleteBeneficiary", remove({ beneficiary_id: "nobody" }), "beneficiary_not_found");
  for (const [beneficiary_id, code] of WRONG_IDS) {
    await note("getBeneficiary", get({ beneficiary_id }), code);
    await note("deleteBeneficiary", remove({ beneficiary_id }), code);
  }
});

after(() => assert.deepEqual(silent(["createBeneficiary", "getBeneficiary", "deleteBeneficiary"]), []));
