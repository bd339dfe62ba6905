/** Causes the answers of the operations that read transfers and balances. */
import { istText } from "#lib/ist";
import { type Cause, causesOf } from "./cause.ts";
import { sendOrder, type Way } from "./send-orders.ts";
import { freshId, type Client, type Heard } from "./stage.ts";

const SYNC: Way = { operation: "requestTransfer", version: "v1" };

async function paid(client: Client): Promise<{ transferId: string; referenceId: string }> {
  const transferId = freshId("t");
  const { body } = await sendOrder(client, SYNC, { fields: { transferId } });
  return { transferId, referenceId: String(body.data?.referenceId) };
}

const status = (client: Client, version: string, query: Record<string, string>): Promise<Heard> =>
  client.call("GET", `/${version}/getTransferStatus`, { query });

const ofStatus = (version: string): Cause[] => [
  {
    operation: "getTransferStatus",
    version,
    answer: "found_by_reference_id",
    message: "Details of transfer with referenceId {id}",
    cause: async (client) => status(client, version, { referenceId: (await paid(client)).referenceId }),
  },
  {
    operation: "getTransferStatus",
    version,
    answer: "found_by_transfer_id",
    message: "Details of transfer with transferId {id}",
    cause: async (client) => status(client, version, { transferId: (await paid(client)).transferId }),
  },
  ...causesOf("getTransferStatus", version, {
    reference_id_unknown: (client) => status(client, version, { referenceId: "1" }),
    transfer_id_unknown: (client) => status(client, version, { transferId: "none" }),
    ids_missing: (client) => status(client, version, {}),
  }),
];

const cancel = (client: Client, body: Record<string, string>): Promise<Heard> =>
  client.call("POST", "/v1.2/cancelTransfer", { body });

async function cancelScheduled(client: Client): Promise<Heard> {
  const transferId = freshId("t");
  const inAnHour = istText(new Date(Date.now() + 3_600_000));
  const fields = { transferId, processOn: inAnHour };
  await sendOrder(client, { operation: "requestTransfer", version: "v1.2" }, { fields });
  return cancel(client, { transferId });
}

const listPayees = (query: Record<string, string>) => (client: Client) =>
  client.call("GET", "/v1.2/listBeneficiaries", { query });

const list = (query: Record<string, string>) => (client: Client) =>
  client.call("GET", "/v1/getTransfers", { query });

export const causesOfReading: readonly Cause[] = [
  ...["v1", "v1.1", "v1.2"].flatMap(ofStatus),
  ...causesOf("cancelTransfer", "v1.2", {
    cancelled: cancelScheduled,
    not_found: (client) => cancel(client, { transferId: "none" }),
    not_cancellable: async (client) => cancel(client, { transferId: (await paid(client)).transferId }),
    ids_missing: (client) => cancel(client, {}),
  }),
  ...causesOf("getTransfers", "v1", {
    found: list({ maxReturn: "2" }),
    max_return_invalid: list({ maxReturn: "101" }),
    last_return_id_invalid: list({ lastReturnId: "x" }),
    date_invalid: list({ date: "2026-02-30" }),
    status_invalid: list({ status: "PAID" }),
    amount_invalid: list({ minAmount: "1.001" }),
  }),
  ...causesOf("listBeneficiaries", "v1.2", {
    found: listPayees({ maxReturn: "2" }),
    max_return_invalid: listPayees({ maxReturn: "101" }),
    last_return_id_invalid: listPayees({ lastReturnId: "x" }),
    status_invalid: listPayees({ status: "GOOD" }),
  }),
  ...causesOf("getBalance", "v1", { found: (client) => client.call("GET", "/v1/getBalance") }),
  ...causesOf("getBalance", "v1.2", {
    found: (client) => client.call("GET", "/v1.2/getBalance", { query: { paymentInstrumentId: "WALLET_1" } }),
    fund_source_not_available: (client) =>
      client.call("GET", "/v1.2/getBalance", { query: { paymentInstrumentId: "BANK_9" } }),
  }),
];
