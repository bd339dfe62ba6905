/** Causes the answers of the validation calls. */
import { explainIfsc } from "#rails";
import { setBeneficiarySettings, workVerifications } from "#beneficiaries";
import { type Cause, causesOf } from "./cause.ts";
import { soundAccount, soundBulk } from "./requests.ts";
import { magic } from "./send-orders.ts";
import { type Client, type ClientOptions, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;
type Causes = Parameters<typeof causesOf>[2];

const ask =
  (path: string, changes: Fields = {}) =>
  (client: Client): Promise<Heard> => {
    const query = { ...soundAccount(), ...changes } as Record<string, string>;
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return client.call("GET", path, { query: Object.fromEntries(given) });
  };

/** Asks as a separate merchant after preparing it. */
const askAs =
  (
    path: string,
    changes: Fields,
    { prepare, ...options }: ClientOptions & { prepare?: (client: Client) => Promise<unknown> },
  ) =>
  async (client: Client): Promise<Heard> => {
    const other = await client.another(options);
    await prepare?.(other);
    return ask(path, changes)(other);
  };

/** A merchant that must pay for each validation and cannot. */
const poor = {
  balancePaise: 1_00n,
  prepare: ({ stage, merchant }: Client): Promise<unknown> =>
    setBeneficiarySettings(stage.world.ctx, merchant.merchantId, {
      verificationFeePaise: 3_00n,
      by: "system",
    }),
};

/** A merchant whose bank no longer accepts its key. */
const locked = {
  prepare: ({ stage, merchant }: Client): Promise<unknown> =>
    stage.simulator.control("PUT", `/sim/accounts/meghdoot/${merchant.debitAccount}`, { apiKey: "another" }),
};

const ofSync = (path: string): Causes => ({
  verified: ask(path),
  not_found: ask(path, magic("909090909001")),
  account_invalid: ask(path, { bankAccount: "12345" }),
  ifsc_invalid: ask(path, { ifsc: "HDFC1000001" }),
  name_invalid: ask(path, { name: "x".repeat(101) }),
  phone_invalid: ask(path, { phone: "1234567" }),
  insufficient_balance: askAs(path, {}, poor),
  unavailable: ask(path, magic("909090909011")),
  unsupported: askAs(path, {}, { bankIds: ["purvasagar"] }),
  unknown: ask(path, magic("909090909032")),
  refused: askAs(path, {}, locked),
});

const UPI = "/v1/validation/upiDetails";
const vpa = (address: string): Fields => ({ vpa: address });

const ofUpi: Causes = {
  verified: ask(UPI, vpa("success@upi")),
  name_invalid: ask(UPI, { ...vpa("success@upi"), name: undefined }),
  vpa_invalid: ask(UPI, vpa("nobody")),
  vpa_unknown: ask(UPI, vpa("invalid@upi")),
  insufficient_balance: askAs(UPI, vpa("success@upi"), poor),
  unavailable: ask(UPI, vpa("npci-down@upi")),
  unknown: ask(UPI, vpa("cut-paid@upi")),
  refused: askAs(UPI, vpa("success@upi"), locked),
};

const ASYNC = "/v1/asyncValidation/bankDetails";

const ofAsync: Causes = {
  accepted: ask(ASYNC),
  account_invalid: ask(ASYNC, { bankAccount: "12345" }),
  ifsc_invalid: ask(ASYNC, { ifsc: "HDFC1" }),
  name_invalid: ask(ASYNC, { name: "x".repeat(101) }),
  phone_invalid: ask(ASYNC, { phone: "1234567" }),
  remarks_invalid: ask(ASYNC, { remarks: "x".repeat(26) }),
  user_key_invalid: ask(ASYNC, { userId: "no user" }),
  insufficient_balance: askAs(ASYNC, {}, poor),
};

const STATUS = "/v1/getValidationStatus/bank";

/** Asks in the background, lets the worker work, and reads the result. */
const status =
  (changes: Fields, work: (client: Client) => Promise<unknown> = () => Promise.resolve()) =>
  async (client: Client): Promise<Heard> => {
    // No other validation of this merchant waits for the worker.
    const other = await client.another();
    const asked = await ask(ASYNC, changes)(other);
    await work(other);
    return other.call("GET", STATUS, { query: { bvRefId: String(asked.body.data?.bvRefId) } });
  };

const workOff = ({ stage, merchant }: Client): Promise<unknown> =>
  workVerifications(stage.world.ctx, merchant.merchantId);

/** Asks as often as the budget allows, by the merchant's clock. */
async function workOut(client: Client): Promise<void> {
  const { stage, merchant } = client;
  for (let round = 0; round < 5; round += 1) {
    await workOff(client);
    await stage.world.look(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
       values ($1, 3600000)
       on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchant.merchantId],
    );
  }
}

