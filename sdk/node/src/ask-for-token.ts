import { repeat } from "./call.ts";
import type { Settings } from "./options.ts";
import { type Answer, send } from "./send.ts";
import { signIdentity } from "./sign-identity.ts";
import type { Token } from "./tokens.ts";
import { VERSION } from "./version.ts";

const AUTHORIZE = { verb: "authorize", method: "POST", path: "/payout/v1/authorize" };

/**
 * Returns a new bearer token, for the key pair and the IP address, or for the RSA signature if there is a public key.
 * @throws {AuthenticationError} for a wrong key pair or signature
 * @throws {ForbiddenError} for an IP address that is not listed
 */
export async function askForToken(settings: Settings): Promise<Token> {
  const { clientId, clientSecret, publicKey } = settings;
  const trying = { verb: AUTHORIZE.verb, operation: { kind: "read" }, input: {} } as const;
  const answer = await repeat(settings, trying, (attempt) => {
    const headers: Record<string, string> = {
      "X-Client-Id": clientId,
      "X-Client-Secret": clientSecret,
      "User-Agent": `vitaran-node/${VERSION}`,
      ...(publicKey === null ? {} : { "X-Cf-Signature": signIdentity(clientId, publicKey) }),
    };
    return send(settings, { ...AUTHORIZE, headers }, attempt);
  });
  return readToken(answer);
}

/** The lifetime is measured by the server's clock, because this machine's clock may be wrong. */
function readToken({ envelope, serverTimeMs }: Answer): Token {
  const { token, expiry } = (envelope as { data: { token: string; expiry: number } }).data;
  return { text: token, endsAtMs: Date.now() + (expiry * 1000 - serverTimeMs) };
}
