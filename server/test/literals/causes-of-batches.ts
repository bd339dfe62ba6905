/** Causes the answers of the calls of batches. */
import { changeMerchant } from "#access";
import { workBatches } from "#batches";
import { openBreakableDatabase } from "./breakable-database.ts";
import { type Cause, causesOf } from "./cause.ts";
import { batchOrder, batchRow, rowsFile } from "./requests.ts";
import { freshId, type Client, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Requests a valid batch with changes. */
const request = (client: Client, version: string, changes: Fields = {}): Promise<Heard> =>
  client.call("POST", `/${version}/requestBatchTransfer`, { body: { ...batchOrder(), ...changes } });

const ofRequest = (version: "v1" | "v1.2"): Cause[] => {
  const withFields = (changes: Fields) => (client: Client) => request(client, version, changes);
  return causesOf("requestBatchTransfer", version, {
    accepted: withFields({}),
    received: async (client) => {
      const database = await openBreakableDatabase(client.stage.world);
      const other = await client.another({ address: await client.stage.openServer(database.url) });
      await other.call("POST", "/v1/verifyToken");
      database.cutInCommit("insert into batches.batch_row ");
      return request(other, version);
    },
    batch_id_missing: withFields({ batchTransferId: "" }),
    batch_id_invalid: withFields({ batchTransferId: "not-an-id" }),
    format_missing: withFields({ batchFormat: undefined }),
    format_invalid: withFields({ batchFormat: "PIGEON" }),
    parameters_missing: withFields({ batch: undefined }),
    rows_missing: withFields({ batch: [] }),
    too_many_rows: withFields({ batch: Array.from({ length: 501 }, () => batchRow()) }),
    permission_denied: async (client) => request(await suspended(client), version),
    batch_id_exists: {
      message: "Batch TransferId taken already exists",
      cause: async (client) => {
        const batchTransferId = "taken";
        const other = await client.another();
        await request(other, version, { batchTransferId });
        return request(other, version, { batchTransferId });
      },
    },
    breakdown: async (client) => {
      const batchTransferId = freshId("broken");
      await breakBatch(client, batchTransferId);
      return request(client, version, { batchTransferId });
    },
  });
};

/** Makes the database refuse the batch of one id. */
async function breakBatch({ stage }: Client, batchKey: string): Promise<void> {
  await stage.world.look(
    `alter table batches.batch add constraint ${batchKey}_is_refused check (batch_key is distinct from '${batchKey}')`,
  );
}

const status = (version: string, query: Record<string, string>) => (client: Client) =>
  client.call("GET", `/${version}/getBatchTransferStatus`, { query });

const ofStatus = (version: string): Cause[] =>
  causesOf("getBatchTransferStatus", version, {
    found: async (client) => {
      const batchTransferId = freshId("batch");
      await request(client, "v1", { batchTransferId });
      return status(version, { batchTransferId })(client);
    },
    not_found: status(version, { batchTransferId: "none" }),
    id_missing: status(version, {}),
  });

const upload = (client: Client, query: Record<string, string> = {}, text = rowsFile([batchRow()])) =>
  client.call("POST", "/v1.2/batchFiles", { query: { format: "BANK_ACCOUNT", ...query }, text });

/** Uploads a file of one row and returns the id of its batch. */
async function uploaded(client: Client, row: Fields = batchRow()): Promise<string> {
  const { body } = await upload(client, {}, rowsFile([row]));
  return String(body.data?.batchId);
}

/** Makes a merchant that may not pay. */
async function suspended(client: Client): Promise<Client> {
  const other = await client.another();
  const { merchantId } = other.merchant;
  await changeMerchant(client.stage.world.ctx, merchantId, { settings: { payoutsEnabled: false } });
  return other;
}

const ofFiles: readonly Cause[] = [
  ...causesOf("uploadBatchFile", "v1.2", {
    taken: (client) => upload(client),
    file_refused: {
      message: "The file cannot be taken: Row 1: The file lacks these columns: 'ifsc'.",
      cause: (client) => {
        const { ifsc: _, ...row } = batchRow();
        return upload(client, {}, rowsFile([row]));
      },
    },
    rows_missing: (client) => upload(client, {}, rowsFile([batchRow()]).split("\r\n")[0]),
    format_missing: (client) => upload(client, { format: "" }),
    format_invalid: (client) => upload(client, { format: "PIGEON" }),
    name_invalid: (client) => upload(client, { name: "x".repeat(101) }),
    parameters_missing: (client) => upload(client, { deleteBene: "2" }),
    fund_source_not_available: (client) => upload(client, { paymentInstrumentId: "BANK_9" }),
    permission_denied: async (client) => upload(await suspended(client)),
    row_count_invalid: (client) => upload(client, { rowCount: "one" }),
    amount_invalid: (client) => upload(client, { amount: "12.001" }),
    row_count_differs: {
      message: "rowCount is 2, but the file's rows are 1",
      cause: (client) => upload(client, { rowCount: "2", amount: "24.00" }),
    },
    amount_differs: {
      message: "amount is 24.00, but the rows of the file make 12.00",
      cause: (client) => upload(client, { rowCount: "1", amount: "24" }),
    },
  }),
  ...causesOf("listBatchFiles", "v1.2", {
    found: async (client) => {
      await uploaded(client);
      return client.call("GET", "/v1.2/batchFiles", { query: { maxReturn: "1" } });
    },
    max_return_invalid: (client) => client.call("GET", "/v1.2/batchFiles", { query: { maxReturn: "51" } }),
    last_return_id_invalid: (client) =>
      client.call("GET", "/v1.2/batchFiles", { query: { lastReturnId: "x" } }),
  }),
  ...causesOf("getBatchFile", "v1.2", {
    found: async (client) => client.call("GET", `/v1.2/batchFiles/${await uploaded(client)}`),
    not_found: (client) => client.call("GET", "/v1.2/batchFiles/none"),
    max_return_invalid: async (client) =>
      client.call("GET", `/v1.2/batchFiles/${await uploaded(client)}`, { query: { maxReturn: "1001" } }),
    last_return_id_invalid: async (client) =>
      client.call("GET", `/v1.2/batchFiles/${await uploaded(client)}`, { query: { lastReturnId: "x" } }),
  }),
  ...causesOf("getBatchFileResult", "v1.2", {
    not_found: (client) => client.call("GET", "/v1.2/batchFiles/none/result"),
    type_invalid: (client) => client.call("GET", "/v1.2/batchFiles/none/result", { query: { type: "pdf" } }),
  }),
  ...causesOf("cloneBatchFile", "v1.2", {
    taken: async (client) => client.call("POST", `/v1.2/batchFiles/${await failed(client)}/clone`),
    not_found: (client) => client.call("POST", "/v1.2/batchFiles/none/clone"),
    nothing_to_clone: async (client) =>
      client.call("POST", `/v1.2/batchFiles/${await uploaded(client)}/clone`),
    fund_source_not_available: async (client) => {
      const other = await client.another();
      const { merchantId } = other.merchant;
      const batchId = await failed(other);
      await client.stage.world.look(
        "update fund_sources.fund_source set active = false where merchant_id = $1",
        [merchantId],
      );
      return other.call("POST", `/v1.2/batchFiles/${batchId}/clone`);
    },
    permission_denied: async (client) =>
      (await suspended(client)).call("POST", "/v1.2/batchFiles/none/clone"),
  }),
  ...causesOf("getBatchTemplate", "v1.2", {
    format_invalid: (client) => client.call("GET", "/v1.2/batchTemplates/PIGEON"),
    type_invalid: (client) => client.call("GET", "/v1.2/batchTemplates/UPI", { query: { type: "pdf" } }),
  }),
];

/** Makes a batch whose only row has failed and can be retried. */
async function failed(client: Client): Promise<string> {
  const { ctx } = client.stage.world;
  const query = { paymentInstrumentId: "WALLET_1" };
  const { body } = await upload(client, query, rowsFile([batchRow({ amount: "99999999.00" })]));
  await workBatches(ctx, client.merchant.merchantId);
  return String(body.data?.batchId);
}

export const causesOfBatches: readonly Cause[] = [
  ...ofRequest("v1"),
  ...ofRequest("v1.2"),
  ...causesOf("requestBatchTransfer", "v1.2", {
    fund_source_not_available: (client) => request(client, "v1.2", { paymentInstrumentId: "BANK_9" }),
  }),
  ...["v1", "v1.2", "v1.3"].flatMap(ofStatus),
  ...ofFiles,
];
