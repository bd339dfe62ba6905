/** A merchant's program that calls the v2 API. */
import { freshAccount } from "./literals/requests.ts";
import { freshId, openStage, type Client } from "./literals/stage.ts";
import type { World } from "./world.ts";

export { openBreakableDatabase } from "./literals/breakable-database.ts";
export { checkSchema } from "./literals/check-schema.ts";
export { freshAccount } from "./literals/requests.ts";
export { agreeFirst, blockPayeeOf, stopBanks, withLimit, withoutModes } from "./literals/restrict.ts";
export { waitForSunday } from "./literals/send-orders.ts";
export { freshId, type Client, type ClientOptions, type Stage } from "./literals/stage.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The answer of the API. */
export interface HeardV2 {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface AskedV2 {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of a server to call instead of the stage's. */
  readonly address?: string;
}

/** Opens a stage and makes a client on it. */
export async function openV2(world: World): Promise<Client> {
  const stage = await openStage(world);
  return stage.makeClient("always-200");
}

/** Calls `/payout` + path with the client's ID and secret; a header given as "" is not sent. */
export async function askV2(
  client: Client,
  way: string,
  { query = {}, body, text, headers = {}, address = client.stage.address }: AskedV2 = {},
): Promise<HeardV2> {
  const [method = "", path = ""] = way.split(" ");
  const url = new URL(`${address}/payout${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  const { clientId, clientSecret } = client.merchant;
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const all = { "x-client-id": clientId, "x-client-secret": clientSecret, ...headers };
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(sent === undefined ? {} : { body: sent }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === "" ? {} : (JSON.parse(answer) as Fields),
  };
}

/** The bank account of a payee in the form of v2. */
export const v2Account = (): { bank_account_number: string; bank_ifsc: string } => {
  const { bankAccount, ifsc } = freshAccount();
  return { bank_account_number: bankAccount, bank_ifsc: ifsc };
};

export const CONTACT_V2 = {
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_country_code: "+91",
  beneficiary_address: "12 MG Road",
  beneficiary_city: "Bengaluru",
  beneficiary_state: "Karnataka",
  beneficiary_postal_code: "560001",
} as const;

/** A valid beneficiary with an account of its own. */
export const soundBeneficiaryV2 = (): Record<string, unknown> => ({
  beneficiary_id: freshId("bene"),
  beneficiary_name: "Asha Rao",
  beneficiary_instrument_details: v2Account(),
  beneficiary_contact_details: CONTACT_V2,
});

/** A valid order to a payee with an account of their own. */
export const soundOrderV2 = (changes: Fields = {}): Record<string, unknown> => ({
  transfer_id: freshId("t"),
  transfer_amount: 10,
  beneficiary_details: {
    beneficiary_name: "Asha Rao",
    beneficiary_instrument_details: v2Account(),
    beneficiary_contact_details: CONTACT_V2,
  },
  ...changes,
});

/** Adds a beneficiary and returns its ID. */
export async function addBeneficiaryV2(client: Client, changes: Fields = {}): Promise<string> {
  const body = { ...soundBeneficiaryV2(), ...changes };
  const heard = await askV2(client, "POST /beneficiary", { body });
  if (heard.status !== 201) throw new Error(`no beneficiary: ${JSON.stringify(heard.body)}`);
  return String(heard.body.beneficiary_id);
}
