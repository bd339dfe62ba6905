/** Causes the answers of the operations on links (`cashgram`). */
import { changeMerchant } from "#access";
import type { Context } from "#lib/context";
import {
  confirmClaim,
  draftClaim,
  provePayee,
  readRedemption,
  sendPassword,
  type DestinationInput,
} from "#links";
import { type Cause, causesOf } from "./cause.ts";
import { cashgramOrder } from "./requests.ts";
import { freshId, type Client, type Heard } from "./stage.ts";

type Changes = Readonly<Record<string, unknown>>;

const create = (client: Client, changes: Changes = {}): Promise<Heard> =>
  client.call("POST", "/v1/createCashgram", { body: { ...cashgramOrder(), ...changes } });

const createWith = (changes: Changes) => (client: Client) => create(client, changes);

const ofCreating: readonly Cause[] = causesOf("createCashgram", "v1", {
  created: createWith({}),
  key_invalid: createWith({ cashgramId: "not an id" }),
  amount_malformed: createWith({ amount: "ten" }),
  amount_decimals: createWith({ amount: "1.001" }),
  amount_invalid: createWith({ amount: "0.99" }),
  name_invalid: createWith({ name: "x".repeat(101) }),
  phone_invalid: createWith({ phone: "1234567" }),
  email_invalid: createWith({ email: "nobody" }),
  expiry_invalid: createWith({ linkExpiry: "2018/09/12" }),
  remarks_invalid: createWith({ remarks: "a-b" }),
  notify_invalid: createWith({ notifyCustomer: 2 }),
  validate_invalid: createWith({ validateAccount: "yes" }),
  key_exists: {
    message: "Cashgram with id twice already exists",
    cause: async (client) => {
      await create(client, { cashgramId: "twice" });
      return create(client, { cashgramId: "twice" });
    },
  },
  insufficient_balance: async (client) => create(await client.another({ balancePaise: 9_99n })),
  feature_not_available: async (client) => {
    const other = await client.another();
    const { merchantId } = other.merchant;
    await changeMerchant(client.stage.world.ctx, merchantId, { settings: { payoutsEnabled: false } });
    return create(other);
  },
});

/** Makes a link and returns its id and the token in its address. */
export async function makeCashgram(
  client: Client,
  changes: Changes = {},
): Promise<{ id: string; token: string }> {
  const id = freshId("gram");
  const { body } = await create(client, { cashgramId: id, ...changes });
  if (body.subCode !== "200") throw new Error(`no link: ${body.message}`);
  return { id, token: String(body.data?.cashgramLink).split("/").at(-1)! };
}

const TO_ACCOUNT = {
  mode: "banktransfer",
  accountNumber: "026291800001191",
  accountNumberAgain: "026291800001191",
  ifsc: "YESB0000262",
  vpa: "",
} as const satisfies DestinationInput;

/** Claims a link as its payee: verifies the one-time password, gives a destination, and confirms. */
export async function redeemCashgram(
  client: Client,
  token: string,
  changes: Partial<DestinationInput> = {},
): Promise<void> {
  const { world } = client.stage;
  const { ctx }: { ctx: Context } = world;
  await sendPassword(ctx, token);
  const [sms] = await world.look<{ text: string }>(
    `select body_text as text
     from messages.message
     where merchant_id = $1
       and purpose = 'flowgram_otp'
       and channel = 'sms'
     order by message_id desc
     limit 1`,
    [client.merchant.merchantId],
  );
  const proof = await provePayee(ctx, token, sms!.text.slice(0, 6));
  if (proof?.kind !== "proved") throw new Error("the payee is not proved");
  const visitor = { token, sessionToken: proof.sessionToken };
  await draftClaim(ctx, visitor, { ...TO_ACCOUNT, ...changes });
  const redemption = await readRedemption(ctx, visitor);
  await confirmClaim(ctx, visitor, redemption!.proved!.draft!.draftId);
}

/** A UPI ID for which the simulated banks take a while. */
export const TO_PENDING = { mode: "upi", vpa: "pending@upi" } as const;

const ofReading = (operation: string, method: "GET" | "POST"): Cause[] => {
  const read = (client: Client, cashgramId?: string): Promise<Heard> =>
    client.call(method, "/v1/getCashgramStatus", {
      query: cashgramId === undefined ? {} : { cashgramId },
      ...(method === "POST" ? { body: { cashgramId } } : {}),
    });
  return causesOf(operation, "v1", {
    found: async (client) => read(client, (await makeCashgram(client)).id),
    not_found: {
      message: "Cashgram with id nobody does not exist",
      cause: (client) => read(client, "nobody"),
    },
    key_missing: (client) => read(client),
  });
};

const deactivate = (client: Client, cashgramId?: string): Promise<Heard> =>
  client.call("POST", "/v1/deactivateCashgram", { body: { cashgramId } });

const ofDeactivating: readonly Cause[] = causesOf("deactivateCashgram", "v1", {
  deactivated: {
    message: "Cashgram with id - withdrawn successfully deactivated!",
    cause: async (client) => {
      await create(client, { cashgramId: "withdrawn" });
      return deactivate(client, "withdrawn");
    },
  },
  not_found: {
    message: "Cashgram with id nobody does not exist",
    cause: (client) => deactivate(client, "nobody"),
  },
  ended: async (client) => {
    const { id, token } = await makeCashgram(client);
    await redeemCashgram(client, token);
    return deactivate(client, id);
  },
  under_way: async (client) => {
    const { id, token } = await makeCashgram(client);
    await redeemCashgram(client, token, TO_PENDING);
    return deactivate(client, id);
  },
  key_missing: (client) => deactivate(client),
});

export const causesOfLinks: readonly Cause[] = [
  ...ofCreating,
  ...ofReading("getCashgramStatus", "GET"),
  ...ofReading("postCashgramStatus", "POST"),
  ...ofDeactivating,
];
