/** Causes the answers of payments to cards. */
import assert from "node:assert/strict";
import { changeMerchant } from "#access";
import { openBreakableDatabase } from "./breakable-database.ts";
import { type Cause, causesOf } from "./cause.ts";
import {
  agreeFirst,
  blockCard,
  causesOfKeys,
  stopBanks,
  withLimit,
  withoutModes,
  withQueue,
} from "./restrict.ts";
import { freshId, type Client, type ClientOptions, type Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A valid order to a card, with changes. */
export const cardOrder = (changes: Fields = {}): Fields => ({
  amount: "10.00",
  transferId: freshId("t"),
  token: "tok_5F2mQ8rXw1Zk",
  cardType: "CREDIT",
  name: "Asha Rao",
  networkType: "VISA",
  cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
  tokenExpiry: "2028-05",
  ...changes,
});

const send = (client: Client, body: Fields, headers: Record<string, string> = {}): Promise<Heard> =>
  client.call("POST", "/v1/cardpay", { body, headers });

const REQUESTOR = "50110030273";

/** Makes a separate client for which card tokens are issued. */
export async function anotherWithCards(client: Client, options: ClientOptions = {}): Promise<Client> {
  const other = await client.another(options);
  await changeMerchant(client.stage.world.ctx, other.merchant.merchantId, {
    settings: { tokenRequestorId: REQUESTOR },
  });
  return other;
}

interface Prepared extends ClientOptions {
  readonly prepare?: (client: Client) => Promise<unknown>;
}

const byCard =
  (changes: Fields = {}, { prepare, ...options }: Prepared = {}): Cause["cause"] =>
  async (client) => {
    const other = await anotherWithCards(client, options);
    await prepare?.(other);
    return send(other, cardOrder(changes));
  };

/** Sends two orders under one id; the second with changes. */
const byTwo =
  (changes: Fields, headers: Record<string, string> = {}): Cause["cause"] =>
  async (client) => {
    const other = await anotherWithCards(client);
    const first = cardOrder();
    await send(other, first);
    return send(other, { ...first, ...changes }, headers);
  };

async function payBlocked(client: Client): Promise<Heard> {
  const other = await anotherWithCards(client);
  const order = cardOrder();
  const { body } = await send(other, order);
  // This is another payment to the same card, with a new cryptogram.
  assert.equal(body.subCode, "200");
  await blockCard(other, String(order.token));
  return send(other, { ...order, transferId: freshId("t"), cryptogram: "AgAAAAAAAAAAAAAAAAAAAAAAAAA=" });
}

export const causesOfCards: readonly Cause[] = causesOf("cardpay", "v1", {
  completed: byCard(),
  pending_at_bank: byCard({ token: "909090909026" }, { syncWaitMs: 200 }),
  awaiting_approval: byCard({}, { prepare: (client) => agreeFirst(client, "transfer") }),
  queued: byCard({}, { balancePaise: 1_00n, prepare: withQueue }),
  received: async (client) => {
    const database = await openBreakableDatabase(client.stage.world);
    const other = await anotherWithCards(client, { address: await client.stage.openServer(database.url) });
    database.cutInCommit();
    return send(other, cardOrder());
  },
  transfer_id_exists: byTwo({}),
  transfer_id_differs: byTwo({ amount: "11.00" }, { "idempotency-key": "again" }),
  card_token_invalid: byCard({ token: "no token" }),
  name_invalid: byCard({ name: "x".repeat(101) }),
  network_invalid: byCard({ networkType: "RUPAY" }),
  card_type_invalid: byCard({ cardType: "PREPAID" }),
  amount_missing: byCard({ amount: undefined }),
  transfer_id_missing: byCard({ transferId: "" }),
  amount_invalid: byCard({ amount: "ten" }),
  amount_decimals: byCard({ amount: "10.001" }),
  amount_too_small: byCard({ amount: "0.99" }),
  transfer_id_invalid: byCard({ transferId: "x".repeat(41) }),
  transfer_id_characters: byCard({ transferId: "no/way" }),
  tag_invalid: byCard({ tag: "vendors" }),
  remarks_invalid: byCard({ remarks: "50% off" }),
  feature_not_available: async (client) => send(await client.another(), cardOrder()),
  amount_above_maximum: {
    message: "Transfer amount is greater than the maximum amount of Rs.100000.",
    cause: byCard({ amount: "100000.01" }),
  },
  insufficient_balance: byCard({}, { balancePaise: 1_00n }),
  mode_not_enabled: byCard({}, { prepare: withoutModes({ disabledModes: ["card"] }) }),
  mode_not_available: byCard({}, { prepare: withoutModes({ unavailableModes: ["card"] }) }),
  account_limit_exceeded: byCard({}, { prepare: withLimit("merchant") }),
  fund_source_stopped: byCard({}, { prepare: stopBanks }),
  ...causesOfKeys((given) => byCard({}, given)),
  beneficiary_limit_exceeded: byCard({}, { prepare: withLimit("beneficiary") }),
  beneficiary_not_allowed: payBlocked,
  attempt_failed: byCard({ token: "909090909016" }),
});
