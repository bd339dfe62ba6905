/** Causes the answers of every operation before it begins, and after an unexpected error. */
import { authorize, changeApiClient, changeMerchant } from "#access";
import { requestKeyScope } from "#approvals";
import { operations, takesKey } from "#api";
import { openBreakableDatabase } from "./breakable-database.ts";
import type { Cause } from "./cause.ts";
import { sampleOf, send, soundBeneficiary } from "./requests.ts";
import { credentials, freshId, type Client, type Heard } from "./stage.ts";

type Causing = (client: Client, operation: string, version: string) => Promise<Heard>;

const ofCallers: Readonly<Record<string, Causing>> = {
  // The client id beside it identifies the caller, and so the mode of the answer.
  token_missing: async (client, operation, version) =>
    send(client, await sampleOf(client, operation, version), {
      token: null,
      headers: { "x-client-id": client.merchant.clientId },
    }),
  token_invalid: async (client, operation, version) =>
    send(client, await sampleOf(client, operation, version), { token: `${client.token.slice(0, -4)}AAAA` }),
  ip_not_allowed: async (client, operation, version) => {
    const { merchant, stage } = client;
    const { token } = await authorize(stage.world.ctx, { ...merchant, ip: "203.0.113.9" });
    return send(client, await sampleOf(client, operation, version), { token });
  },
  apis_disabled: async (client, operation, version) => {
    const other = await client.another();
    await changeMerchant(client.stage.world.ctx, other.merchant.merchantId, {
      settings: { apisEnabled: false },
    });
    return send(other, await sampleOf(other, operation, version));
  },
  scope_missing: async (client, operation, version) => {
    const other = await client.another();
    const sample = await sampleOf(other, operation, version);
    await requestKeyScope(client.stage.world.ctx, other.merchant.merchantId, { scope: "read" });
    return send(other, sample);
  },
  too_many_requests: async (client, operation, version) => {
    const other = await client.another();
    await changeApiClient(client.stage.world.ctx, other.merchant.merchantId, { ratePerMinute: 1 });
    const sample = await sampleOf(other, operation, version);
    // A new minute may begin between the first and the second call, but not among all four.
    let heard = await send(other, sample);
    for (let more = 0; more < 3 && heard.body.subCode !== "429"; more += 1) heard = await send(other, sample);
    return heard;
  },
};

const fileOf = (operation: string) => operations.find(({ name }) => name === operation)!.file;

const ofBodies: Readonly<Record<string, Causing>> = {
  body_unreadable: async (client, operation, version) =>
    send(client, await sampleOf(client, operation, version), {
      text: fileOf(operation) === undefined ? '{"beneId":' : "",
    }),
  body_too_large: async (client, operation, version) =>
    send(client, await sampleOf(client, operation, version), {
      text: JSON.stringify({ remarks: "x".repeat(fileOf(operation)?.bytesMax ?? 1_048_576) }),
      headers: { "x-client-id": client.merchant.clientId, "x-client-secret": client.merchant.clientSecret },
    }),
};

const CARD_FIELD =
  "cardNumber is not a field of this call: pay a card by its network token with cardpay, or give a masked card " +
  "number as cardNo of addBeneficiary";

/** A field that no call has: `cardpay` pays a token. */
const cardField: Causing = async (client, operation, version) => {
  const sample = await sampleOf(client, operation, version);
  const body = { ...(sample.asked.body as object), cardNumber: "4111XXXXXXXX1111" };
  return send(client, sample, { body });
};

const ofKeys: Readonly<Record<string, Causing>> = {
  idempotency_key_invalid: async (client, operation, version) =>
    send(client, await sampleOf(client, operation, version), {
      headers: { "idempotency-key": "x".repeat(256) },
    }),
  // The key is used first for another call that certainly changes something.
  idempotency_key_reused: async (client, operation, version) => {
    const headers = { "idempotency-key": freshId("key") };
    await client.call("POST", "/v1/addBeneficiary", { headers, body: soundBeneficiary() });
    return send(client, await sampleOf(client, operation, version), { headers });
  },
};

/** The database begins to refuse everything between two calls of a caller. */
const breakdown: Causing = async (client, operation, version) => {
  const database = await openBreakableDatabase(client.stage.world);
  const other = await client.another({ address: await client.stage.openServer(database.url) });
  await other.call("POST", "/v1/verifyToken");
  const sample = await sampleOf(other, operation, version);
  database.spoil();
  return send(other, sample, operation === "authorize" ? { headers: credentials(other.merchant) } : {});
};

/** Clients that got one answer from a server whose database has since gone away. */
const forsaken = new WeakMap<Client, Promise<Client>>();

async function forsake(client: Client): Promise<Client> {
  const database = await openBreakableDatabase(client.stage.world);
  const other = await client.another({ address: await client.stage.openServer(database.url) });
  await other.call("POST", "/v1/verifyToken");
  database.cut();
  return other;
}

/** The database goes away between two calls of a caller. */
const unavailable: Causing = async (client, operation, version) => {
  const sample = await sampleOf(client, operation, version);
  if (!forsaken.has(client)) forsaken.set(client, forsake(client));
  const other = await forsaken.get(client)!;
  return send(other, sample, operation === "authorize" ? { headers: credentials(other.merchant) } : {});
};

/** The answers of operations to an unexpected error before they begin, where not `breakdown`. */
const BREAKDOWNS: Readonly<Record<string, string>> = {
  addBeneficiary: "adding_failed",
  requestTransfer: "internal_error",
  requestAsyncTransfer: "internal_error",
  directTransfer: "internal_error",
  requestBatchTransfer: "request_failed",
  cardpay: "internal_error",
  lend: "internal_error",
};

export const causesOfEveryCall: readonly Cause[] = operations.flatMap((operation) => {
  const { name, versions, access, method } = operation;
  const isScoped = operation.access === "token" && operation.scope !== "read";
  const { scope_missing: beyond, ...others } = ofCallers;
  return versions.flatMap((version) => {
    const causing = {
      ...(access === "token" ? others : {}),
      ...(isScoped ? { scope_missing: beyond! } : {}),
      ...(method === "POST" ? ofBodies : {}),
      ...(isScoped && operation.body !== undefined ? { card_field: cardField } : {}),
      ...(takesKey({ name, access, method }) ? ofKeys : {}),
      service_unavailable: unavailable,
      [BREAKDOWNS[name] ?? "breakdown"]: breakdown,
    };
    return Object.entries(causing).map(([answer, cause]) => ({
      operation: name,
      version,
      answer,
      ...(answer === "card_field" ? { message: CARD_FIELD } : {}),
      cause: (client: Client) => cause(client, name, version),
    }));
  });
});
