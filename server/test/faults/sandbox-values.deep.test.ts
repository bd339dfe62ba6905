/**
 * Each row of the sandbox page's table of values ends as the page says, however many bank statements are read on the
 * way: by UPI ID, by bank account, by phone and by amount.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, TIER, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-19T10:07:00+05:30") });
const { ctx } = world;
const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const DAY_MS = 86_400_000;

/** A row as the simulator lists it; the page's table is made from these. */
interface Row {
  readonly id: string;
  readonly about: string;
  /** The bank's code by rail family, if the row is a refusal; a rail without one pays. */
  readonly fails?: Readonly<Record<string, string>>;
  readonly values: {
    readonly vpas: readonly string[];
    readonly accounts: readonly string[];
    readonly phone: string;
    readonly amounts: readonly string[];
  };
}

type End = "failed" | "failed, paid late" | "reversed" | "review" | "succeeded" | "succeeded, credited";

/** The ends that the page promises for the rows that are not refusals. */
const ENDS: Readonly<Record<string, End>> = {
  pending: "succeeded, credited",
  "pending-failed": "failed",
  reversed: "reversed",
  "reversed-next-day": "reversed",
  "timeout-paid": "succeeded, credited",
  // The bank is asked to refuse the reference, and promises to.
  "timeout-unpaid": "failed",
  never: "review",
  "late-success": "failed, paid late",
  "credited-later": "succeeded, credited",
  deemed: "succeeded, credited",
  "deemed-returned": "reversed",
  returned: "reversed",
  "cut-paid": "succeeded, credited",
  "cut-unpaid": "failed",
  "error-paid": "succeeded, credited",
  "error-unpaid": "failed",
  html: "succeeded, credited",
  "new-code": "succeeded, credited",
  "wrong-amount": "succeeded, credited",
  "wrong-reference": "succeeded, credited",
  duplicate: "succeeded, credited",
  slow: "succeeded, credited",
  "never-credited": "succeeded",
  "status-late": "succeeded, credited",
};

/** The test really waits for a bank that is silent or slow, because no clock shortens that. */
const SILENT = ["timeout-paid", "timeout-unpaid", "status-late", "slow"];

const { scenarios } = await world.simulator.control<{ scenarios: readonly Row[] }>("GET", "/sim/magic");
const rows = scenarios.filter(({ id }) => TIER === "nightly" || !SILENT.includes(id));

test("the page's rows and their ends are the same ones", () => {
  const special = scenarios.filter(({ fails }) => fails === undefined).map(({ id }) => id);
  assert.deepEqual(special.toSorted(), Object.keys(ENDS).toSorted());
});

test("each value ends as the sandbox page says, whatever statements are read meanwhile", async () => {
  const payers = await Promise.all(rows.map(payEach));
  for (const { row, payer } of payers) {
    // They end within these minutes, or after a day.
    const isRefusal = row.fails !== undefined;
    for (const ms of isRefusal ? [HALF_HOUR_MS] : [1_000, 5 * MINUTE_MS, HALF_HOUR_MS, DAY_MS])
      await passTime(payer, ms);
    if (!isRefusal) await settle(world, ctx, payer);
    await passTime(payer, DAY_MS);
  }
  const wrong: string[] = [];
  for (const { row, payer } of payers) {
    for (const [value, end] of await readEnds(payer)) {
      const said = row.fails === undefined ? ENDS[row.id]! : endOfRefusal(row, value);
      if (end !== said) wrong.push(`${row.id} by ${value}: ${end} instead of ${said}`);
    }
  }
  assert.deepEqual(wrong, []);
  await assertSound(
    world,
    payers.map(({ payer }) => payer),
  );
});

/** A new merchant pays the row by every column, so that the effect of one row on a bank's health affects no other. */
async function payEach(row: Row): Promise<{ row: Row; payer: Payer }> {
  const payer = await world.makePayer();
  const { vpas, accounts, phone, amounts } = row.values;
  const orders: TransferOrder[] = [
    ...vpas.map((vpa) => orderTo(`UPI ID ${vpa}`, { mode: "upi", vpa })),
    ...accounts.map((accountNumber) => toInline(`account ${accountNumber}`, "imps", { accountNumber })),
    toInline(`phone ${phone}`, "amazonpay", { phone }),
    { ...orderTo(`amount ${amounts[0]}`), amountPaise: BigInt(amounts[0]!.replace(".", "")) },
  ];
  const answers = await acceptTransfers(ctx, payer.merchantId, orders);
  for (const [index, answer] of answers.entries())
    assert.equal(answer.kind, "accepted", `${orders[index]!.transferKey}: ${inspect(answer)}`);
  await runtimeOf(ctx).idle();
  // This happens before any of them is over.
  await readStatements(payer);
  return { row, payer };
}

function toInline(
  transferKey: string,
  mode: TransferOrder["mode"],
  details: { accountNumber: string } | { phone: string },
): TransferOrder {
  const ifsc = "accountNumber" in details ? { ifsc: "YESB0000262" } : {};
  const inline = { name: "Asha Rao", ...details, ...ifsc };
  return { ...orderTo(transferKey), payee: { inline }, mode };
}

async function passTime(payer: Payer, ms: number): Promise<void> {
  await advance(world, payer, ms);
  await workTransfers(ctx, payer.merchantId);
  await runtimeOf(ctx).idle();
  await readStatements(payer);
}

const readStatements = ({ merchantId }: Payer): Promise<void> => workReconciliation(ctx, merchantId);

async function readEnds({ merchantId }: Payer): Promise<[string, string][]> {
  const ended = await world.look<{ value: string; end: string }>(
    `select transfer_key as value,
       status
       || case when status = 'succeeded' and acknowledged then ', credited' else '' end
       || case when exists (
            select from ledger.posting
            where posting.merchant_id = $1 and cause_id = transfer_id and kind = 'late_success'
          ) then ', paid late' else '' end as "end"
     from transfers.transfer
     where merchant_id = $1`,
    [merchantId],
  );
  return ended.map(({ value, end }) => [value, end]);
}

const FAMILIES: Readonly<Record<string, string>> = {
  UPI: "upi",
  account: "imps",
  amount: "imps",
  phone: "other",
};

function endOfRefusal({ fails }: Row, value: string): End {
  const family = FAMILIES[value.split(" ")[0]!]!;
  return fails![family] === undefined ? "succeeded, credited" : "failed";
}
