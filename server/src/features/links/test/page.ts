/** The page of links on a free port, and a payee's client that fills in its forms without a browser. */
import assert from "node:assert/strict";
import { buildApi } from "#api";
import { mountRedemption } from "#links/page";
import { runtimeOf } from "#transfers";
import type { TestMerchant, World } from "#test/world";
import { newestPassword } from "./payee.ts";

/** Serves the page and returns its origin. It stops with the world. */
export async function servePage(world: World): Promise<string> {
  const app = buildApi(world.ctx);
  mountRedemption(app, world.ctx);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    app.server.closeAllConnections();
    await app.close();
    await runtimeOf(world.ctx).idle();
  });
  return address;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The path of the redirect; null: there is none. */
  readonly to: string | null;
}

export interface Forms {
  cookie: string;
  get(path?: string): Promise<Seen>;
  /** Sends a form with the hidden fields of the last page, and with changes. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<Seen>;
}

/** Opens a link's page like a browser without scripts. */
export function openForms(address: string, token: string): Forms {
  let hidden: Record<string, string> = {};
  const send = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const response = await fetch(`${address}/pay/${token}${path}`, {
      ...init,
      redirect: "manual",
      headers: { ...(forms.cookie === "" ? {} : { cookie: forms.cookie }), ...(init.headers as object) },
    });
    const text = await response.text();
    const set = response.headers.get("set-cookie");
    if (set !== null) forms.cookie = set.split(";")[0]!;
    const found = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    if (found.length > 0) hidden = Object.fromEntries(found.map(([, name, value]) => [name, value]));
    return { status: response.status, headers: response.headers, text, to: response.headers.get("location") };
  };
  const forms: Forms = {
    cookie: "",
    get: (path = "") => send(path),
    post: (path, fields = {}, headers = {}) =>
      send(path, { method: "POST", body: new URLSearchParams({ ...hidden, ...fields }), headers }),
  };
  return forms;
}

/** Goes to the form for the details. */
export async function proveIn(world: World, forms: Forms, merchant: TestMerchant): Promise<void> {
  assert.equal((await forms.post("/password")).status, 303);
  await forms.get();
  assert.equal((await forms.post("/code", { code: await newestPassword(world, merchant) })).status, 303);
  await forms.get();
}
