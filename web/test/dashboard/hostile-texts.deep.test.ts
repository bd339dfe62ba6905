// Stores texts that are code wherever people and programs can enter text, and shows them on every screen.
import assert from "node:assert/strict";
import { features } from "../../app/dashboard/screens.ts";
import { browserTest as test, openDashboard } from "./world.ts";

const dashboard = await openDashboard({ history: true });
const { world } = dashboard;

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>{{7*7}}javascript:alert(4)`;

/** The columns with texts from others that screens show. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "access.organization": ["name"],
  "access.merchant": ["name"],
  "access.member": ["name"],
  "access.session": ["user_agent"],
  "approvals.policy_rule": ["name"],
  "approvals.request": ["remarks", "policy_name"],
  "beneficiaries.beneficiary": ["name", "email", "address1", "address2", "city", "state"],
  "batches.batch": ["name"],
  "fund_sources.fund_source": ["name"],
  "fund_sources.registered_account": ["holder_name"],
  "health.incident": ["because"],
  "links.link": ["name", "remarks", "email"],
  "transfers.transfer": ["remarks"],
  "webhooks.endpoint": ["url"],
  "withdrawals.withdrawal": ["remarks"],
};

/** Stores hostile texts wherever the constraints of the database allow it. Returns the number of poisoned columns. */
async function poison(): Promise<number> {
  let poisoned = 0;
  const columns = await world.look<{ table: string; column: string }>(
    `select table_schema || '.' || table_name as table, column_name as column
     from information_schema.columns
     where data_type = 'text' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { table, column } of columns) {
    if (!(TEXTS[table] ?? []).includes(column)) continue;
    for (const text of [HOSTILE, "<b onmouseover=alert(5)>", "<i>x"]) {
      const tried = world.look(`update ${table} set ${column} = $1`, [text]);
      if (
        await tried.then(
          () => true,
          () => false,
        )
      ) {
        poisoned += 1;
        break;
      }
    }
  }
  return poisoned;
}

test("texts that are code are shown as texts on every screen", async () => {
  assert.ok((await poison()) >= 10, "most texts can be anything");
  const watched = await dashboard.open("admin", "");
  const { page } = watched;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  let shown = 0;
  for (const { path } of features.flatMap(({ nav }) => nav)) {
    await page.goto(`${dashboard.address}/dashboard/sandbox/${path}`);
    await page.locator("main h1").first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    if (
      (await page.locator("body").innerText()).includes("onmouseover=") ||
      (await page.content()).includes("&lt;img src=x")
    )
      shown += 1;
    assert.equal(
      await page.locator("img[src='x'], main script, svg[onload], [onerror], [onmouseover]").count(),
      0,
      path,
    );
  }
  assert.ok(shown >= 3, "some screens show such texts");
  assert.deepEqual(dialogs, []);
  assert.deepEqual(
    watched.complaints.filter((one) => /Content Security Policy|Refused to/.test(one)),
    [],
  );
  await page.context().close();
});
