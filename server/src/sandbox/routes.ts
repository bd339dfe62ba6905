/** The sandbox over HTTP: `/sandbox/*`, for a sandbox merchant's own bearer token. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AccessError, authenticate, takeRatePermit, type Caller } from "#access";
import { ApprovalError } from "#approvals";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { VitaranError } from "#lib/errors";
import {
  addEndpoint,
  enableEndpoint,
  FORMATS,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replayEvents,
  rotateSecret,
  sendTestEvent,
} from "#webhooks";
import { cancelTransfers, readTransfers } from "#transfers";
import { decideApproval, listApprovals, putPolicies } from "./approvals.ts";
import { CO_LENDING_ROUTES } from "./co-lending.ts";
import { SandboxError } from "./errors.ts";
import { findPayment } from "./find-payment.ts";
import {
  addBankAccount,
  decideRefund,
  listFundSources,
  putBusinessType,
  putRegisteredAccount,
  putShares,
  topUpWallet,
} from "./fund-sources.ts";
import { incidentRoutes } from "./incidents.ts";
import { readInbox } from "./read-inbox.ts";
import { moveClock, readClock } from "./move-clock.ts";
import {
  identifier,
  oneOf,
  optionalText,
  optionalTexts,
  parseDuration,
  parseMoment,
  text,
  type Fields,
} from "./read-fields.ts";
import { recallRoutes } from "./recalls.ts";
import { SETTINGS_ROUTES } from "./settings.ts";
import { readStory } from "./read-story.ts";
import { callSimulator } from "./simulator.ts";

export interface SandboxOptions {
  /** Where the bank simulator's controls are. */
  simulatorUrl: string;
}

interface Call {
  ctx: Context;
  caller: Caller;
  params: Fields;
  body: Fields;
  simulatorUrl: string;
}

interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  handle: (call: Call) => Promise<unknown>;
}

/** Every control of the sandbox. */
const ROUTES: readonly Route[] = [
  { method: "GET", path: "/clock", handle: ({ ctx, caller }) => readClock(ctx, caller.merchantId) },
  {
    method: "POST",
    path: "/clock",
    handle: async ({ ctx, caller, body, simulatorUrl }) =>
      moveClock(ctx, caller.merchantId, {
        advanceMs: parseDuration(body, "advance"),
        simulatorUrl,
        debitAccount: (await findDebitAccount(ctx, caller)) ?? null,
      }),
  },
  { method: "POST", path: "/top-ups", handle: topUpWallet },
  { method: "GET", path: "/fund-sources", handle: listFundSources },
  { method: "POST", path: "/fund-sources", handle: addBankAccount },
  { method: "PUT", path: "/shares", handle: putShares },
  { method: "PUT", path: "/registered-account", handle: putRegisteredAccount },
  { method: "PUT", path: "/business-type", handle: putBusinessType },
  { method: "POST", path: "/refunds/:topUpId", handle: decideRefund },
  ...SETTINGS_ROUTES,
  ...CO_LENDING_ROUTES,
  {
    method: "GET",
    path: "/transfers/:transferId",
    handle: ({ ctx, caller, params }) => readStory(ctx, caller.merchantId, text(params, "transferId")),
  },
  { method: "POST", path: "/transfers/:transferId/outcome", handle: forceOutcome },
  { method: "POST", path: "/transfers/:transferId/cancel", handle: cancelTransfer },
  ...incidentRoutes,
  ...recallRoutes,
  { method: "GET", path: "/approvals", handle: listApprovals },
  { method: "POST", path: "/approvals/:transferId", handle: decideApproval },
  { method: "PUT", path: "/approval-policies", handle: putPolicies },
  { method: "PUT", path: "/banks/:bankId/manner", handle: setManner },
  { method: "GET", path: "/banks", handle: ({ simulatorUrl }) => get(simulatorUrl, "/sim/banks") },
  { method: "GET", path: "/magic-values", handle: ({ simulatorUrl }) => get(simulatorUrl, "/sim/magic") },
  {
    method: "GET",
    path: "/inbox",
    handle: ({ ctx, caller, body }) => readInbox(ctx, caller.merchantId, body),
  },
  {
    method: "GET",
    path: "/webhook-endpoints",
    handle: async ({ ctx, caller }) => ({ endpoints: await listEndpoints(ctx, caller.merchantId) }),
  },
  {
    method: "POST",
    path: "/webhook-endpoints",
    handle: ({ ctx, caller, body }) =>
      addEndpoint(ctx, caller.merchantId, {
        url: text(body, "url"),
        format: oneOf(body, "format", FORMATS, "classic_form"),
        eventTypes: optionalTexts(body, "eventTypes"),
      }),
  },
  {
    method: "DELETE",
    path: "/webhook-endpoints/:endpointId",
    handle: async ({ ctx, caller, params }) => {
      await removeEndpoint(ctx, caller.merchantId, { endpointId: identifier(params, "endpointId") });
      return { removed: true };
    },
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/enable",
    handle: ({ ctx, caller, params }) =>
      enableEndpoint(ctx, caller.merchantId, { endpointId: identifier(params, "endpointId") }),
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/rotate-secret",
    handle: ({ ctx, caller, params }) =>
      rotateSecret(ctx, caller.merchantId, { endpointId: identifier(params, "endpointId") }),
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/test",
    handle: ({ ctx, caller, params }) =>
      sendTestEvent(ctx, caller.merchantId, { endpointId: identifier(params, "endpointId") }),
  },
  {
    method: "GET",
    path: "/webhook-deliveries",
    handle: async ({ ctx, caller }) => ({ deliveries: await listDeliveries(ctx, caller.merchantId) }),
  },
  {
    method: "POST",
    path: "/webhook-replays",
    handle: ({ ctx, caller, body }) =>
      replayEvents(ctx, caller.merchantId, { from: parseMoment(body, "from"), to: parseMoment(body, "to") }),
  },
];

