/** Services that pay from an account that the merchant has with them. */
import Type from "typebox";
import { readWaiting } from "#approvals";
import { CONNECTION_FAULTS, type ConnectionTest, UPSTREAMS } from "#banks";
import { resource } from "#dashboard/operation";
import { at, nullable, rupees, waitingFields } from "#dashboard/schemas";
import {
  connectUpstream as connect,
  environmentOf,
  listBankConnections,
  testUpstream as test,
  UPSTREAM_SUBJECTS,
} from "#fund-sources";
import { flag, oneOf, Refusal, secretText, text, withDefault } from "#http";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

const operation = resource({ at: "/upstreams", tag: "Fund sources", permission: "manage_fund_sources" });

/** A service that a live merchant can pay through with its own keys. Secrets are never shown. */
const upstream = Type.Object({
  upstreamId: Type.String(),
  name: Type.String(),
  /** Null if it is not connected. */
  connection: Type.Union([
    Type.Object({
      /** The environment of the keys. Null if the key and the address do not tell it. */
      environment: Type.Union([Type.Literal("test"), Type.Literal("live"), Type.Null()]),
      enabled: Type.Boolean(),
      keyId: Type.String(),
      accountLast4: Type.String(),
    }),
    Type.Null(),
  ]),
  /** The request for new keys that others must approve first. */
  waits: nullable(Type.Object(waitingFields)),
  /** The path for its webhooks on this installation. */
  webhookPath: Type.String(),
});

/** Returns all services, connected or not. */
async function showUpstreams(ctx: Pick<Context, "vault">, tx: Tx) {
  const connections = await listBankConnections(ctx, tx);
  const subjectOf = (upstreamId: string) => `${UPSTREAM_SUBJECTS}${upstreamId}`;
  const waiting = await readWaiting(
    tx,
    "credit",
    UPSTREAMS.map(({ id }) => subjectOf(id)),
  );
  return UPSTREAMS.map((one) => {
    const { id: upstreamId, name } = one;
    const waits = waiting.get(subjectOf(upstreamId)) ?? null;
    const webhookPath = `/banks/${tx.merchantId}/${upstreamId}/callbacks`;
    const found = connections.find(({ bankId }) => bankId === upstreamId);
    const connection =
      found === undefined
        ? null
        : {
            environment: environmentOf(one, found),
            enabled: found.enabled,
            keyId: found.keyId ?? "",
            accountLast4: found.debitAccount.slice(-4),
          };
    return { upstreamId, name, connection, waits, webhookPath };
  });
}

export const listUpstreams = operation({
  name: "listUpstreams",
  method: "GET",
  summary: "Services that a live merchant can pay through with keys of its own, and which are connected",
  output: Type.Object({ items: Type.Array(upstream) }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => ({ items: await showUpstreams(ctx, tx) })),
});

const KEY = /^[\x21-\x7e]+$/;

const keysFields = {
  environment: oneOf(["test", "live"]),
  keyId: text({ max: 100, pattern: KEY, cards: "in_ids", says: "A key id has no spaces." }),
  apiKey: secretText({ max: 200 }),
  callbackSecret: secretText({ max: 200 }),
  debitAccount: text({
    max: 40,
    pattern: /^\w+$/,
    cards: "let_pass",
    says: "An account has letters, digits and underscores.",
  }),
};

const keysRefusals = {
  live_only: { status: 422, message: "A sandbox merchant pays through the sandbox's own banks only." },
  upstream_unknown: { status: 404, message: "There is no such service to connect." },
  secret_too_short: { status: 422, message: "The secret of the webhooks has at least 32 characters." },
  key_of_other_environment: {
    status: 422,
    message: "That key is not one of the environment that was chosen.",
  },
} as const;

const faults = (Object.keys(CONNECTION_FAULTS) as (keyof typeof CONNECTION_FAULTS)[]).map((fault) =>
  Type.Literal(fault),
);

/** The result of a harmless call to the service. */
const connectionTest = Type.Object({
  /** Null if everything works. */
  fault: nullable(Type.Union(faults)),
  /** The words of the service or the network. Empty if everything works. */
  detail: Type.String(),
  /** False if the service does not tell whether the account belongs to the key. */
  accountKnown: Type.Boolean(),
  /** Null if the service does not tell it. */
  balance: nullable(rupees),
});

function showTest(result: ConnectionTest) {
  if (result.kind === "fails")
    return { fault: result.fault, detail: result.detail, accountKnown: false, balance: null };
  return { fault: null, detail: "", accountKnown: result.accountKnown, balance: result.balancePaise };
}

export const testUpstream = operation({
  name: "testUpstream",
  method: "POST",
  path: "/{upstreamId}/test",
  summary: "Test keys of a service by a call that moves no money; nothing is stored",
  stepUp: true,
  pathFields: { upstreamId: text({ max: 40 }) },
  body: keysFields,
  output: connectionTest,
  refusals: keysRefusals,
  handle: async ({ ctx, mode, input }) => {
    if (mode !== "live") throw new Refusal("live_only");
    return showTest(await test(ctx, input));
  },
});

export const connectUpstream = operation({
  name: "connectUpstream",
  method: "PUT",
  path: "/{upstreamId}",
  summary:
    "Connect a service by its keys, or give it new ones, once they were tested and another person agrees; they are " +
    "never shown",
  stepUp: true,
  pathFields: { upstreamId: text({ max: 40 }) },
  body: { ...keysFields, untested: withDefault(flag(), false) },
  output: Type.Object({
    items: Type.Array(upstream),
    /** The request for approval; the keys do not change until then. Null if none is needed. */
    requestId: nullable(Type.String()),
    /** The time when they are used without approval, because no other person can approve. Null otherwise. */
    aloneUntil: nullable(at),
  }),
  refusals: {
    ...keysRefusals,
    already_open: { status: 409, message: "Other keys of this service wait for approval already." },
    keys_do_not_work: { status: 422, message: "The test of these keys failed, so nothing was stored." },
  },
  handle: async ({ ctx, merchantId, mode, by, input: { untested, ...keys } }) => {
    if (mode !== "live") throw new Refusal("live_only");
    if (!untested && (await test(ctx, keys)).kind === "fails") throw new Refusal("keys_do_not_work");
    const asked = await connect(ctx, merchantId, { ...keys, by });
    return ctx.db.inMerchant(merchantId, async (tx) => ({ ...asked, items: await showUpstreams(ctx, tx) }));
  },
});
