import Type from "typebox";
import { isSecretHolderUnknown, KEY_SCOPES, readApiClient, readMerchant, readRateUse } from "#access";
import { findKeyRequest, findRequests } from "#approvals";
import { readLastUse } from "#calls";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { readLeftToday } from "#transfers";

const keys = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  /** How many secrets it has had. */
  version: Type.Integer(),
  statusMode: words(["rest", "always-200"]),
  /** What may be done with them. */
  scope: words(KEY_SCOPES),
  /** The fund sources that they can pay from; null: all. */
  fundSourceIds: nullable(Type.Array(Type.String())),
  /** The most that they can order in a day of India; null: no limit. */
  dayLimit: nullable(rupees),
  /** What is left of it until midnight in India; null: no limit. */
  leftToday: nullable(rupees),
  ipAllowlist: Type.Array(Type.String()),
  ratePerMinute: Type.Integer(),
  usedThisMinute: Type.Integer(),
  publicKeyPem: Type.String(),
  createdAt: at,
  lastUse: nullable(Type.Object({ at, ip: Type.String() })),
  /** True if it is not known which member has seen the present secret. */
  holderUnknown: Type.Boolean(),
});

const reset = Type.Object({
  requestId: Type.String(),
  status: words(["pending", "approved"]),
  askedByMe: Type.Boolean(),
  expiresAt: at,
  /** Where no other person can approve: when it may be done all the same. */
  aloneUntil: nullable(at),
});

/** The merchant's key pair without its secret, and the reset that waits. */
export const getApiKeys = memberOperation({
  name: "getApiKeys",
  method: "GET",
  path: "/merchants/{merchantId}/api-keys",
  tag: "Developers",
  summary: "Read the API keys: their settings and use, never the secret",
  permission: "access_transfers",
  output: Type.Object({
    apisEnabled: Type.Boolean(),
    keys: nullable(keys),
    /** A reset that waits for approval, or is approved and not completed yet. */
    reset: nullable(reset),
    /** More rights of the keys that wait for approval. */
    wider: nullable(Type.Object({ requestId: Type.String(), expiresAt: at, aloneUntil: nullable(at) })),
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
      if (client === null) return { apisEnabled, keys: null, reset: asked, wider: null };
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
      };
    }),
});
