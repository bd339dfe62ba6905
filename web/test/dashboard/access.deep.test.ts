// Your account and Access Management: second factors, sessions, people, roles, the audit log.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeAuthenticatorApp } from "../../../server/test/authenticator-app.ts";
import { lookAt } from "./looks.ts";
import { browserTest as test, complaintsOf, noOverflow, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { demo } = dashboard;
const PASSWORD = "nine mango trees";

test("the account and Access Management are sound in every width and theme", async () => {
  await lookAt(dashboard, { person: "admin", path: "me", name: "me" });
  await lookAt(dashboard, { person: "admin", path: "settings/access", name: "access-users" });
  await lookAt(dashboard, { person: "admin", path: "settings/access/roles", name: "access-roles" });
  await lookAt(dashboard, { person: "admin", path: "settings/access/audit-log", name: "access-audit" });
});

test("an approver is invited, joins by the link and may do what an approver may", async () => {
  const watched = await dashboard.open("admin", "settings/access");
  const { page } = watched;
  await page.getByRole("button", { name: "Invite a member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByLabel("Name").fill("Kavya Nair");
  await dialog.getByLabel("E-mail").fill("kavya@example.com");
  await dialog.getByLabel("Role in the sandbox").selectOption("approver");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const link = await page
    .getByRole("dialog", { name: "Share this link" })
    .getByText("/invitation#")
    .innerText();
  const guest = await dashboard.visit(`/invitation${new URL(link).hash}`);
  await guest.page.getByRole("heading", { name: "Join Demo Traders" }).waitFor();
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByRole("button", { name: "Join" }).click();
  await guest.page.getByRole("button", { name: "You: Kavya Nair" }).waitFor();
  await guest.page.goto(`${dashboard.address}/dashboard/sandbox/settings/access`);
  await guest.page.getByRole("heading", { name: "Access Management" }).waitFor();
  assert.equal(
    await guest.page.getByRole("button", { name: "Invite a member" }).getAttribute("aria-disabled"),
    "true",
  );
  assert.deepEqual(complaintsOf(watched), []);
  await guest.page.context().close();
  await page.context().close();
});

test("permissions are updated, and a member is disabled", async () => {
  const { page } = await dashboard.open("admin", "settings/access");
  const menuOf = async (item: string): Promise<void> => {
    await page.getByRole("button", { name: "Actions for Meera Initiator" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menuOf("Update Permissions");
  const dialog = page.getByRole("dialog", { name: "Update Permissions" });
  await dialog.getByLabel("Role in the sandbox").selectOption("viewer");
  await dialog.getByLabel("Role in live").selectOption("none");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row", { name: /Meera Initiator/ });
  await row.getByText("Viewer").waitFor();
  await row.getByText("No access").waitFor();
  await menuOf("Disable");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await row.getByText("Disabled").waitFor();
  await page.context().close();
});

test("a custom role is made and offered", async () => {
  const { page } = await dashboard.open("admin", "settings/access/roles");
  await page.getByRole("button", { name: "Create role" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role name").fill("Auditors of the accounts department of Pune");
  await dialog.getByLabel("View Audit Log").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Auditors of the accounts department of Pune" }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await noOverflow(page);
  await page.context().close();
});

test("the audit log shows who did what, and is verified", async () => {
  const { page } = await dashboard.open("admin", "settings/access/audit-log");
  await page.getByText("access.member_added").first().waitFor();
  await page.getByRole("button", { name: "Verify integrity" }).click();
  await page.getByText(/records are intact/).waitFor();
  await page.context().close();
});

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demo.dashboard.password!);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

test("an authenticator app is set up by its secret, and asked for at the next log-in", async () => {
  const { page } = await dashboard.open("approver", "me");
  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Authenticator app" });
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  const app = makeAuthenticatorApp(secret);
  await dialog.getByLabel("Current code from the app").fill(app());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("dialog", { name: "Save your recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await page.getByText("An authenticator app is set up.").waitFor();
  await page.context().close();

  const { page: next } = await dashboard.visit("/login");
  await logIn(next, demo.members.find(({ role }) => role === "approver")!.email);
  await next.getByLabel("Code").fill(app());
  await next.getByRole("button", { name: "Continue" }).click();
  await next.waitForURL(/\/dashboard\/sandbox/);
  await next.context().close();
});

test("a passkey is added, logs in by itself and is removed", async () => {
  const { page } = await dashboard.open("second.approver", "me");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByLabel("Device name").fill("Office laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await page.getByText("Office laptop").waitFor();
  await page.goto(`${dashboard.address}/login`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL(/\/dashboard\/sandbox/);
  await page.goto(`${dashboard.address}/dashboard/sandbox/me`);
  await page.getByRole("button", { name: "Remove Office laptop" }).click();
  await page.getByText("Office laptop").waitFor({ state: "detached" });
  await page.context().close();
});