const ofStatus: Causes = {
  verified: status({}, workOff),
  not_found: status(magic("909090909001"), workOff),
  in_progress: status({}),
  failed: status(magic("909090909032"), workOut),
  unknown_id: (client) => client.call("GET", STATUS, { query: { bvRefId: "1" } }),
  id_missing: (client) => client.call("GET", STATUS, { query: { bvRefId: "undefined" } }),
};

const bulk =
  (changes: Fields = {}) =>
  (client: Client): Promise<Heard> =>
    client.call("POST", "/v1/bulkValidation/bankDetails", { body: { ...soundBulk(), ...changes } });

const ofBulk: Causes = {
  requested: bulk(),
  bulk_key_exists: async (client) => {
    const body = soundBulk();
    await bulk(body)(client);
    return bulk(body)(client);
  },
  parameters_missing: bulk({ entries: [{ ...soundAccount(), phone: null }] }),
  bulk_key_invalid: bulk({ bulkValidationId: "no/way" }),
  too_many: bulk({ entries: Array.from({ length: 501 }, soundAccount) }),
  insufficient_balance: async (client) => {
    const other = await client.another(poor);
    await poor.prepare(other);
    return bulk()(other);
  },
};

const ofBulkStatus: Causes = {
  found: async (client) => {
    const body = soundBulk();
    await bulk(body)(client);
    const query = { bulkValidationId: String(body["bulkValidationId"]) };
    return client.call("GET", "/v1/getBulkValidationStatus", { query });
  },
  unknown_id: (client) =>
    client.call("GET", "/v1/getBulkValidationStatus", { query: { bulkValidationId: "nobody" } }),
};

const ofIfsc: Parameters<typeof causesOf>[2] = {
  found: (client) => client.call("GET", "/v1/ifsc/hdfc0000001"),
  ifsc_invalid: (client) => client.call("GET", "/v1/ifsc/HDFC1"),
  unknown_ifsc: {
    message: explainIfsc("QQQQ0QQQQQQ")!,
    cause: (client) => client.call("GET", "/v1/ifsc/QQQQ0QQQQQQ"),
  },
};

export const causesOfValidation: readonly Cause[] = [
  ...causesOf("validateBankDetails", "v1", ofSync("/v1/validation/bankDetails")),
  ...causesOf("validateBankAccount", "v1.2", {
    ...ofSync("/v1.2/validation/bankDetails"),
    remarks_invalid: ask("/v1.2/validation/bankDetails", { remarks: "50% off" }),
  }),
  ...causesOf("asyncValidateBankDetails", "v1", ofAsync),
  ...causesOf("getBankValidationStatus", "v1", ofStatus),
  ...causesOf("bulkValidateBankDetails", "v1", ofBulk),
  ...causesOf("getBulkValidationStatus", "v1", ofBulkStatus),
  ...causesOf("validateUpiDetails", "v1", ofUpi),
  ...causesOf("getIfsc", "v1", ofIfsc),
];