/** Mounts the sandbox's controls; live merchants are refused at every one of them. */
export function mountSandbox(app: FastifyInstance, ctx: Context, options: SandboxOptions): void {
  void app.register(async (scope) => {
    // Whatever a client calls its body, it is read as JSON; and none is none, whatever the header says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    mountRoutes(scope, ctx, options);
  });
}

function mountRoutes(scope: FastifyInstance, ctx: Context, { simulatorUrl }: SandboxOptions): void {
  for (const { method, path, handle } of ROUTES) {
    scope.route({
      method,
      url: `/sandbox${path}`,
      handler: async (request, reply) => {
        try {
          const caller = await authenticateSandbox(ctx, request);
          const { allowed, resetSeconds } = await takeRatePermit(ctx, caller);
          if (!allowed) throw SandboxError.too_many_requests({ resetSeconds });
          const { params, body, query } = request as { params: Fields; body: unknown; query: Fields };
          return await handle({ ctx, caller, params, body: { ...query, ...readBody(body) }, simulatorUrl });
        } catch (error) {
          if (!(error instanceof VitaranError)) throw error;
          const { module, code, message, details } = error;
          return reply.code(statusOf(error)).send({ error: { code: `${module}.${code}`, message, details } });
        }
      },
    });
  }
}

async function authenticateSandbox(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const token = (request.headers.authorization ?? "").replace(/^bearer +/i, "");
  const caller = await authenticate(ctx, { token, ip: request.ip });
  if (caller.mode !== "sandbox") throw SandboxError.not_sandbox();
  return caller;
}

function readBody(body: unknown): Fields {
  if (body === undefined || body === null || body === "") return {};
  try {
    const parsed: unknown = JSON.parse(String(body));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Fields;
  } catch {
    // Falls through to the one answer for everything that is no JSON object.
  }
  throw SandboxError.bad_request({ why: "the body is not a JSON object" });
}

function statusOf(error: VitaranError): number {
  if (AccessError.is(error)) return 403;
  if (error.code.endsWith("not_found")) return 404;
  if (ApprovalError.is(error) && error.code !== "bad_policy") return 409;
  if (error.code === "too_many_requests") return 429;
  return error.code === "not_sandbox" ? 403 : 422;
}

async function findDebitAccount(ctx: Context, caller: Caller, bankId?: string): Promise<string | undefined> {
  const connections = await ctx.db.inMerchant(caller.merchantId, (tx) => listBankConnections(ctx, tx));
  return connections.find((one) => bankId === undefined || one.bankId === bankId)?.debitAccount;
}

async function cancelTransfer({ ctx, caller, params }: Call): Promise<unknown> {
  const { merchantId } = caller;
  const transferKey = text(params, "transferId");
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  if (transfer === undefined) throw SandboxError.transfer_not_found({ transferId: transferKey });
  await cancelTransfers(ctx, merchantId, {
    transferIds: [transfer.transferId],
    because: "withdrawn by the merchant",
  });
  return readStory(ctx, merchantId, transferKey);
}

async function forceOutcome({ ctx, caller, params, body, simulatorUrl }: Call): Promise<unknown> {
  const { bankId, reference } = await findPayment(ctx, caller.merchantId, text(params, "transferId"));
  const outcome = oneOf(body, "outcome", ["succeed", "fail", "return", "credit"] as const);
  const code = optionalText(body, "code");
  return callSimulator(simulatorUrl, {
    method: "POST",
    path: `/sim/payments/${encodeURIComponent(reference)}/force`,
    body: { bankId, outcome, ...(code === undefined ? {} : { code }) },
  });
}

/** Only for this merchant's account: one merchant's mishaps do not reach another. */
async function setManner({ ctx, caller, params, body, simulatorUrl }: Call): Promise<unknown> {
  const bankId = text(params, "bankId");
  const debitAccount = await findDebitAccount(ctx, caller, bankId);
  if (debitAccount === undefined) throw SandboxError.bank_not_found({ bankId });
  const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
  return callSimulator(simulatorUrl, { method: "PUT", path, body: { ...body, debitAccount } });
}

function get(simulatorUrl: string, path: string): Promise<unknown> {
  return callSimulator(simulatorUrl, { method: "GET", path });
}
