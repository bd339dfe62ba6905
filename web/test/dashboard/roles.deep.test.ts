// Each role on each screen: an action that the server would refuse is disabled, and says which permission is missing
// and whom to ask.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addMember } from "../../../server/src/people/access/index.ts";
import type { Grant } from "../../../server/src/people/access/index.ts";
import { makeDashboard } from "../../../server/test/dashboard.ts";
import { runtimeOf, setQueuingTime } from "../../../server/src/money/transfers/index.ts";
import { HOLDS, permissionFor } from "../../../server/test/role-table.ts";
import { features } from "../../app/dashboard/screens.ts";
import { browserTest as test, complaintsOf, openDashboard, saysSomething } from "./world.ts";
import type { Person } from "./world.ts";
import { actionsOn } from "./screen-actions.ts";

const dashboard = await openDashboard();
const { world, demo, merchantId, simulator } = dashboard;
const api = makeDashboard(world, { simulatorUrl: simulator.url });
const as = (person: string) =>
  api.logInAs(demo.members.find(({ email }) => email.startsWith(`${person}@`))!.memberId);
const [owner, initiator] = [await as("admin"), await as("initiator")];

/** Creates something of every kind, so that each screen has something to act on. Returns the ID of the beneficiary. */
async function fill(): Promise<string> {
  const account = {
    name: "Asha Rao",
    accountNumber: "026291800001191",
    ifsc: "YESB0000262",
    phone: "9876543210",
  };
  const pay = async (transferKey: string, amount: string, mode: string): Promise<string> => {
    const order = { merchantId, ...account, transferKey, amount, mode, remarks: "Invoice 7" };
    return (await initiator.ask("createTransfer", order)).transfer.transferId;
  };
  await pay("paid-1", "100.00", "imps");
  await runtimeOf(world.ctx).idle();
  // The amount is higher than the balance, so these transfers wait for money, whatever the hour.
  await setQueuingTime(world.ctx, merchantId, { hours: 4, by: "system" });
  await pay("waits-1", "2500000.00", "neft");
  const transferIds = [await pay("ended-1", "2600000.00", "neft")];
  await initiator.ask("cancelTransfers", { merchantId, transferIds });
  const ask = (name: string, input: object) => owner.ask(name, { merchantId, ...input });
  const level = { approvers: 1, permission: "approve_quick_transfer", members: null };
  const anyone = { to: null, rails: null, fundSources: null, creators: null };
  const policy = { name: "Large", from: "500000.00", ...anyone, levels: [level] };
  await ask("setPolicies", { kind: "transfer", policies: [policy] });
  await pay("asks-1", "600000.00", "rtgs");
  const parameters = { limit: "50000000.00" };
  await ask("addRule", { kind: "daily_limit", scope: "merchant", effect: "block", parameters });
  await ask("addBlockedPayee", { payeeKind: "vpa", value: "fraud@upi", because: "a complaint" });
  await ask("addWebhookEndpoint", { url: "http://127.0.0.1:9/hook", format: "standard" });
  await ask("startDowntimeDrill", { entityCode: "HDFC", mode: "imps", severity: "high" });
  const contact = { email: "asha@example.com", address1: "1 MG Road" };
  const added = await ask("addBeneficiary", { beneId: "asha", ...account, ...contact });
  return added.beneficiaryId;
}

const screens = actionsOn({ beneficiaryId: await fill() });

/** Adds a member to the demo's people, and returns the person to open a page as. */
async function join(person: string, grant: Grant): Promise<Person> {
  const member = { email: `${person}@example.com`, name: person, role: "viewer" as const };
  const { organizationId } = demo;
  const { memberId } = await addMember(world.ctx, { ...member, organizationId, grant, by: "system" });
  demo.members.push({ ...member, memberId });
  return person as Person;
}

const custom = ["access_transfers", "manage_settings", "manage_fund_sources"] as const;
const people: readonly (readonly [Person, readonly string[]])[] = [
  [await join("colleague", { role: "admin" }), HOLDS.admin],
  ["initiator", HOLDS.initiator],
  ["approver", HOLDS.approver],
  ["developer", HOLDS.developer],
  ["viewer", HOLDS.viewer],
  [await join("treasurer", { permissions: custom }), custom],
];

