/** Starts the OpenID provider of tests, and walks through its pages as a browser does. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";

export const CLIENT = {
  clientId: "vitaran",
  clientSecret: "a secret between the provider and Vitaran",
} as const;

interface TestProvider {
  readonly issuer: string;
  /** Sets what the provider says about a name. */
  says(account: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Replaces its keys, and forgets who is logged in. */
  changeKeys(): Promise<void>;
  /** Goes to an address of the provider and logs in there by name. Returns the address to which it sends back. */
  logIn(url: string, account: string): Promise<URL>;
}

export async function startOpenIdProvider(
  { onClose }: { onClose: (close: () => Promise<void>) => void },
  redirectUri = "http://localhost:8080/sign-on",
): Promise<TestProvider> {
  const program = join(import.meta.dirname, "openid-provider.mjs");
  const child = spawn(process.execPath, [program, redirectUri], { stdio: ["pipe", "pipe", "ignore"] });
  onClose(async () => {
    child.kill();
  });
  const lines = createInterface({ input: child.stdout });
  const issuer = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", () => reject(new Error("the provider did not start")));
  });
  const control = async (body: object): Promise<void> => {
    const answer = await fetch(`${issuer}/control`, { method: "POST", body: JSON.stringify(body) });
    assert.equal(answer.status, 200);
  };
  return {
    issuer,
    says: (account, claims) => control({ account, claims }),
    changeKeys: () => control({ newKeys: true }),
    logIn: (url, account) => walk(url, { issuer, account }),
  };
}

/** Follows redirects with cookies, and fills in the form of the provider's log-in page. */
async function walk(start: string, { issuer, account }: { issuer: string; account: string }): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = { url: new URL(start), init: {} as RequestInit };
  for (let steps = 0; steps < 12; steps += 1) {
    const { url, init } = next;
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    const location = answer.headers.get("location");
    if (location !== null) next = { url: new URL(location, url), init: {} };
    else if (url.pathname.startsWith("/log-in/") && init.method === undefined)
      next = { url, init: { method: "POST", body: new URLSearchParams({ name: account }) } };
    else assert.fail(`${url.href}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  }
  return assert.fail("the provider sends in circles");
}
