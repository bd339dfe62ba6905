/** The dashboard's API in a test: its server, and members who call it as a browser would. */
import assert from "node:assert/strict";
import fastify from "fastify";
import { addMember, type Grants, type Role, startSession } from "#access";
import { mountDashboard, operations } from "#dashboard";
import { isDownload, writeOutput } from "#http";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";

/** Any answer, as JSON; it has `error` if the call was refused. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails where it is not there
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Browser {
  readonly memberId: string;
  readonly token: string;
  /** Calls an operation by its name; the fields of path, query and body are in one object, a file under `file`. */
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Calls an operation that must succeed, and returns its answer. */
  ask(name: string, input?: Readonly<Record<string, unknown>>): Promise<Json>;
}

export interface Dashboard {
  /** A visitor who has not logged in. */
  readonly stranger: Browser;
  /** Adds a member to the organization and logs in, with a second factor if there is a live merchant. */
  logIn(organizationId: string, grant: Role | Grants): Promise<Browser>;
  /** Gives a member a second factor, which is required for everything in live. */
  giveFactor(memberId: string): Promise<void>;
  /** Logs in as an existing member. */
  logInAs(memberId: string): Promise<Browser>;
  /** Opens a browser with the session from an answer. */
  open(memberId: string, token: string): Browser;
  /** Sends any request, including those that no page would send. */
  send(options: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<Reply>;
}

const ORIGIN = "http://localhost:8080";
const byName = new Map(operations.map((operation) => [operation.name, operation]));
let made = 0;

/** Serves the dashboard's API for a world. */
export function makeDashboard(
  { ctx, onClose }: { ctx: Context; onClose: (close: () => Promise<void>) => void },
  { simulatorUrl = null }: { simulatorUrl?: string | null } = {},
): Dashboard {
  const app = fastify({ genReqId: () => newId() });
  mountDashboard(app, ctx, { simulatorUrl });
  onClose(() => app.close());

  const send: Dashboard["send"] = async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      method: method as "GET",
      url,
      headers: { host: "localhost:8080", ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : null,
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };

  const open = (memberId: string, token: string): Browser => {
    const call: Browser["call"] = async (name, input = {}) => {
      const reply = await send(toRequest(name, input, token));
      const { output } = byName.get(name)!;
      if (reply.status < 300 && !isDownload(output))
        assert.ok(writeOutput(output, reply.body).sound, `${name}: ${JSON.stringify(reply.body)}`);
      return reply;
    };
    return {
      memberId,
      token,
      call,
      ask: async (name, input) => {
        const { status, body } = await call(name, input);
        assert.ok(status < 300, `${name} was refused with ${status}: ${JSON.stringify(body)}`);
        return body;
      },
    };
  };

  const logInAs = async (memberId: string): Promise<Browser> => {
    const browser = { ip: "127.0.0.1", userAgent: "A test" };
    const { token } = await ctx.db.directory((tx) => startSession(tx, memberId, browser));
    return open(memberId, token);
  };

  const giveFactor = async (memberId: string): Promise<void> => {
    await ctx.db.directory((tx) => tx.execute(ADD_PASSKEY, [newId(), memberId]));
  };

  return {
    giveFactor,
    stranger: open("", ""),
    logInAs,
    open,
    logIn: async (organizationId, given) => {
      made += 1;
      const grant = typeof given === "string" ? { role: given } : given;
      const email = `member.${made}.${newId().slice(-6)}@example.com`;
      const member = { organizationId, email, name: `Member ${made}`, grant, by: "system" } as const;
      const { memberId } = await addMember(ctx, member);
      const [live] = await ctx.db.directory((tx) => tx.query(HAS_LIVE, [organizationId]));
      if (live !== undefined) await giveFactor(memberId);
      return logInAs(memberId);
    },
    send,
  };
}

const HAS_LIVE = "select from access.merchant where organization_id = $1 and mode = 'live' limit 1";

const ADD_PASSKEY = `
  insert into access.passkey (credential_id, member_id, name, public_key, counter, transports)
  values ($1, $2, 'Laptop', '', 0, '{}')`;

function toRequest(
  name: string,
  input: Readonly<Record<string, unknown>>,
  token: string,
): Parameters<Dashboard["send"]>[0] {
  const operation = byName.get(name);
  assert.ok(operation !== undefined, `there is no operation ${name}`);
  const rest = { ...input };
  const take = (field: string): string => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent(Array.isArray(value) ? value.join(",") : String(value));
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, field: string) => take(field));
  const query = Object.keys(operation.query)
    .filter((field) => rest[field] !== undefined)
    .map((field) => `${field}=${take(field)}`);
  const headers: Record<string, string> = { origin: ORIGIN, "x-vitaran-dashboard": "1" };
  if (token !== "") headers["cookie"] = `__Host-vitaran_session=${token}`;
  const url = `/api${path}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  if (operation.file !== undefined) {
    headers["content-type"] = "application/octet-stream";
    return { method: operation.method, url, headers, payload: rest["file"] as Buffer };
  }
  if (operation.body === undefined) return { method: operation.method, url, headers };
  headers["content-type"] = "application/json";
  return { method: operation.method, url, headers, payload: JSON.stringify(rest) };
}