/** The screens of the navigation on which no action needs a permission. */
const quietScreens = features
  .flatMap(({ nav }) => nav.map(({ path }) => path))
  .filter((path) => !(path in screens));

/** Goes to a screen without a reload, as a click in the navigation would, and waits until the previous one is gone. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("main h1")!.setAttribute("data-left", "");
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/dashboard/sandbox/${path}`);
  await page.locator("main h1:not([data-left])").waitFor();
}

interface Control {
  name: string;
  isDisabled: boolean;
  /** The reason that the member's role refuses it. Null if it does not. */
  refusal: string | null;
}

/** Returns every button and link of the screen at this moment. */
const readControls = (page: Page): Promise<Control[]> =>
  page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("button, a")].map((one) => {
      const id = one.getAttribute("aria-describedby");
      const told =
        id === null ? one.getAttribute("aria-description") : document.getElementById(id)?.textContent;
      const isRefusal = told?.startsWith("Requires the permission ") === true;
      const name = (one.getAttribute("aria-label") ?? one.textContent).trim();
      const isDisabled = one.getAttribute("aria-disabled") === "true";
      return { name, isDisabled, refusal: isRefusal ? told! : null };
    }),
  );

/** "Remove: Limit for a day" stands for every "Remove: …" on its screen. */
const kindOf = (name: string): string => name.split(":")[0]!;

async function checkScreen(page: Page, path: string, holds: readonly string[]): Promise<void> {
  await goTo(page, path);
  const actions = screens[path]!;
  for (const name of Object.keys(actions)) {
    const named = { name, exact: true };
    const main = page.locator("main");
    await main.getByRole("button", named).or(main.getByRole("link", named)).first().waitFor();
  }
  await saysSomething(page);
  const controls = await readControls(page);
  for (const [name, operation] of Object.entries(actions)) {
    const isHeld = holds.includes(permissionFor(operation)!);
    for (const control of controls.filter((one) => kindOf(one.name) === kindOf(name))) {
      assert.equal(control.refusal === null, isHeld, `${path}: ${name}`);
      if (!isHeld) assert.ok(control.isDisabled, `${path}: ${name}`);
    }
  }
  const kinds = new Set(Object.keys(actions).map(kindOf));
  const others = controls.filter(({ name, refusal }) => refusal !== null && !kinds.has(kindOf(name)));
  assert.deepEqual(others, [], `${path} refuses what the table does not name`);
}

/** The names to ask are fetched after the screen is drawn. Only admins can do this, so they are named. */
async function checkNames(page: Page): Promise<void> {
  await goTo(page, "settings/access/roles");
  await page.getByText("Requires the permission Manage Members. Ask colleague or Demo Admin.").waitFor();
}

/** The policy decides who can approve: approvers, and never the maker. */
async function checkApproval(page: Page, holds: readonly string[]): Promise<void> {
  await goTo(page, "transfers/approve");
  await page.locator("main").getByRole("button", { name: "Approve", exact: true }).waitFor();
  const [approve] = (await readControls(page)).filter(({ name }) => name === "Approve");
  assert.equal(approve!.isDisabled, !holds.includes("approve_quick_transfer"));
}

/** Goes through all screens as one person. The error names the person and the screen. */
async function walk([person, holds]: (typeof people)[number]): Promise<void> {
  const watched = await dashboard.open(person, "reports");
  const broken: string[] = [];
  watched.page.on("response", (answer) => {
    if (answer.status() >= 500) broken.push(`${answer.status()} ${answer.url()}`);
  });
  try {
    for (const path of Object.keys(screens)) await checkScreen(watched.page, path, holds);
    for (const path of quietScreens) {
      await goTo(watched.page, path);
      await saysSomething(watched.page);
    }
    if (!holds.includes("manage_members")) await checkNames(watched.page);
    await checkApproval(watched.page, holds);
    assert.deepEqual([...broken, ...complaintsOf(watched)], []);
  } catch (error) {
    throw new Error(`${person} at ${watched.page.url()}`, { cause: error });
  }
  await watched.page.context().close();
}

test("each role finds every action enabled, or disabled with its reason, as the server allows", async () => {
  // Only three people go through the screens at once, because more would wait for one another on a small machine.
  for (let first = 0; first < people.length; first += 3)
    await Promise.all(people.slice(first, first + 3).map(walk));
});
