/** The surface of the dashboard's API: sessions identify callers, and answers are plain JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  AccessError,
  authenticateSession,
  lacksSecondFactor,
  PROOF_MINUTES,
  type Session,
  type SessionMerchant,
  whoCan,
} from "#access";
import { type Download, isDownload, Refusal, type RefusalShape, type Surface, writeOutput } from "#http";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { VitaranError } from "#lib/errors";
import { readJsonObject } from "#lib/read-json";
import { addSentence, explainCard, looksLikeCard } from "#rails";
import { type DashboardCaller, type DashboardOperation, tokensOf } from "./operation.ts";
import { refusals, strayRefusals } from "./refusals.ts";
import { readToken, writeToken } from "./session-cookie.ts";

/** The header that our own pages send with each call. Forms and pages of other origins cannot send it. */
const PAGE_HEADER = "x-vitaran-dashboard";

const SAFE = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that changes something unless one of our own pages sent it. Its origin must be ours, the browser
 * must not contradict that, and it must have our header. Throws the refusal `foreign_origin`.
 */
function guardOrigin({ config }: Context, request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const { origin, "sec-fetch-site": site, [PAGE_HEADER]: page } = request.headers;
  const own = [`${request.protocol}://${request.host}`];
  if (config.publicUrl !== null) own.push(new URL(config.publicUrl).origin);
  const isOurs = origin !== undefined && own.includes(origin) && page === "1";
  if (!isOurs || (site !== undefined && site !== "same-origin")) throw new Refusal("foreign_origin");
}

export const PREFIX = "/api";

/** Marks background requests, which do not extend the session. */
const BACKGROUND_HEADER = "x-vitaran-background";

const PROOF_FRESH_MS = PROOF_MINUTES * 60_000;

/** Makes the surface for one server. */
export function makeSurface(
  ctx: Context,
  { simulatorUrl }: { simulatorUrl: string | null },
): Surface<DashboardCaller, DashboardOperation> {
  return {
    prefix: PREFIX,
    identify: async (request, operation) => {
      guardOrigin(ctx, request);
      const anonymous: DashboardCaller = { session: null, merchant: null, ip: request.ip, simulatorUrl };
      if (operation.access === "open") return anonymous;
      const session = await findSession(ctx, request, operation.background);
      const merchant = operation.access === "merchant" ? findMerchant(session, request) : null;
      await checkGuards(ctx, { session, merchant }, operation);
      return { ...anonymous, session, merchant };
    },
    // Each member has one share for all merchants, so that a flood of one does not hold up colleagues.
    shareOf: ({ session, ip }) => session?.memberId ?? ip,
    keyHolderOf,
    reading: {},
    readsAsJson: (mediaType) => /^application\/json\s*(;|$)/i.test(mediaType),
    answer: (reply, operation, output) => answer(ctx, reply, { operation, output }),
    refuse: (reply, error, operation) => refuse(ctx, reply, { error, operation }),
  };
}

/** Returns where idempotency keys are kept: at the merchant of the call, or else at one of the member's merchants. */
function keyHolderOf({ session, merchant }: DashboardCaller): { merchantId: string; sender: string } | null {
  const merchantId = merchant?.merchantId ?? session?.merchants.map((one) => one.merchantId).toSorted()[0];
  if (session === null || merchantId === undefined) return null;
  return { merchantId, sender: `member:${session.memberId}` };
}

async function findSession(ctx: Context, request: FastifyRequest, isBackground: boolean): Promise<Session> {
  const token = readToken(ctx, request, "session");
  if (token === null) throw new Refusal("not_logged_in");
  try {
    const touches = !isBackground && request.headers[BACKGROUND_HEADER] !== "1";
    return await authenticateSession(ctx, { token, ip: request.ip, touches });
  } catch (error) {
    if (AccessError.is(error, "session_invalid")) throw new Refusal("not_logged_in");
    throw error;
  }
}

function findMerchant({ merchants }: Session, request: FastifyRequest): SessionMerchant {
  const { merchantId } = request.params as { merchantId: string };
  const merchant = merchants.find((one) => one.merchantId === merchantId);
  if (merchant === undefined) throw new Refusal("merchant_not_found");
  return merchant;
}

