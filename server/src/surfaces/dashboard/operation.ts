/**
 * Declares operations of the dashboard. They are open to anyone, require a session, or belong to one of the member's
 * merchants.
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import type { Actor } from "#audit";
import type { MerchantMode, Permission, Session, SessionMerchant } from "#access";
import {
  type Call,
  declareOperation,
  id,
  type InputShape,
  type Operation,
  type OperationToDeclare,
  type RefusalShape,
  type Values,
} from "#http";

/** The caller, as far as operations need to know. */
export interface DashboardCaller {
  /** Null if the caller is not logged in. */
  readonly session: Session | null;
  /** The merchant in the path, which the session's organization owns. */
  readonly merchant: SessionMerchant | null;
  readonly ip: string;
  /** The address of the bank simulator's controls. Null if there are no simulated banks. */
  readonly simulatorUrl: string | null;
}

export interface DashboardOperation extends Operation<DashboardCaller> {
  readonly access: "open" | "session" | "merchant";
  /** The permission that the member needs. Null if every member may call it. */
  readonly permission: Permission | null;
  /** True if it asks for a proof of identity that is fresher than five minutes. */
  readonly stepUp: boolean;
  /** True if pages call it in the background, so that it does not extend the session. */
  readonly background: boolean;
  /** Runs an operation that only reads for callers that are not members. Null for all other operations. */
  readonly read: ((call: MerchantRead) => Promise<unknown>) | null;
  /**
   * Does what an operation on a merchant does, for a caller without a session such as the operator, who has checked the
   * permission. Returns what the answer is made of, with amounts in paise. Null for all other operations.
   */
  readonly work: ((call: MerchantRead & { readonly by: Actor }) => Promise<unknown>) | null;
}

/** A call that reads data of a merchant, for any kind of caller. */
interface MerchantRead {
  readonly ctx: Context;
  readonly merchantId: string;
  readonly mode: MerchantMode;
  /** The fund sources that the caller may see. Null if the caller may see all. */
  readonly fundSourceIds: readonly string[] | null;
  /** True if answers may depend on whole account numbers, although that confirms a guess. */
  readonly mayReveal: boolean;
  readonly input: unknown;
}

interface Guards {
  readonly permission?: Permission | null;
  readonly stepUp?: boolean;
  readonly background?: boolean;
}

interface OpenCall<Input> extends Pick<
  Call<DashboardCaller, Input>,
  "ctx" | "input" | "file" | "gone" | "request"
> {
  readonly ip: string;
  readonly simulatorUrl: string | null;
  /** Sets the session of the browser; null ends it. */
  readonly keepSession: (session: { token: string; browserToken: string } | null) => void;
  /** Sets the token by which the browser is known in later sessions. */
  readonly keepBrowser: (token: string) => void;
}

interface SessionCall<Input> extends OpenCall<Input> {
  readonly session: Session;
  /** The member as an actor. */
  readonly by: Actor;
}

export interface MemberCall<Input> extends SessionCall<Input> {
  readonly merchantId: string;
  readonly mode: MerchantMode;
  /** The fund sources that the caller may see. Null for members, who may see all. */
  readonly fundSourceIds: readonly string[] | null;
  /** True if the member may reveal account numbers; other members get no answer that confirms a guess. */
  readonly mayReveal: boolean;
}

type Declared<
  P extends InputShape,
  Q extends InputShape,
  B extends InputShape,
  C,
  Given extends "path" | "tag" = never,
  R = unknown,
> = Omit<OperationToDeclare<DashboardCaller, P, Q, B, RefusalShape>, "handle" | Given> & {
  readonly handle: (call: C) => Promise<R>;
  /**
   * Makes the answer of the result of `handle`, for operations on a merchant. Absent means that the result is the
   * answer.
   */
  readonly show?: (result: R, call: C) => unknown;
};

/** Declares an operation that needs no log-in. */
export function openOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
>(given: Declared<P, Q, B, OpenCall<Values<P> & Values<Q> & Values<B>>>): DashboardOperation {
  const operation = declareOperation<DashboardCaller, P, Q, B>({
    ...given,
    handle: (call) => given.handle(toOpen(call)),
  });
  const asks = { permission: null, stepUp: false, background: false };
  return { ...operation, ...asks, access: "open", read: null, work: null };
}

