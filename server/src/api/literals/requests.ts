/** A request of every operation that nothing is wrong with, to begin from. */
import { credentials, freshId, type Asked, type Client } from "./stage.ts";

export interface Sample {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly asked: Asked;
}

export const SOUND_ACCOUNT = { bankAccount: "00011020001772", ifsc: "HDFC0000001" } as const;

/** A bank account that nobody has used yet. */
export const freshAccount = (): { bankAccount: string; ifsc: string } => ({
  bankAccount: String((accounts += 1)),
  ifsc: "HDFC0000001",
});
let accounts = 500_100_000_000;

/** A sound beneficiary to be added, with an account of its own. */
export const soundBeneficiary = (): Record<string, string> => ({
  beneId: freshId("bene"),
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  ...freshAccount(),
  address1: "12 MG Road",
});

/** Adds a beneficiary, with changes, and answers its id. */
export async function addBeneficiary(client: Client, changes: Record<string, unknown> = {}): Promise<string> {
  const body = { ...soundBeneficiary(), ...changes };
  const { body: answer } = await client.call("POST", "/v1/addBeneficiary", { body });
  if (answer.subCode !== "200") throw new Error(`no beneficiary: ${answer.message}`);
  return String(body.beneId);
}

/** A sound request of an operation. */
export async function sampleOf(client: Client, operation: string, version: string): Promise<Sample> {
  const post = (body?: unknown): Sample => ({
    method: "POST",
    path: `/${version}/${operation}`,
    asked: { body },
  });
  const get = (query: Record<string, string> = {}): Sample => ({
    method: "GET",
    path: `/${version}/${operation}`,
    asked: { query },
  });
  switch (operation) {
    case "authorize":
      return { ...post(), asked: { token: null, headers: credentials(client.merchant) } };
    case "verifyToken":
      return post();
    case "addBeneficiary":
      return post(soundBeneficiary());
    case "getBeneficiary":
      return { ...get(), path: `/${version}/getBeneficiary/${freshId("nobody")}` };
    case "getBeneId":
      return get(freshAccount());
    case "removeBeneficiary":
      return post({ beneId: freshId("nobody") });
    case "beneHistory":
      return get({ beneId: freshId("nobody") });
    case "getTransferStatus":
      return get({ transferId: freshId("none") });
    case "getTransfers":
    case "getBalance":
      return get();
    case "directTransfer":
      return post(directOrder());
    default:
      return post(listedOrder(freshId("nobody")));
  }
}

/** A sound order to a beneficiary. */
export const listedOrder = (beneId: string): Record<string, unknown> => ({
  beneId,
  amount: "10.00",
  transferId: freshId("t"),
});

/** A sound order to somebody with an account of their own. */
export const directOrder = (): Record<string, unknown> => ({
  amount: "10.00",
  transferId: freshId("t"),
  transferMode: "banktransfer",
  beneDetails: {
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    ...freshAccount(),
  },
});

/** Sends a sample, with changes. */
export function send(
  client: Client,
  { method, path, asked }: Sample,
  changes: Asked = {},
): ReturnType<Client["call"]> {
  return client.call(method, path, { ...asked, ...changes });
}
