/**
 * Businesses that call a server at the same time, each with a merchant of its own, so that they do not disturb one
 * another.
 */
import { call } from "./call.ts";
import type { RunningServer } from "./servers.ts";

export interface Caller {
  /** The number, counted from 0; the same number is the same business on both servers. */
  readonly number: number;
  readonly server: RunningServer;
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the demo's business, which has everything, and others that sign up. The answers to every second one are all
 * 200.
 */
export async function makeCallers(server: RunningServer, count: number): Promise<Caller[]> {
  const { dashboard, clients } = server.demo;
  const callers: Caller[] = [{ number: 0, server, ...clients[0]!, ...dashboard }];
  for (let number = 1; number < count; number += 1) callers.push(await signUp(server, number));
  return callers;
}

async function signUp(server: RunningServer, number: number): Promise<Caller> {
  const login = { email: `caller${number}@example.com`, password: "a long sentence for a caller" };
  const business = { organization: `Caller ${number}`, businessType: "private_limited", name: "Asha Rao" };
  const ask = askerOf({ server, number });
  const { merchantId } = await ask("POST", "/entry/sign-up", { ...business, ...login });
  const path = `/merchants/${merchantId}/api-keys`;
  const { keys } = await ask("POST", path);
  await ask("PATCH", path, { statusMode: number % 2 === 1 ? "always-200" : "rest" });
  await server.run("set-client", "--merchant", merchantId, "--rate", "600000");
  return { number, server, merchantId, ...login, ...keys };
}

/** Logs in a caller's owner. */
export async function logIn(caller: Caller): Promise<{ cookie: string; memberId: string }> {
  const { email, password } = caller;
  const ask = askerOf(caller);
  await ask("POST", "/entry/log-in", { email, password });
  const { memberId } = await ask("GET", "/session");
  return { cookie: ask.cookie(), memberId };
}

/** The headers of the dashboard's own pages. */
export const pageOf = ({ port }: RunningServer): Readonly<Record<string, string>> => ({
  host: `localhost:${port}`,
  origin: `http://localhost:${port}`,
  "x-vitaran-dashboard": "1",
});

/** Attempts are counted by address, so each caller has its own. */
export const addressOf = (number: number): string => `127.0.0.${10 + number}`;

interface Told {
  readonly merchantId: string;
  readonly memberId: string;
  readonly keys: { readonly clientId: string; readonly clientSecret: string };
}

interface Asker {
  (method: string, path: string, body?: object): Promise<Told>;
  /** The session cookie from the answers. */
  cookie(): string;
}

/** Makes a browser that calls the dashboard; each of its calls must succeed. */
function askerOf({ server, number }: Pick<Caller, "server" | "number">): Asker {
  let cookie = "";
  const ask = async (method: string, path: string, body?: object): Promise<Told> => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await call({
      port: server.port,
      from: addressOf(number),
      method,
      path: `/api${path}`,
      headers: { ...pageOf(server), ...type, cookie },
      body: body === undefined ? "" : JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.body}`);
    const { "set-cookie": set } = answer.headers;
    if (set !== undefined)
      cookie = [...set.matchAll(/(?:^|,)([^=;,]+=[^;]*);/g)].map(([, one]) => one).join("; ");
    return JSON.parse(answer.body) as Told;
  };
  return Object.assign(ask, { cookie: () => cookie });
}