/** Declares an operation for members who are logged in, which does not concern one merchant. */
export function sessionOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
>(given: Declared<P, Q, B, SessionCall<Values<P> & Values<Q> & Values<B>>> & Guards): DashboardOperation {
  const operation = declareOperation<DashboardCaller, P, Q, B>({
    ...given,
    handle: (call) => given.handle(toSession(call)),
  });
  return {
    ...operation,
    access: "session",
    permission: given.permission ?? null,
    stepUp: given.stepUp ?? false,
    background: given.background ?? false,
    read: null,
    work: null,
  };
}

const merchantField = { merchantId: id() };

/** Declares an operation on a merchant of the member's organization. Its path begins with `/merchants/{merchantId}`. */
export function memberOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
  R = unknown,
>(
  given: Declared<P, Q, B, MemberCall<Values<P> & Values<Q> & Values<B>>, never, R> & Guards,
): DashboardOperation {
  type OwnCall = Parameters<typeof given.handle>[0];
  const { show = (result: R) => result } = given;
  const answer = async (call: OwnCall): Promise<unknown> => show(await given.handle(call), call);
  const operation = declareOperation<DashboardCaller, P & typeof merchantField, Q, B>({
    ...given,
    pathFields: { ...merchantField, ...(given.pathFields as P) },
    handle: (call) => {
      const { merchantId, mode, permissions } = call.who.merchant!;
      const mayReveal = permissions.has("reveal_account_numbers");
      return answer({ ...toSession(call), merchantId, mode, fundSourceIds: null, mayReveal });
    },
  });
  return {
    ...operation,
    access: "merchant",
    permission: given.permission ?? null,
    stepUp: given.stepUp ?? false,
    background: given.background ?? false,
    read: given.method === "GET" ? (call) => answer(call as OwnCall) : null,
    work: async (call) => given.handle(call as OwnCall),
  };
}

/** The common fields of the operations on one noun. An operation can have another permission. */
interface Resource {
  /** The beginning of their paths, after `/merchants/{merchantId}`. */
  readonly at: string;
  readonly tag: string;
  readonly permission: Permission | null;
}

/** Returns a function that declares the operations on one noun of a merchant with their common fields. */
export function resource({ at, tag, permission }: Resource) {
  return <P extends InputShape = {}, Q extends InputShape = {}, B extends InputShape = {}, R = unknown>({
    path = "",
    ...given
  }: Declared<P, Q, B, MemberCall<Values<P> & Values<Q> & Values<B>>, "path" | "tag", R> &
    Guards & { readonly path?: string }): DashboardOperation =>
    memberOperation<P, Q, B, R>({
      permission,
      ...given,
      tag,
      path: `/merchants/{merchantId}${at}${path}`,
    } as never);
}

/** The tokens that an answer sets as cookies. Null ends the session, and absent tokens stay as they are. */
interface ToKeep {
  session?: string | null;
  browser?: string;
}

const tokensToKeep = new WeakMap<FastifyRequest, ToKeep>();

export const tokensOf = (request: FastifyRequest): ToKeep => tokensToKeep.get(request) ?? {};

function toOpen<Input>({
  ctx,
  who,
  input,
  file,
  gone,
  request,
}: Call<DashboardCaller, Input>): OpenCall<Input> {
  const { ip, simulatorUrl } = who;
  const keep = (tokens: ToKeep): void => void tokensToKeep.set(request, { ...tokensOf(request), ...tokens });
  const keepBrowser = (token: string): void => keep({ browser: token });
  const keepSession: OpenCall<Input>["keepSession"] = (session) =>
    keep(session === null ? { session } : { session: session.token, browser: session.browserToken });
  return { ctx, input, file, gone, request, ip, simulatorUrl, keepSession, keepBrowser };
}

function toSession<Input>(call: Call<DashboardCaller, Input>): SessionCall<Input> {
  const session = call.who.session!;
  return { ...toOpen(call), session, by: `member:${session.memberId}` };
}
