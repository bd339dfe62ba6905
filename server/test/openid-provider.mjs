/**
 * A real OpenID provider in a process of its own, for tests: node openid-provider.mjs <redirect address>. It writes its
 * issuer as its first line. Everyone logs in by name without a password; what it says of each name, and its keys, are
 * set by requests to /control.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

const redirects = process.argv.slice(2);
const accounts = new Map();
let handler = (_request, response) => response.end();

const makeKey = () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "ES256" };
};

function makeProvider(issuer) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "vitaran",
        client_secret: "a secret between the provider and Vitaran",
        redirect_uris: redirects,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
      {
        client_id: "other",
        client_secret: "another secret of another application",
        redirect_uris: redirects,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["only for tests"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    interactions: { url: (_ctx, interaction) => `/log-in/${interaction.uid}` },
    jwks: { keys: [makeKey()] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
    },
  });
  const answer = provider.callback();
  return async (request, response) => {
    if (!request.url.startsWith("/log-in/")) return answer(request, response);
    if (request.method !== "POST") return response.setHeader("content-type", "text/html").end(PAGE);
    const form = new URLSearchParams(await read(request));
    const { params } = await provider.interactionDetails(request, response);
    if (form.get("no") !== null)
      return provider.interactionFinished(request, response, { error: "access_denied" });
    const accountId = form.get("name");
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { login: { accountId }, consent });
  };
}

const PAGE = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post">
  <label>Name <input name="name"></label> <button>Go on</button></form></html>`;

async function read(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

async function control(request, response) {
  const { account, claims, newKeys } = JSON.parse(await read(request));
  if (account !== undefined) accounts.set(account, claims);
  if (newKeys) handler = makeProvider(issuer);
  response.end("{}");
}

const server = createServer((request, response) => {
  const answering = request.url === "/control" ? control(request, response) : handler(request, response);
  Promise.resolve(answering).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
handler = makeProvider(issuer);
console.log(issuer);
process.stdin.resume().on("end", () => process.exit());
