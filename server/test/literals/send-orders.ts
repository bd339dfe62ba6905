/** Sends orders by each of the transfer calls alike. */
import type { Cause } from "./cause.ts";
import { addBeneficiary, freshAccount } from "./requests.ts";
import { freshId, type Client, type ClientOptions, type Heard } from "./stage.ts";

/** One transfer call in one version. */
export interface Way {
  readonly operation: "requestTransfer" | "requestAsyncTransfer" | "directTransfer";
  readonly version: "v1" | "v1.2";
}

type Fields = Readonly<Record<string, unknown>>;

export interface Ordered {
  /** Changes to a valid payee, who is added first or given with the order. */
  readonly payee?: Fields;
  /** Changes to a valid order. */
  readonly fields?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A bank account that the simulated banks treat specially. */
export const magic = (bankAccount: string): Fields => ({ bankAccount, ifsc: "HDFC0000001" });

/** Makes a valid order with changes, in the form that the call takes. */
export async function bodyOf(
  client: Client,
  way: Way,
  { payee = {}, fields = {} }: Ordered,
): Promise<Fields> {
  const terms = { amount: "10.00", transferId: freshId("t"), transferMode: "banktransfer" };
  if (way.operation !== "directTransfer")
    return { ...terms, beneId: await addBeneficiary(client, payee), ...fields };
  const beneDetails = {
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    ...freshAccount(),
    ...payee,
  };
  return { ...terms, beneDetails, ...fields };
}

export async function sendOrder(client: Client, way: Way, ordered: Ordered = {}): Promise<Heard> {
  return sendBody(client, way, await bodyOf(client, way, ordered), ordered.headers);
}

export const sendBody = (
  client: Client,
  { operation, version }: Way,
  body: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> => client.call("POST", `/${version}/${operation}`, { body, headers });

/** Makes a cause: an order of the client itself, with changes. */
export const byOrder =
  (way: Way, ordered: Ordered = {}): Cause["cause"] =>
  (client) =>
    sendOrder(client, way, ordered);

/** Makes a cause: an order of a separate merchant, which is prepared first. */
export const byPrepared =
  (way: Way, ordered: Ordered, { prepare, ...options }: Prepared): Cause["cause"] =>
  async (client) => {
    const other = await client.another(options);
    await prepare?.(other);
    return sendOrder(other, way, ordered);
  };

interface Prepared extends ClientOptions {
  readonly prepare?: (client: Client) => Promise<unknown>;
}

/** Moves a merchant's clock to noon in India on a Sunday, when NEFT is closed. */
export async function waitForSunday({ stage, merchant }: Client): Promise<void> {
  await stage.world.look(
    `insert into lib.merchant_clock (merchant_id, offset_ms)
     select $1, extract(epoch from (date_trunc('week', now) + interval '6 days 12 hours') - now) * 1000
     from (select now() at time zone 'Asia/Kolkata' as now) as india`,
    [merchant.merchantId],
  );
}
