/** Causes the answers of the operations on beneficiaries. */
import { revealFundSourceAccount } from "#fund-sources";
import { type Cause, causesOf } from "./cause.ts";
import { addBeneficiary, freshAccount, soundBeneficiary } from "./requests.ts";
import { agreeFirst } from "./restrict.ts";
import { freshId, type Client, type Heard } from "./stage.ts";

type Changes = Readonly<Record<string, unknown>>;

const add = (client: Client, changes: Changes = {}): Promise<Heard> =>
  client.call("POST", "/v1/addBeneficiary", { body: { ...soundBeneficiary(), ...changes } });

/** Adds a beneficiary with changes that are refused. */
const addWith = (changes: Changes) => (client: Client) => add(client, changes);

const addTwice =
  (changes: Changes) =>
  async (client: Client): Promise<Heard> => {
    const first = soundBeneficiary();
    await add(client, first);
    return add(client, { ...first, ...changes });
  };

/** Returns the account of a merchant's wallet, as a beneficiary's. */
async function walletOf(client: Client): Promise<Changes> {
  const { merchantId, fundSourceId } = client.merchant;
  const { ctx } = client.stage.world;
  const { accountNumber, ifsc } = await revealFundSourceAccount(ctx, merchantId, fundSourceId);
  return { bankAccount: accountNumber, ifsc };
}

const ofAdding: readonly Cause[] = causesOf("addBeneficiary", "v1", {
  added: addWith({}),
  id_invalid: addWith({ beneId: "not-an-id" }),
  email_invalid: addWith({ email: "nobody" }),
  name_invalid: addWith({ name: "x".repeat(101) }),
  phone_invalid: addWith({ phone: "1234567" }),
  account_invalid: addWith({ bankAccount: "12345678" }),
  ifsc_invalid: addWith({ ifsc: "HDFC1000001" }),
  vpa_invalid: addWith({ vpa: "nobody" }),
  vpa_unknown: addWith({ vpa: 12 }),
  address_invalid: addWith({ address1: "x".repeat(151) }),
  city_invalid: addWith({ city: "B4ngalore" }),
  state_invalid: addWith({ state: "K@rnataka" }),
  pincode_invalid: addWith({ pincode: "56000" }),
  card_invalid: addWith({ cardNo: "3400XXXXXXX0009" }),
  card_not_masked: addWith({ cardNo: "4111111111111111" }),
  details_invalid: addWith({ group: 7 }),
  group_inactive: addWith({ group: "VENDORS" }),
  id_exists: addTwice(freshAccount()),
  account_registered: async (client) =>
    addTwice({ beneId: freshId("other") })(await client.another({ accountOnce: true })),
  own_account: async (client) => add(client, await walletOf(client)),
  platform_account: async (client) => add(client, await walletOf(await client.another())),
});

const ofOthers: readonly Cause[] = [
  ...causesOf("getBeneficiary", "v1", {
    found: async (client) => client.call("GET", `/v1/getBeneficiary/${await addBeneficiary(client)}`),
    not_found: (client) => client.call("GET", "/v1/getBeneficiary/nobody"),
  }),
  ...causesOf("getBeneId", "v1", {
    found: async (client) => {
      const account = freshAccount();
      await addBeneficiary(client, account);
      return client.call("GET", "/v1/getBeneId", { query: account });
    },
    account_not_found: (client) => client.call("GET", "/v1/getBeneId", { query: freshAccount() }),
    lookup_incomplete: (client) => client.call("GET", "/v1/getBeneId", { query: { ifsc: "HDFC0000001" } }),
    lookup_invalid: (client) =>
      client.call("GET", "/v1/getBeneId", { query: { bankAccount: "12-34", ifsc: "HDFC0000001" } }),
    lookup_ifsc_invalid: (client) =>
      client.call("GET", "/v1/getBeneId", { query: { ...freshAccount(), ifsc: "HDFC1" } }),
  }),
  ...causesOf("removeBeneficiary", "v1", {
    removed: async (client) =>
      client.call("POST", "/v1/removeBeneficiary", { body: { beneId: await addBeneficiary(client) } }),
    removal_awaits_approval: async (client) => {
      const careful = await client.another();
      const beneId = await addBeneficiary(careful);
      await agreeFirst(careful, "beneficiary");
      return careful.call("POST", "/v1/removeBeneficiary", { body: { beneId } });
    },
    removal_not_found: (client) =>
      client.call("POST", "/v1/removeBeneficiary", { body: { beneId: "nobody" } }),
    id_missing: (client) => client.call("POST", "/v1/removeBeneficiary", { body: {} }),
    id_invalid: (client) => client.call("POST", "/v1/removeBeneficiary", { body: { beneId: "no body" } }),
  }),
];

const history = (query: Record<string, string>) => async (client: Client) =>
  client.call("GET", "/v1/beneHistory", { query: { beneId: await addBeneficiary(client), ...query } });

const ofHistory: readonly Cause[] = causesOf("beneHistory", "v1", {
  found: history({ startDate: "2026-01-01", endDate: "2026-01-31", page: "1", perPage: "25" }),
  id_invalid: history({ beneId: "nobody" }),
  dates_invalid: history({ startDate: "2026-01-01" }),
  page_invalid: history({ page: "0" }),
  per_page_invalid: history({ perPage: "26" }),
});

export const causesOfBeneficiaries: readonly Cause[] = [...ofAdding, ...ofOthers, ...ofHistory];
