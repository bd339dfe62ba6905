/** A merchant's API keys are generated and reset, and their allowlist and scope are changed. */
import Type from "typebox";
import {
  AccessError,
  type ApiClient,
  changeApiClientWithin,
  isSecretHolderUnknown,
  KEY_SCOPES,
  readApiClient,
  readMerchant,
  readRateUse,
} from "#access";
import {
  completeKeyReset,
  findKeyRequest,
  findRequests,
  readFormerTerms,
  requestKeyReset,
  requestKeyScope,
} from "#approvals";
import type { Actor } from "#audit";
import { readLastUse } from "#calls";
import { settingRefusals } from "#dashboard/refusals";
import { resource } from "#dashboard/operation";
import { at, nullable, rupees, undoFields, waitingFields, words } from "#dashboard/schemas";
import { requireFundSources } from "#fund-sources";
import { amount, id, listOf, oneOf, optional, Refusal, type RefusalShape, text } from "#http";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import {
  changeSettingsWithin,
  readFormerSettings,
  readWaitingSettings,
  readNetworks,
  writeNetworks,
} from "#settings";
import { readLeftToday } from "#transfers";
import { issuedKeys, keysOrRequest, toKeysOrRequest } from "./schemas.ts";

const operation = resource({ at: "/api-keys", tag: "Developers", permission: "manage_keys" });

export const endpointRefusals = {
  endpoint_not_found: { status: 404, message: "This webhook endpoint does not exist." },
} as const satisfies Record<string, RefusalShape>;

export const enabledRefusals = {
  ...endpointRefusals,
  endpoint_disabled: { status: 409, message: "The endpoint is disabled. Enable it first." },
} as const satisfies Record<string, RefusalShape>;

export const targetRefusals = {
  url_refused: { status: 422, message: "Webhooks cannot be sent to this address: {reason}." },
  api_key_missing: {
    status: 409,
    message: "These webhooks are signed with the client secret. Generate API keys first.",
  },
} as const satisfies Record<string, RefusalShape>;

export const eventRefusals = {
  event_type_unknown: { status: 422, message: "Choose at least one existing event." },
  event_type_not_in_v2: { status: 422, message: "The format v2 has no such event." },
} as const satisfies Record<string, RefusalShape>;

export const deliveryRefusals = {
  delivery_not_found: { status: 404, message: "This delivery does not exist." },
} as const satisfies Record<string, RefusalShape>;

export const replayRefusals = {
  ...enabledRefusals,
  replay_too_large: { status: 422, message: "That is more than 100,000 events. Choose a shorter period." },
} as const satisfies Record<string, RefusalShape>;

const keyRefusals = {
  api_client_not_found: { status: 404, message: "There are no API keys yet." },
} as const satisfies Record<string, RefusalShape>;

const keys = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  /** The number of secrets that the key pair has had. */
  version: Type.Integer(),
  statusMode: words(["rest", "always-200"]),
  scope: words(KEY_SCOPES),
  /** The fund sources that they can pay from. Null if they can pay from all. */
  fundSourceIds: nullable(Type.Array(Type.String())),
  /** The largest total that they can order on one day in India. Null if there is no limit. */
  dayLimit: nullable(rupees),
  /** The rest of that limit until midnight in India. Null if there is no limit. */
  leftToday: nullable(rupees),
  ipAllowlist: Type.Array(Type.String()),
  ratePerMinute: Type.Integer(),
  usedThisMinute: Type.Integer(),
  publicKeyPem: Type.String(),
  createdAt: at,
  lastUse: nullable(Type.Object({ at, ip: Type.String() })),
  /** True if it is not known which member has seen the current secret. */
  holderUnknown: Type.Boolean(),
});

const reset = Type.Object({
  requestId: Type.String(),
  status: words(["pending", "approved"]),
  askedByMe: Type.Boolean(),
  expiresAt: at,
  /** The time from which it can be done without approval, because no other person can approve. Null otherwise. */
  aloneUntil: nullable(at),
});

