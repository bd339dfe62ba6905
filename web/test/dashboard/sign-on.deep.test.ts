// Single sign-on in a real browser with a real OpenID provider: connected by an Owner, used at the log-in page, and for
// a fresh proof.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { CLIENT, startOpenIdProvider } from "../../../server/test/openid-provider.ts";
import { lookAt, lookOnPhone, turnThrough } from "./looks.ts";
import { browserTest as test, complaintsOf, openDashboard, screenshot } from "./world.ts";

const dashboard = await openDashboard();
const { world, demo } = dashboard;
const provider = await startOpenIdProvider(world, `${dashboard.address}/sign-on`);
const email = demo.members.find((one) => one.email.startsWith("viewer@"))!.email;
const domain = email.split("@")[1]!;
await provider.says("vani", { email, email_verified: true });

const [own] = await world.look<{ organizationId: string }>(
  `select organization_id as "organizationId" from access.member where email = $1`,
  [email],
);
// The demo is a sandbox, whose provider is found by the organization's link only.
const link = `organization=${own!.organizationId}`;

async function goOnAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name: "Provider" }).waitFor();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Go on" }).click();
}

async function startAt(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: `Continue with single sign-on of ${domain}` }).click();
}

test("an Owner connects the provider, after it was tested", async () => {
  const path = "settings/access/sign-on";
  await lookAt(dashboard, { person: "admin", path, name: "sign-on-empty" });
  await lookOnPhone(dashboard, { person: "admin", path });
  const watched = await dashboard.open("admin", path);
  const { page } = watched;
  await page.getByLabel("Issuer").fill(`${provider.issuer}/wrong`);
  await page.getByLabel("Client ID").fill(CLIENT.clientId);
  await page.getByLabel("Client secret").fill(CLIENT.clientSecret);
  await page.getByLabel("E-mail domains").fill(domain);
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page.getByText("there is no OpenID Connect at this address").waitFor();
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Add people whom the provider lets in").check();
  await page.getByLabel("Roles by value of the claim").fill("finance = Approver\nstaff = Viewer");
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page.getByText("Added by the provider, with roles from the claim groups").waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  assert.equal(
    await page.getByLabel("Roles by value of the claim").inputValue(),
    "finance = Approver\nstaff = Viewer",
  );
  await turnThrough(watched, "sign-on-form");
  await lookAt(dashboard, { person: "admin", path, name: "sign-on-connected" });
});

test("a member logs in with the provider, and arrives where it wanted to go", async () => {
  const watched = await dashboard.visit("/dashboard/sandbox/me");
  const { page } = watched;
  await page.waitForURL(/\/login\?next=/);
  await page.goto(`${page.url()}&${link}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continue with single sign-on" }).waitFor();
  await screenshot(page, "sign-on-log-in");
  await startAt(page);
  await goOnAtProvider(page, "vani");
  await page.waitForURL(`${dashboard.address}/dashboard/sandbox/me`);
  await page.getByText(email).first().waitFor();
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  assert.doesNotMatch(kept, /ticket/, "nothing of the log-in stays");
  const own = complaintsOf(watched).filter((one) => !one.includes(provider.issuer));
  assert.deepEqual(own, [], "nothing but the provider is asked");
  await world.look("update access.session set proved_at = proved_at - interval '1 hour'");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByText("Confirm with single sign-on").click();
  await goOnAtProvider(await opening, "vani");
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  await page.context().close();
});

test("a foreign answer, a lost one and a refused one say what to do", async () => {
  const watched = await dashboard.visit("/sign-on?code=foreign&state=foreign");
  const { page } = watched;
  await page.getByRole("heading", { name: "You are not logged in" }).waitFor();
  assert.equal(new URL(page.url()).search, "", "the answer leaves the address");
  await turnThrough(watched, "sign-on-lost");
  const { page: other } = await dashboard.visit(`/login?${link}`);
  await provider.says("stranger", { email: `stranger@${domain}`, email_verified: false });
  await startAt(other);
  await goOnAtProvider(other, "stranger");
  await other.getByText("does not say that your e-mail address is verified").waitFor();
  await other.getByRole("link", { name: "Back to log-in" }).click();
  await other.waitForURL(/\/login$/);
  await other.context().close();
  const { page: third } = await dashboard.visit(`/login?next=https://example.com/&${link}`);
  await startAt(third);
  await goOnAtProvider(third, "vani");
  await third.waitForURL(`${dashboard.address}/dashboard/sandbox/**`);
  await third.context().close();
});
