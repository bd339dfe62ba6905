/** Causes the answers of lending. */
import { changeMerchant } from "#access";
import { setBeneficiarySettings } from "#beneficiaries";
import { fundLedger, setAgreement } from "#lending";
import { openBreakableDatabase } from "./breakable-database.ts";
import { type Cause, causesOf } from "./cause.ts";
import { addBeneficiary, freshAccount } from "./requests.ts";
import { agreeFirst, blockPayeeOf, causesOfKeys, stopBanks, withLimit, withoutModes } from "./restrict.ts";
import { magic, waitForSunday } from "./send-orders.ts";
import { freshId, type Client, type ClientOptions, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A valid borrower with an account of their own, with changes. */
export const borrowerDetails = (changes: Fields = {}): Record<string, unknown> => ({
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  address1: "12 MG Road",
  ...freshAccount(),
  ...changes,
});

/** A valid loan of 1,000.00, of which 100.00 are charges. */
export const loanOrder = (): Record<string, unknown> => ({
  loanId: freshId("loan"),
  amount: "1000.00",
  serviceCharges: [{ key: "processingFee", value: "100.00" }],
  transferMode: "banktransfer",
  beneDetails: borrowerDetails(),
});

export const sendLoan = (
  client: Client,
  changes: Fields = {},
  headers: Record<string, string> = {},
): Promise<Heard> => client.call("POST", "/v1/lend", { body: { ...loanOrder(), ...changes }, headers });

interface LenderOptions extends ClientOptions {
  readonly lenderPaise?: bigint;
  readonly originatorPaise?: bigint;
}

/** Makes a separate client with an agreement of 80% to 20% and money in both ledgers. */
export async function anotherWithLender(client: Client, options: LenderOptions = {}): Promise<Client> {
  const { lenderPaise = 40_00_000_00n, originatorPaise = 10_00_000_00n, ...others } = options;
  const other = await client.another(others);
  const { ctx } = client.stage.world;
  const { merchantId } = other.merchant;
  const shares = { lenderPercent: 80, originatorPercent: 20 };
  await setAgreement(ctx, merchantId, { lenderName: "Sahayak Finance", ...shares, by: "system" });
  for (const [party, amountPaise] of [
    ["lender", lenderPaise],
    ["originator", originatorPaise],
  ] as const) {
    if (amountPaise === 0n) continue;
    await fundLedger(ctx, merchantId, { party, bankId: "meghdoot", utr: freshId(party), amountPaise });
  }
  return other;
}

/** Makes a cause that needs no lender: the answer comes before there is a loan. */
const byFields =
  (changes: Fields): Cause["cause"] =>
  (client) =>
    sendLoan(client, changes);

interface Prepared extends LenderOptions {
  readonly prepare?: (client: Client) => Promise<unknown>;
}

const byLoan =
  (changes: Fields = {}, { prepare, ...options }: Prepared = {}): Cause["cause"] =>
  async (client) => {
    const other = await anotherWithLender(client, options);
    await prepare?.(other);
    return sendLoan(other, changes);
  };

/** Makes a cause: a loan to a borrower with these details. */
const byBorrower = (changes: Fields, fields: Fields = {}, prepared: Prepared = {}): Cause["cause"] =>
  byLoan({ beneDetails: borrowerDetails(changes), ...fields }, prepared);

/** Makes a cause: two loans under one id; the second with changes. */
const byTwo =
  (changes: Fields, headers: Record<string, string> = {}): Cause["cause"] =>
  async (client) => {
    const other = await anotherWithLender(client);
    const first = loanOrder();
    await sendLoan(other, first);
    return sendLoan(other, { ...first, ...changes }, headers);
  };

/** Makes a cause: a loan to a listed beneficiary. */
const byListed =
  (payee: Fields, { fields = {}, prepare }: Prepared & { fields?: Fields } = {}): Cause["cause"] =>
  async (client) => {
    const other = await anotherWithLender(client);
    await prepare?.(other);
    const beneId = await addBeneficiary(other, payee);
    return sendLoan(other, { beneDetails: undefined, beneId, ...fields });
  };

async function lendToBlocked(client: Client): Promise<Heard> {
  const other = await anotherWithLender(client);
  const first = loanOrder();
  const { body } = await sendLoan(other, first);
  await blockPayeeOf(other, String(body.data?.referenceId));
  return sendLoan(other, { ...first, loanId: freshId("loan") });
}

const UPI = { vpa: "success@upi" };

const ofFields = causesOf("lend", "v1", {
  bene_id_missing: byFields({ beneDetails: undefined }),
  bene_id_invalid: byFields({ beneDetails: undefined, beneId: "no body" }),
  bene_details_missing: byFields({ beneDetails: { name: "Asha Rao" } }),
  amount_missing: byFields({ amount: "" }),
  transfer_id_missing: byFields({ loanId: undefined }),
  charges_missing: byFields({ serviceCharges: undefined }),
  charges_invalid: byFields({ serviceCharges: [{ key: "fee", value: "ten" }] }),
  amount_invalid: byFields({ amount: "ten" }),
  amount_decimals: byFields({ amount: "10.001" }),
  amount_too_small: byFields({ amount: "0.99" }),
  transfer_id_invalid: byFields({ loanId: "x".repeat(41) }),
  transfer_id_characters: byFields({ loanId: "no/way" }),
  mode_invalid: byFields({ transferMode: "pigeon" }),
  mode_not_available: byFields({ transferMode: "card" }),
  remarks_invalid: byFields({ remarks: "50% off" }),
  tag_invalid: byFields({ tag: "vendors" }),
  beneficiary_details_invalid: byFields({ beneDetails: borrowerDetails({ email: "nobody" }) }),
  no_bank_account: byFields({
    beneDetails: borrowerDetails({ bankAccount: undefined, ifsc: undefined }),
  }),
  no_vpa: byFields({ transferMode: "upi" }),
  invalid_ifsc: byFields({ beneDetails: borrowerDetails({ ifsc: "HDFC1" }) }),
  charges_exceed_amount: byFields({ serviceCharges: [{ key: "fee", value: "1000.00" }] }),
  feature_not_available: (client) => sendLoan(client),
});

const ofLedgers = causesOf("lend", "v1", {
  lender_short: byLoan({}, { lenderPaise: 799_99n }),
  insufficient_balance: byLoan({}, { originatorPaise: 199_99n }),
});

const ofTransfers = causesOf("lend", "v1", {
  completed: byLoan(),
  name_not_writable: byBorrower({ name: "王芳" }),
  awaiting_confirmation: byBorrower(magic("909090909029")),
  pending_at_bank: byBorrower(magic("909090909026"), {}, { syncWaitMs: 200 }),
  awaiting_approval: byLoan({}, { prepare: (client) => agreeFirst(client, "transfer") }),
  scheduled: byLoan({ transferMode: "neft" }, { prepare: waitForSunday }),
  received: async (client) => {
    const database = await openBreakableDatabase(client.stage.world);
    const address = await client.stage.openServer(database.url);
    const other = await anotherWithLender(client, { address });
    database.cutInCommit();
    return sendLoan(other);
  },
  transfer_id_exists: byTwo({}),
  transfer_id_differs: byTwo({ serviceCharges: [] }, { "idempotency-key": "again" }),
  beneficiary_not_found: byLoan({ beneDetails: undefined, beneId: "nobody" }),
  beneficiary_too_new: byListed(
    {},
    {
      prepare: ({ stage, merchant }) =>
        setBeneficiarySettings(stage.world.ctx, merchant.merchantId, { waitingMinutes: 30, by: "system" }),
    },
  ),
  mode_not_valid_for_beneficiary: byListed({ phone: "02212345678" }, { fields: { transferMode: "paytm" } }),
  mode_not_enabled: byBorrower(
    UPI,
    { transferMode: "upi" },
    { prepare: withoutModes({ disabledModes: ["upi"] }) },
  ),
  amount_below_minimum: {
    message: "Transfer amount is less than minimum amount of Rs. 200000.",
    cause: byLoan({ transferMode: "rtgs", amount: "200099.99" }),
  },
  amount_above_maximum: {
    message: "Transfer amount is greater than the maximum amount of Rs.100000.",
    cause: byBorrower(UPI, { transferMode: "upi", amount: "100100.01" }),
  },
  account_limit_exceeded: byLoan({}, { prepare: withLimit("merchant") }),
  fund_source_stopped: byLoan({}, { prepare: stopBanks }),
  ...causesOfKeys((given) => byLoan({}, given), "INTERMEDIATE_1"),
  beneficiary_limit_exceeded: byLoan({}, { prepare: withLimit("beneficiary") }),
  beneficiary_not_allowed: lendToBlocked,
  feature_not_available: byLoan(
    {},
    {
      prepare: ({ stage, merchant }) =>
        changeMerchant(stage.world.ctx, merchant.merchantId, { settings: { payoutsEnabled: false } }),
    },
  ),
  attempt_failed: byBorrower(magic("909090909008")),
  invalid_account_or_ifsc: byBorrower(magic("909090909001")),
  paytm_failed: byBorrower({ phone: "7070000008" }, { transferMode: "paytm" }),
});

export const causesOfLending: readonly Cause[] = [...ofFields, ...ofLedgers, ...ofTransfers];