/** Returns the key pair without its secret, with the reset and the changes that wait. */
export const getApiKeys = operation({
  name: "getApiKeys",
  method: "GET",
  summary: "Read the API keys: their settings and use, never the secret",
  permission: "access_transfers",
  output: Type.Object({
    apisEnabled: Type.Boolean(),
    keys: nullable(keys),
    /** A reset that waits for approval, or is approved and not completed yet. */
    reset: nullable(reset),
    /** Wider rights of the keys that wait for approval. */
    wider: nullable(Type.Object({ requestId: Type.String(), expiresAt: at, aloneUntil: nullable(at) })),
    /** A longer allowlist that waits for approval. */
    allowlistWaits: nullable(Type.Object({ ...waitingFields, after: Type.String() })),
    /** The rights that other members took from the keys, if the caller is an Owner and can give them back at once. */
    formerTerms: nullable(
      Type.Object({
        ...undoFields,
        scope: words(KEY_SCOPES),
        fundSourceIds: nullable(Type.Array(Type.String())),
        dayLimit: nullable(rupees),
      }),
    ),
    /** The earlier allowlist, in the same case. */
    formerAllowlist: nullable(Type.Object({ ...undoFields, ipAllowlist: Type.Array(Type.String()) })),
  }),
  handle: async ({ ctx, merchantId, by }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { settings } = await readMerchant(tx);
      const client = await readApiClient(tx);
      const subjectId = client?.clientId ?? merchantId;
      const request = (await findRequests(tx, "key_reset", [subjectId])).get(subjectId);
      const isOpen =
        request?.status === "pending" || (request?.status === "approved" && request.releasedAt === null);
      const asked = request && isOpen ? { ...request, askedByMe: request.maker === by } : null;
      const { apisEnabled } = settings;
      if (client === null) return { ...NO_KEYS, apisEnabled, reset: asked };
      const { dayLimitPaise, ...shown } = client;
      const [rate, lastUse, wider, leftPaise, holderUnknown] = await Promise.all([
        readRateUse(tx),
        readLastUse(tx, client.clientId),
        findKeyRequest(tx, client.clientId),
        readLeftToday(tx, client),
        isSecretHolderUnknown(tx, client.clientId),
      ]);
      return {
        apisEnabled,
        keys: {
          ...shown,
          dayLimit: dayLimitPaise === null ? null : formatRupees(dayLimitPaise),
          leftToday: leftPaise === null ? null : formatRupees(leftPaise),
          usedThisMinute: rate?.used ?? 0,
          lastUse,
          holderUnknown,
        },
        reset: asked,
        wider,
        ...(await readFormer(tx, by, client)),
      };
    }),
});

const NO_KEYS = { keys: null, wider: null, allowlistWaits: null, formerTerms: null, formerAllowlist: null };

/** Reads the allowlist that waits for approval, and the earlier rights and allowlist that an Owner can give back. */
async function readFormer(tx: Tx, by: Actor, client: ApiClient) {
  const { clientId, scope, fundSourceIds, dayLimitPaise } = client;
  const before = { scope, fundSourceIds, dayLimitPaise };
  const [allowlistWaits = null] = await readWaitingSettings(tx, ["ipAllowlist"]);
  const terms = await readFormerTerms(tx, { by, clientId, before });
  const [list = null] = await readFormerSettings(tx, by, ["ipAllowlist"]);
  return {
    allowlistWaits,
    formerTerms: terms && showFormer(terms),
    formerAllowlist: list && {
      people: list.people,
      since: list.since,
      ipAllowlist: readNetworks(String(list.before)),
    },
  };
}

function showFormer({ people, since, former }: NonNullable<Awaited<ReturnType<typeof readFormerTerms>>>) {
  const { scope, fundSourceIds, dayLimitPaise } = former;
  const dayLimit = dayLimitPaise === null ? null : formatRupees(dayLimitPaise);
  return { people, since, scope, fundSourceIds, dayLimit };
}

/** Issues the only key pair of a merchant, or requests approval for it. */
export const generateApiKeys = operation({
  name: "generateApiKeys",
  method: "POST",
  summary: "Generate the API keys, or ask for approval of it; the secret is shown only once",
  stepUp: true,
  output: keysOrRequest,
  refusals: {
    api_client_exists: { status: 409, message: "There are API keys already. Reset them instead." },
    already_open: { status: 409, message: "New API keys are already waiting for approval." },
  },
  handle: async ({ ctx, merchantId, by }) => {
    return toKeysOrRequest(await requestKeyReset(ctx, merchantId, { by, first: true }));
  },
});

