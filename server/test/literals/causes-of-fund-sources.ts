/** Causes the answers of the operations that move money between fund sources and out of them. */
import { changeMerchant } from "#access";
import { openBankAccount, setRegisteredAccount } from "#fund-sources";
import { runtimeOf } from "#transfers";
import { type Cause, causesOf } from "./cause.ts";
import { freshAccount, withdrawalOrder } from "./requests.ts";
import { notFrom, withoutSources } from "./restrict.ts";
import { freshId, type Client, type ClientOptions, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

const withdraw = (client: Client, changes: Fields = {}): Promise<Heard> =>
  client.call("POST", "/v1/selfWithdrawal", { body: { ...withdrawalOrder(), ...changes } });

/** Registers the bank account that a merchant withdraws to. */
const register = ({ stage, merchant }: Client, accountNumber = "50100000000001"): Promise<unknown> =>
  setRegisteredAccount(stage.world.ctx, merchant.merchantId, {
    holderName: "Demo Traders",
    accountNumber,
    ifsc: "HDFC0000001",
    by: "system",
  });

/** Moves a merchant's clock to noon in India on a Tuesday, when withdrawals are processed. */
const waitForTuesday = ({ stage, merchant }: Client): Promise<unknown> =>
  stage.world.look(
    `insert into lib.merchant_clock (merchant_id, offset_ms)
     select $1, extract(epoch from (date_trunc('week', now) + interval '8 days 12 hours') - now) * 1000
     from (select now() at time zone 'Asia/Kolkata' as now) as india`,
    [merchant.merchantId],
  );

const withdrawing =
  (changes: Fields): Cause["cause"] =>
  (client) =>
    withdraw(client, changes);

const suspend = async (client: Client): Promise<Client> => {
  const other = await client.another();
  const settings = { payoutsEnabled: false };
  await changeMerchant(client.stage.world.ctx, other.merchant.merchantId, { settings });
  return other;
};

const withdrawer = async (client: Client, options: ClientOptions = {}): Promise<Client> => {
  const other = await client.another(options);
  await register(other);
  return other;
};

const limited = async (client: Client): Promise<Client> => {
  const other = await client.another();
  await withoutSources(other);
  return other;
};

const ofWithdrawing = causesOf("selfWithdrawal", "v1", {
  in_process: async (client) => withdraw(await withdrawer(client)),
  withdrawal_id_missing: withdrawing({ withdrawalId: "" }),
  withdrawal_id_invalid: withdrawing({ withdrawalId: "a-b" }),
  amount_missing: withdrawing({ amount: "" }),
  amount_invalid: withdrawing({ amount: "ten" }),
  amount_decimals: withdrawing({ amount: "1.001" }),
  amount_too_small: withdrawing({ amount: "0.99" }),
  remarks_invalid: withdrawing({ remarks: "a-b" }),
  feature_not_available: async (client) => withdraw(await suspend(client)),
  key_fund_source_not_allowed: {
    message: notFrom("WALLET_1"),
    cause: async (client) => withdraw(await limited(client)),
  },
  not_configured: async (client) => withdraw(await client.another()),
  insufficient_balance: async (client) => withdraw(await withdrawer(client, { balancePaise: 9_99n })),
  too_many: async (client) => {
    const other = await withdrawer(client);
    for (let n = 0; n < 3; n += 1) await withdraw(other);
    return withdraw(other);
  },
  withdrawal_id_exists: async (client) => {
    const other = await withdrawer(client);
    await withdraw(other, { withdrawalId: "W1" });
    return withdraw(other, { withdrawalId: "W1", amount: "11.00" });
  },
  attempt_failed: async (client) => {
    const other = await client.another();
    await register(other, "909090909008");
    await waitForTuesday(other);
    await withdraw(other, { withdrawalId: "W1" });
    await runtimeOf(client.stage.world.ctx).idle();
    return withdraw(other, { withdrawalId: "W1" });
  },
  // NEFT takes hours. The answer to a paid withdrawal is the same, however it became paid.
  paid: async (client) => {
    const other = await withdrawer(client);
    await withdraw(other, { withdrawalId: "W1" });
    await client.stage.world.look(
      `update withdrawals.withdrawal
       set status = 'paid', utr = 'HDFCN52026112400000001', due_at = null, finished_at = now()
       where merchant_id = $1`,
      [other.merchant.merchantId],
    );
    return withdraw(other, { withdrawalId: "W1" });
  },
});

type Version = "v1" | "v1.2";

const move = (client: Client, version: Version, fields: Fields): Promise<Heard> =>
  client.call("POST", `/${version}/internalTransfer`, { body: { amount: "10.00", ...fields } });

/** Makes a merchant with a bank account that money can be moved to. */
async function owner(
  client: Client,
  { bankId = "meghdoot", ...options }: ClientOptions & { bankId?: string } = {},
): Promise<{ other: Client; rechargeAccount: string }> {
  const other = await client.another({ bankIds: [...new Set(["meghdoot", bankId])], ...options });
  const { bankAccount: accountNumber, ifsc } = freshAccount();
  const account = { bankId, name: "Current account", accountNumber, ifsc, by: "system" } as const;
  await openBankAccount(client.stage.world.ctx, other.merchant.merchantId, account);
  return { other, rechargeAccount: accountNumber };
}

const ofMoving = (version: Version): Cause[] => {
  const moving =
    (fields: Fields): Cause["cause"] =>
    (client) =>
      move(client, version, { rechargeAccount: "1234567", ...fields });
  return causesOf("internalTransfer", version, {
    recharge_account_not_found: moving({}),
    amount_missing: moving({ amount: "" }),
    amount_invalid: moving({ amount: "ten" }),
    amount_decimals: moving({ amount: "1.001" }),
    amount_too_small: moving({ amount: "0.99" }),
    transfer_id_invalid: moving({ transferId: "a b" }),
    feature_not_available: async (client) =>
      move(await suspend(client), version, { rechargeAccount: "1234567" }),
    not_movable: async (client) => {
      const { other, rechargeAccount } = await owner(client, { bankId: "jugnu" });
      return move(other, version, { rechargeAccount });
    },
    insufficient_balance: async (client) => {
      const { other, rechargeAccount } = await owner(client, { balancePaise: 9_99n });
      return move(other, version, { rechargeAccount });
    },
    key_fund_source_not_allowed: {
      message: notFrom("WALLET_1"),
      cause: async (client) => move(await limited(client), version, { rechargeAccount: "1234567" }),
    },
    transfer_id_exists: async (client) => {
      const { other, rechargeAccount } = await owner(client);
      const transferId = freshId("move");
      await move(other, version, { rechargeAccount, transferId });
      return move(other, version, { rechargeAccount, transferId, amount: "11.00" });
    },
  });
};

const ofInstruments = causesOf("internalTransfer", "v1.2", {
  moved: {
    message: "RefId-100001/May rent-Internal Fund Transfer",
    cause: async (client) => {
      const { other } = await owner(client);
      const ends = { paymentInstrumentId: "WALLET_1", toPaymentInstrumentId: "BANK_1" };
      return move(other, "v1.2", { ...ends, remarks: "May rent" });
    },
  },
  ends_missing: (client) => move(client, "v1.2", {}),
  fund_source_not_available: (client) =>
    move(client, "v1.2", { paymentInstrumentId: "WALLET_1", toPaymentInstrumentId: "BANK_9" }),
  remarks_invalid: (client) => move(client, "v1.2", { rechargeAccount: "1234567", remarks: "a-b" }),
});

const ofNumbers = causesOf("internalTransfer", "v1", {
  moved: {
    message: "RefId-100001/50100099999-Internal Fund Transfer",
    cause: async (client) => {
      const other = await client.another();
      const account = {
        bankId: "meghdoot",
        name: "Current account",
        ifsc: "HDFC0000001",
        by: "system",
      } as const;
      await openBankAccount(client.stage.world.ctx, other.merchant.merchantId, {
        ...account,
        accountNumber: "50100099999",
      });
      return move(other, "v1", { rechargeAccount: "50100099999" });
    },
  },
});

const list = (query: Record<string, string>) => (client: Client) =>
  client.call("GET", "/v1.2/getStatement", { query });

const setTo = (fields: Fields) => (client: Client) =>
  client.call("POST", "/v1.2/setThreshold", { body: { minimumBalance: "100.00", ...fields } });

const ofExtensions = [
  ...causesOf("getStatement", "v1.2", {
    found: list({}),
    fund_source_not_available: list({ paymentInstrumentId: "BANK_9" }),
    dates_invalid: list({ startDate: "2026-02-30" }),
    page_invalid: list({ page: "0" }),
    per_page_invalid: list({ perPage: "101" }),
  }),
  ...causesOf("setThreshold", "v1.2", {
    set: setTo({}),
    minimum_missing: setTo({ minimumBalance: "" }),
    minimum_invalid: setTo({ minimumBalance: "-1" }),
    notify_invalid: setTo({ notify: 2 }),
    fund_source_not_available: setTo({ paymentInstrumentId: "BANK_9" }),
  }),
];

export const causesOfFundSources: readonly Cause[] = [
  ...ofWithdrawing,
  ...ofMoving("v1"),
  ...ofNumbers,
  ...ofMoving("v1.2"),
  ...ofInstruments,
  ...ofExtensions,
];
