/** A provider that answers whatever a test wants: with its own keys, none, or those of others. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

const encode = (value: object | string | Buffer): string =>
  Buffer.from(value instanceof Buffer || typeof value === "string" ? value : JSON.stringify(value)).toString(
    "base64url",
  );

export interface Forgery {
  readonly header?: object;
  readonly claims?: object;
  /** The shared text that signs (HS256); an empty one leaves the signature out. If absent, the published key signs. */
  readonly shared?: string;
}

/** Starts the forger; `forge` sets what its next answers are. */
export async function startForger({ onClose }: { onClose: (close: () => Promise<void>) => void }) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const key = { ...publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" };
  let forgery: Forgery = {};
  let nonce = "";
  const token = (issuer: string): string => {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer, aud: "vitaran", sub: "asha", nonce, iat: now, exp: now + 300 };
    const header = encode({ alg: "RS256", kid: "one", ...forgery.header });
    const signed = `${header}.${encode({ ...usual, ...forgery.claims })}`;
    const { shared } = forgery;
    if (shared === undefined)
      return `${signed}.${encode(sign("RSA-SHA256", Buffer.from(signed), privateKey))}`;
    return `${signed}.${shared === "" ? "" : encode(createHmac("sha256", shared).update(signed).digest())}`;
  };
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = (body: object, status = 200): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.url === "/.well-known/openid-configuration")
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      });
    if (request.url === "/keys") return answer({ keys: [key] });
    if (request.url !== "/token") return answer({ error: "not_found" }, 404);
    let form = "";
    request.on("data", (part: Buffer) => (form += part.toString()));
    request.on("end", () => {
      if (new URLSearchParams(form).get("code") === "connection-test")
        return answer({ error: "invalid_grant" }, 400);
      answer({ access_token: "any", token_type: "Bearer", id_token: token(issuer) });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onClose(async () => void server.close());
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    /** Returns the answer's query for a way to the provider; its token is made as given. */
    forge(url: string, wanted: Forgery): string {
      const asked = new URL(url).searchParams;
      [forgery, nonce] = [wanted, asked.get("nonce")!];
      return `?${new URLSearchParams({ code: "any", state: asked.get("state")! })}`;
    },
  };
}
