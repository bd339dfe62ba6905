/** Answers that a provider or someone in its place has forged let no one in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENT } from "#test/openid-provider";
import { makeWorld } from "#test/world";
import { startForger, type Forgery } from "./test/forger.ts";
import { openOffice, outcomeOf } from "./test/office.ts";

const world = await makeWorld();
const forger = await startForger(world);
const { domain, owner, addMember, start, answer } = await openOffice(world);
await addMember("asha", "viewer");
const { issuer } = forger;
await owner.ask("connectProvider", { ...CLIENT, issuer, domains: [domain], required: false });

const says = { email: `asha@${domain}`, email_verified: true };
const past = Math.floor(Date.now() / 1_000) - 3_600;

async function forge({ claims, ...forgery }: Forgery): Promise<string> {
  const { ticket, url } = await start(`asha@${domain}`);
  return outcomeOf(await answer(ticket, forger.forge(url, { ...forgery, claims: { ...says, ...claims } })));
}

const FORGERIES: Readonly<Record<string, Forgery>> = {
  "for another application": { claims: { aud: "other" } },
  "for several applications, asked for by another": { claims: { aud: ["vitaran", "other"], azp: "other" } },
  "from another issuer": { claims: { iss: "https://login.example.com" } },
  expired: { claims: { iat: past, exp: past + 300 } },
  "without an end": { claims: { exp: undefined } },
  "with the nonce of another log-in": { claims: { nonce: "another" } },
  "without a nonce": { claims: { nonce: undefined } },
  unsigned: { header: { alg: "none" }, shared: "" },
  "signed with the client secret": { header: { alg: "HS256" }, shared: CLIENT.clientSecret },
  "signed with the public key as a secret": { header: { alg: "HS256" }, shared: forger.publicKey },
  "signed with another secret and a right name": { shared: "another" },
  "signed with an unknown key": { header: { kid: "two" } },
  "without a subject": { claims: { sub: undefined } },
};

for (const [name, forgery] of Object.entries(FORGERIES))
  test(`an answer ${name} lets no one in`, async () => assert.equal(await forge(forgery), "answer_unproved"));

test("the forger's own honest answer lets the member in", async () =>
  assert.equal(await forge({}), "entered"));
