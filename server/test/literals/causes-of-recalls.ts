/** Causes the answers of the calls of recalls. */
import { type Cause, causesOf } from "./cause.ts";
import { sendOrder, type Way } from "./send-orders.ts";
import { freshId, type Client, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

const SYNC: Way = { operation: "requestTransfer", version: "v1" };

/** Makes a paid transfer of the client and returns its id. */
async function paid(client: Client): Promise<string> {
  const transferId = freshId("t");
  await sendOrder(client, SYNC, { fields: { transferId } });
  return transferId;
}

const ask = (client: Client, transferId: string, changes: Fields = {}): Promise<Heard> =>
  client.call("POST", "/v1.2/requestRecall", {
    body: { transferId, reason: "PAID_TWICE", remarks: "Invoice 7, twice", ...changes },
  });

const asking = (changes: Fields) => async (client: Client) => ask(client, await paid(client), changes);

/** Requests a recall and returns its id and that of its transfer. */
async function asked(client: Client): Promise<{ recallId: string; transferId: string }> {
  const transferId = await paid(client);
  const { body } = await ask(client, transferId);
  const { recallId } = body.data!.recall as { recallId: string };
  return { recallId, transferId };
}

const withdraw = (client: Client, recallId: string): Promise<Heard> =>
  client.call("POST", "/v1.2/withdrawRecall", { body: { recallId } });

const look = (client: Client, query: Record<string, string>): Promise<Heard> =>
  client.call("GET", "/v1.2/getRecallStatus", { query });

/** Changes a stored transfer of the client. */
async function changed(client: Client, transferId: string, change: string): Promise<void> {
  await client.stage.world.look(
    `update transfers.transfer set ${change} where merchant_id = $1 and transfer_key = $2`,
    [client.merchant.merchantId, transferId],
  );
}

const afterChange = (change: string) => async (client: Client) => {
  const transferId = await paid(client);
  await changed(client, transferId, change);
  return ask(client, transferId);
};

export const causesOfRecalls: readonly Cause[] = [
  ...causesOf("requestRecall", "v1.2", {
    requested: asking({}),
    transfer_not_found: (client) => ask(client, "none"),
    ids_missing: (client) => ask(client, ""),
    reason_invalid: asking({ reason: "SORRY" }),
    remarks_invalid: asking({ remarks: "x".repeat(251) }),
    not_paid: unpaid,
    own_account: afterChange("origin_kind = 'withdrawal', origin_id = transfer_id"),
    too_old: afterChange("finished_at = finished_at - interval '46 days'"),
    already_open: async (client) => ask(client, (await asked(client)).transferId),
    too_many: async (client) => {
      const transferId = await paid(client);
      for (let count = 0; count < 5; count += 1) {
        const { body } = await ask(client, transferId);
        await withdraw(client, (body.data!.recall as { recallId: string }).recallId);
      }
      return ask(client, transferId);
    },
  }),
  ...causesOf("getRecallStatus", "v1.2", {
    found: async (client) => look(client, { transferId: (await asked(client)).transferId }),
    not_found: async (client) => look(client, { transferId: await paid(client) }),
    ids_missing: (client) => look(client, {}),
  }),
  ...causesOf("getRecallLetter", "v1.2", {
    not_found: async (client) => {
      // A merchant cannot see another merchant's recall.
      const { recallId } = await asked(await client.another());
      return client.call("GET", `/v1.2/recalls/${recallId}/letter`);
    },
    format_invalid: async (client) => {
      const { recallId } = await asked(client);
      return client.call("GET", `/v1.2/recalls/${recallId}/letter`, { query: { format: "pdf" } });
    },
  }),
  ...causesOf("withdrawRecall", "v1.2", {
    withdrawn: async (client) => withdraw(client, (await asked(client)).recallId),
    not_found: (client) => withdraw(client, "none"),
    already_over: async (client) => {
      const { recallId } = await asked(client);
      await withdraw(client, recallId);
      return withdraw(client, recallId);
    },
  }),
];

/** Makes a transfer that the bank refused. */
async function unpaid(client: Client): Promise<Heard> {
  const transferId = freshId("t");
  const payee = { bankAccount: "909090909002", ifsc: "HDFC0000001" };
  await sendOrder(client, SYNC, { payee, fields: { transferId } });
  return ask(client, transferId);
}