/** Issues a new secret, or requests approval for it. Members type the client ID to confirm which keys they mean. */
export const resetApiKeys = operation({
  name: "resetApiKeys",
  method: "POST",
  path: "/reset",
  summary: "Reset the API keys: the old secret and all tokens stop working at once",
  stepUp: true,
  body: { clientId: text({ max: 100, cards: "let_pass" }) },
  output: keysOrRequest,
  refusals: {
    ...keyRefusals,
    other_client_id: { status: 422, message: "That is not the client id of these keys." },
    already_open: { status: 409, message: "A reset is already waiting for approval." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const client = await ctx.db.inMerchant(merchantId, readApiClient);
    if (client === null) throw AccessError.api_client_not_found({ merchantId });
    if (client.clientId !== input.clientId.trim())
      throw new Refusal("other_client_id", { field: "clientId" });
    return toKeysOrRequest(await requestKeyReset(ctx, merchantId, { by }));
  },
});

/** Completes an approved reset. Only the member who requested it sees the secret. */
export const completeApiKeyReset = operation({
  name: "completeApiKeyReset",
  method: "POST",
  path: "/reset/{requestId}",
  summary: "Complete an approved reset; the secret is shown only once",
  stepUp: true,
  pathFields: { requestId: id() },
  output: issuedKeys,
  refusals: {
    ...keyRefusals,
    not_found: { status: 404, message: "This request does not exist." },
    not_approved: { status: 409, message: "The reset is not approved." },
    approvals_lapsed: { status: 409, message: "An approval no longer counts. Ask again." },
    already_released: { status: 409, message: "The reset has already been done." },
    content_changed: { status: 409, message: "The keys were reset in the meantime." },
    not_the_maker: { status: 403, message: "Only the member who asked for the reset can do it." },
    api_client_changed: { status: 409, message: "The keys were reset in the meantime." },
  },
  handle: ({ ctx, merchantId, by, input: { requestId } }) =>
    completeKeyReset(ctx, merchantId, { requestId, by }),
});

const STATUS_MODES = ["rest", "always-200"] as const;

/** Changes the status mode and the IP allowlist. Only the operator can change the rate limit. */
export const changeApiKeys = operation({
  name: "changeApiKeys",
  method: "PATCH",
  summary: "Change the status mode and the IP allowlist",
  stepUp: true,
  body: {
    statusMode: optional(oneOf(STATUS_MODES)),
    ipAllowlist: optional(listOf(text({ max: 50 }), { max: 25 })),
  },
  output: Type.Object({
    statusMode: words(STATUS_MODES),
    ipAllowlist: Type.Array(Type.String()),
    /** The request for approval of more addresses; the list does not change until then. Null if none is needed. */
    requestId: nullable(Type.String()),
    /** The time when it is done without approval, because no other person can approve. Null otherwise. */
    aloneUntil: nullable(at),
  }),
  refusals: {
    ...keyRefusals,
    ...settingRefusals,
    bad_allowlist: {
      status: 422,
      message: "Each line is an IPv4 or IPv6 address, or a network such as 203.0.113.0/24; at most 25.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { statusMode, ipAllowlist } }) => {
    const { asked, keys } = await ctx.db.inMerchant(merchantId, async (tx) => {
      if ((await readApiClient(tx)) === null) throw AccessError.api_client_not_found({ merchantId });
      const asked =
        ipAllowlist === undefined
          ? []
          : await changeSettingsWithin(tx, { ipAllowlist: writeNetworks(ipAllowlist), by });
      if (statusMode !== undefined) await changeApiClientWithin(tx, { statusMode, by });
      return { asked, keys: (await readApiClient(tx))! };
    });
    const { statusMode: mode, ipAllowlist: list } = keys;
    return {
      statusMode: mode,
      ipAllowlist: list,
      requestId: asked[0]?.requestId ?? null,
      aloneUntil: asked[0]?.aloneUntil ?? null,
    };
  },
});

/** Changes the rights of the key pair. Fields that are not given stay as they are. */
export const changeKeyScope = operation({
  name: "changeKeyScope",
  method: "PUT",
  path: "/scope",
  summary: "Change what can be done with the API keys: read, draft or pay, the fund sources, the limit a day",
  stepUp: true,
  body: {
    scope: oneOf(KEY_SCOPES),
    /** An empty list allows all of them. */
    fundSourceIds: optional(listOf(text({ max: 100 }), { max: 50 })),
    /** The limit for one day in India, in rupees. 0 removes the limit. */
    dayLimit: optional(amount({ min: 0n })),
  },
  output: Type.Object({
    scope: words(KEY_SCOPES),
    /** The request for approval; the rights do not change until then. Null if none is needed. */
    requestId: nullable(Type.String()),
    /** The time when it is done without approval, because no other person can approve. Null otherwise. */
    aloneUntil: nullable(at),
  }),
  refusals: {
    ...keyRefusals,
    already_open: {
      status: 409,
      message: "Another member has asked for other rights of the keys. They are decided about first.",
    },
    not_found: { status: 422, message: "There is no such fund source. Choose one of the list." },
  },
  handle: async ({ ctx, merchantId, by, input: { scope, fundSourceIds, dayLimit } }) => {
    if (fundSourceIds !== undefined) await requireFundSources(ctx, merchantId, fundSourceIds);
    const { terms, ...asked } = await requestKeyScope(ctx, merchantId, {
      scope,
      ...(fundSourceIds === undefined
        ? {}
        : { fundSourceIds: fundSourceIds.length === 0 ? null : fundSourceIds }),
      ...(dayLimit === undefined ? {} : { dayLimitPaise: dayLimit === 0n ? null : dayLimit }),
      by,
    });
    return { ...asked, scope: terms.scope };
  },
});
