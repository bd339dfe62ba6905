import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrganization, findOrCreateMember } from "#access";
import { makeDashboard } from "#test/dashboard";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const PASSWORD = "a quiet banyan 27";

test("a lock says the true wait, and a browser that has been here goes past it", async () => {
  const { organizationId } = await createOrganization(world.ctx, { name: "Neem Traders" });
  const email = "asha@example.com";
  const member = { organizationId, email, name: "Asha Rao", role: "admin", password: PASSWORD } as const;
  await findOrCreateMember(world.ctx, member);
  const logIn = (password: string, ip: string, cookie = "") =>
    dashboard.send({
      method: "POST",
      url: "/api/entry/log-in",
      headers: {
        origin: "http://localhost:8080",
        "x-vitaran-dashboard": "1",
        "content-type": "application/json",
        "x-forwarded-for": ip,
        cookie,
      },
      payload: JSON.stringify({ email, password }),
    });
  const entered = await logIn(PASSWORD, "192.0.2.1");
  const cookies = entered.headers["set-cookie"] as string[];
  const known = cookies.map((one) => one.split(";")[0]!).find((one) => one.includes("vitaran_browser"))!;
  let refused = entered;
  while (refused.status !== 429) refused = await logIn("guess guess guess", "192.0.2.1");
  assert.match(
    refused.body.error.message,
    /^Too many attempts\. Try again in (\d+ minutes|a minute|\d+ seconds?|a second)\.$/,
  );
  assert.equal(refused.headers["retry-after"], String(refused.body.error.details.seconds));
  assert.equal((await logIn(PASSWORD, "192.0.2.1")).status, 429);
  assert.equal((await logIn(PASSWORD, "192.0.2.1", known)).status, 200);
  assert.equal((await logIn(PASSWORD, "192.0.2.1", "__Host-vitaran_browser=" + "A".repeat(43))).status, 429);
});
