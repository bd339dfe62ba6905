// The traces of a session contain no password, token, secret or full account number: in storage, addresses, logs or
// database.
import assert from "node:assert/strict";
import { symbols } from "pino";
import type { Page } from "playwright-core";
import { makeDashboard } from "../../../server/test/dashboard.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard();
const { world, demo, merchantId, simulator } = dashboard;
const api = makeDashboard(world, { simulatorUrl: simulator.url });
const { email } = demo.dashboard;
const password = demo.dashboard.password!;
const PAID = "000100289877623";
const ADDED = "918273645501928";

/** Returns the log lines of every level from here on. */
function readLog(): string[] {
  const lines: string[] = [];
  const { log } = world.ctx;
  log.level = "trace";
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  log.info("the log is read");
  return lines;
}

/** Returns everything that scripts of the page could read later. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const kept = { ...localStorage, ...sessionStorage, state: history.state as unknown };
    return JSON.stringify({ kept, cookie: document.cookie, databases, caches: await caches.keys() });
  });

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => world.look<{ row: string }>(`select one::text as row from ${name} as one`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

/** Returns the text as it is, in hexadecimal and in Base64. */
const formsOf = (text: string): string[] => [
  text,
  Buffer.from(text).toString("hex"),
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
];

async function pay(page: Page): Promise<void> {
  await page.getByText("Someone new", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Vikram Shah");
  await page.getByLabel("Account number").fill(PAID);
  await page.getByLabel("IFSC").fill("SBIN0008752");
  await page.getByLabel("Amount").fill("500");
  await page.getByRole("button", { name: "Review ₹500.00" }).click();
  await page.getByRole("button", { name: "Send ₹500.00" }).click();
  await page.locator('[data-stage="succeeded"]').waitFor();
}

async function addBeneficiary(page: Page): Promise<void> {
  await page.goto(`${dashboard.address}/dashboard/sandbox/beneficiaries/new`);
  await page.getByRole("textbox", { name: "Beneficiary ID" }).fill("MEERA");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Meera Works");
  await page.getByRole("textbox", { name: "Phone" }).fill("9876543210");
  await page.getByRole("textbox", { name: "E-mail" }).fill("meera@example.com");
  await page.getByRole("textbox", { name: "Account number" }).fill(ADDED);
  await page.getByRole("textbox", { name: "IFSC" }).fill("YESB0000262");
  await page.getByRole("textbox", { name: "Address" }).fill("ABC Street");
  await page.getByRole("button", { name: "Add beneficiary", exact: true }).click();
}

test("a session leaves no secret behind, and asks for the password again before it adds a beneficiary", async () => {
  const logged = readLog();
  const { page } = await dashboard.visit("/login?next=%2Fdashboard%2Fsandbox%2Ftransfers%2Fquick");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/transfers\/quick/);
  await pay(page);

  await world.look("update access.session set proved_at = now() - interval '6 minutes'");
  await addBeneficiary(page);
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Your password").fill(password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { level: 1, name: "Meera Works" }).waitFor();

  const owner = await api.logInAs(demo.members[0]!.memberId);
  const { clientId } = demo.clients[0]!;
  const { keys } = await owner.ask("resetApiKeys", { merchantId, clientId });
  const [cookie] = await page.context().cookies();
  const secrets = {
    password,
    token: cookie!.value,
    other: owner.token,
    secret: keys.clientSecret,
    PAID,
    ADDED,
  };
  const places = {
    storage: await readStorage(page),
    addresses: addresses.join("\n"),
    log: logged.join(""),
    database: await dump(),
  };
  assert.ok(places.log.includes("the log is read"));
  assert.ok(
    places.database.includes("Meera Works") && places.addresses.includes("/api/"),
    "it looks at all of it",
  );
  for (const [place, text] of Object.entries(places))
    for (const [name, secret] of Object.entries(secrets))
      for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${name} stands in the ${place}`);
  await page.context().close();
});