async function checkGuards(
  ctx: Context,
  { session, merchant }: { session: Session; merchant: SessionMerchant | null },
  { permission, stepUp }: DashboardOperation,
): Promise<void> {
  const { provedAt, organizationId, secondFactor } = session;
  if (permission !== null && !(merchant ?? session).permissions.has(permission)) {
    const asked = { organizationId, permission, mode: merchant?.mode ?? null };
    const names = await ctx.db.directory((tx) => whoCan(tx, asked));
    throw new Refusal("not_permitted", { details: { permission, whoCan: names } });
  }
  // This comes before anything of a merchant, or of the organization's members, is shown or done.
  const isOwn = merchant === null && permission === null;
  if (!isOwn && lacksSecondFactor(session, merchant)) throw new Refusal("second_factor_required");
  const isProved = Date.now() - provedAt.getTime() < PROOF_FRESH_MS;
  if (stepUp && !isProved) throw new Refusal("step_up_required", { details: { secondFactor } });
}

/** The log message for an answer that does not follow the contract. Tests look for it. */
const BROKEN_PROMISE = "an answer is not what the contract says";

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

function answer(
  ctx: Context,
  reply: FastifyReply,
  { operation, output }: { operation: DashboardOperation; output: unknown },
): FastifyReply {
  const { request } = reply;
  reply.headers({ ...HEADERS, "x-request-id": request.id }).code(operation.status);
  const { session, browser } = tokensOf(request);
  if (session !== undefined) writeToken(ctx, { request, reply, kind: "session", token: session });
  if (browser !== undefined) writeToken(ctx, { request, reply, kind: "browser", token: browser });
  if (!isDownload(operation.output)) {
    const { text, sound } = writeOutput(operation.output, output);
    if (!sound) ctx.log.error({ requestId: request.id, operation: operation.name }, BROKEN_PROMISE);
    return reply.type("application/json; charset=utf-8").send(text);
  }
  const { name, mediaType, bytes } = output as Download;
  if (name !== undefined) reply.header("content-disposition", `attachment; filename="${name}"`);
  return reply.type(mediaType).send(bytes);
}

function refuse(
  ctx: Context,
  reply: FastifyReply,
  { error, operation }: { error: unknown; operation: DashboardOperation | null },
): FastifyReply {
  const refusal = toRefusal(error, operation);
  if (refusal === null) {
    const facts = { requestId: reply.request.id, operation: operation?.name };
    logFault(ctx.log, error, { facts, text: "a dashboard call broke" });
    if (isUnavailable(error)) {
      const facts = { retryAfterSeconds: COME_AGAIN_SECONDS };
      return send(reply, strayRefusals.unavailable, new Refusal("unavailable", facts));
    }
    return send(reply, strayRefusals.broken, new Refusal("broken"));
  }
  const shape = operation?.refusals[refusal.code] ?? refusals[refusal.code] ?? strayRefusals.broken;
  if (refusal.code === "not_logged_in")
    writeToken(ctx, { request: reply.request, reply, kind: "session", token: null });
  return send(reply, withCard(shape, { refusal, body: reply.request.body }), refusal);
}

/** Adds the reason to the refusal of a field if the field has a card number. */
function withCard(shape: RefusalShape, { refusal, body }: { refusal: Refusal; body: unknown }): RefusalShape {
  const field = refusal.facts.field ?? shape.field;
  if (field === undefined || refusal.facts.faults !== undefined) return shape;
  const given = readJsonObject(body)?.[field];
  const isCard = [given].flat().some((one) => looksLikeCard(field, one));
  return isCard ? { ...shape, message: addSentence(shape.message, explainCard(field)) } : shape;
}

/** Returns the refusal for an error. Null if the error is unexpected. */
function toRefusal(error: unknown, operation: DashboardOperation | null): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof VitaranError)) return null;
  const { module, code, details } = error;
  const known = [`${module}.${code}`, code].find((name) => operation?.refusals[name] !== undefined);
  if (known !== undefined) return new Refusal(known, { details, ...retryOf(details) });
  return AccessError.is(error, "not_permitted")
    ? new Refusal("not_permitted", { details: { permission: details["permission"] } })
    : null;
}

/** Programs read the seconds until the next attempt in the header `retry-after`. */
const retryOf = ({ seconds }: Readonly<Record<string, unknown>>) =>
  typeof seconds === "number" ? { retryAfterSeconds: seconds } : {};

function send(
  reply: FastifyReply,
  { status, message, field: usual }: RefusalShape,
  { code, facts }: Refusal,
): FastifyReply {
  const { field = usual, faults, details = {}, retryAfterSeconds } = facts;
  reply.headers({ ...HEADERS, "x-request-id": reply.request.id }).code(status);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const error = {
    code,
    message: message.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole)),
    ...(field === undefined ? {} : { field }),
    ...(faults === undefined
      ? {}
      : { fields: faults.map((fault) => ({ field: fault.field, message: fault.message })) }),
    details,
    requestId: reply.request.id,
  };
  return reply.type("application/json; charset=utf-8").send({ error });
}
