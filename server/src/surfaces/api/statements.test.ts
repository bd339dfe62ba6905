/** Statements and thresholds over HTTP: fields at their limits, and the answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findVirtualAccount, openBankAccount, setRegisteredAccount } from "#fund-sources";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeWorld } from "#test/world";
import { directOrder, withdrawalOrder } from "#test/literals/requests";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

async function makeOwner(): Promise<Client> {
  const owner = await client.another({ balancePaise: 1_000_00n });
  const { merchantId } = owner.merchant;
  const own = { holderName: "Demo Traders", accountNumber: "50100000000001", ifsc: "HDFC0000001" };
  await setRegisteredAccount(world.ctx, merchantId, { ...own, by: "system" });
  const account = { bankId: "meghdoot", name: "Current account", accountNumber: "11112222333" };
  await openBankAccount(world.ctx, merchantId, { ...account, ifsc: "HDFC0000001", by: "system" });
  return owner;
}

const NO_SOURCE = "Specified paymentInstrumentId not available";

const list = (owner: Client, query: Record<string, string> = {}): Promise<Heard> =>
  owner.call("GET", "/v1.2/getStatement", { query });

test("a statement shows what was done, with a balance that adds up and the facts of the fund source", async () => {
  const owner = await makeOwner();
  const transferId = freshId("t");
  await owner.call("POST", "/v1/directTransfer", {
    body: { ...directOrder(), transferId, remarks: "Invoice 7" },
  });
  await owner.call("POST", "/v1/selfWithdrawal", { body: { ...withdrawalOrder(), withdrawalId: "W1" } });
  const moved = { rechargeAccount: "11112222333", amount: "25.50" };
  await owner.call("POST", "/v1/internalTransfer", { body: moved });
  await owner.call("POST", "/v1.2/setThreshold", { body: { minimumBalance: 500 } });
  const { body } = await list(owner);
  const { entries, fundSource, ...totals } = body.data as {
    entries: Record<string, string>[];
    fundSource: Record<string, unknown>;
  };
  assert.deepEqual(totals, { openingBalance: "0.00", closingBalance: "947.42", totalEntries: 4 });
  assert.partialDeepStrictEqual(fundSource, {
    paymentInstrumentId: "WALLET_1",
    availableBalance: "947.42",
    overdraftLimit: "0.00",
    lowBalanceThreshold: "500.00",
    notifyLowBalance: 1,
    lastRecharge: "1000.00",
    lastWithdrawal: "10.00",
    lastInternalTransfer: "25.50",
  });
  assert.deepEqual(
    entries.map(({ type, debit, credit, balance }) => [type, debit, credit, balance]),
    [
      ["CREDIT", "0.00", "1000.00", "1000.00"],
      ["TRANSFER", "17.08", "0.00", "982.92"],
      ["WITHDRAWAL", "10.00", "0.00", "972.92"],
      ["INTERNAL_TRANSFER", "25.50", "0.00", "947.42"],
    ],
  );
  assert.partialDeepStrictEqual(entries[1], {
    transferId,
    amount: "10.00",
    charges: "7.08",
    remarks: "Invoice 7",
  });
  assert.equal(entries[2]!.transferId, "W1");
});

test("a fund source tells the account to which money for it is sent, and money sent there is its own", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const owner = await (await stage.makeClient(mode)).another({ balancePaise: 0n });
    const { accountNumber, ifsc } = (await list(owner)).body.data!.fundSource as Record<string, string>;
    assert.match(accountNumber!, /^7700[0-9]{12}$/);
    const found = await findVirtualAccount(world.ctx, accountNumber!);
    assert.partialDeepStrictEqual(found, { merchantId: owner.merchant.merchantId, fundSourceId: "WALLET_1" });
    const account = { bankId: "meghdoot", name: "Current account", accountNumber: "11112222333" };
    const { merchantId } = owner.merchant;
    await openBankAccount(world.ctx, merchantId, { ...account, ifsc: "HDFC0000001", by: "system" });
    const { body } = await list(owner, { paymentInstrumentId: "BANK_1" });
    assert.partialDeepStrictEqual(body.data!.fundSource, {
      accountNumber: "11112222333",
      ifsc: "HDFC0000001",
    });
    assert.notEqual(ifsc, undefined);
  }
});

test("a statement's days and pages at, below and above their limits", async () => {
  const owner = await makeOwner();
  const now = Date.now() + 330 * 60_000;
  const day = (offset: number): string => new Date(now + offset * 86_400_000).toISOString().slice(0, 10);
  const [FOUND, DATES] = ["Data retrieved successfully", "Requested date range is invalid"];
  const cases: [Record<string, string>, string][] = [
    [{ startDate: day(-29), endDate: day(0) }, FOUND],
    [{ startDate: day(-30), endDate: day(0) }, DATES],
    [{ startDate: day(-400), endDate: day(-371) }, FOUND],
    [{ startDate: day(-29) }, FOUND],
    [{ startDate: day(-30) }, DATES],
    [{ endDate: day(-100) }, FOUND],
    [{ endDate: day(1) }, DATES],
    [{ startDate: day(0), endDate: day(0) }, FOUND],
    [{ startDate: day(0), endDate: day(-1) }, DATES],
    [{ startDate: "20261201" }, DATES],
    [{ page: "1" }, FOUND],
    [{ page: "0" }, "Page value should be minimum 1"],
    [{ page: "x" }, "Page value should be minimum 1"],
    [{ perPage: "100" }, FOUND],
    [{ perPage: "101" }, "perPage should be between 1 and 100"],
    [{ perPage: "0" }, "perPage should be between 1 and 100"],
    [{ paymentInstrumentId: "BANK_1" }, FOUND],
    [{ paymentInstrumentId: "TRANSIT_1" }, NO_SOURCE],
  ];
  for (const [query, message] of cases) {
    assert.equal((await list(owner, query)).body.message, message, JSON.stringify(query));
  }
  const beyond = await list(owner, { page: "2" });
  assert.deepEqual([beyond.body.data?.entries, beyond.body.data?.totalEntries], [[], 1]);
});

test("a threshold's fields at, below and above their limits", async () => {
  const owner = await makeOwner();
  const INVALID = "Please provide a valid minimumBalance";
  const cases: [Record<string, unknown>, string | Record<string, unknown>][] = [
    [{ minimumBalance: 0 }, { minimumBalance: "0.00", notify: 1 }],
    [{ minimumBalance: "9".repeat(13) }, { minimumBalance: `${"9".repeat(13)}.00` }],
    [{ minimumBalance: "9".repeat(14) }, INVALID],
    [{ minimumBalance: "-0.01" }, INVALID],
    [{ minimumBalance: "1.001" }, INVALID],
    [{ minimumBalance: null }, "minimumBalance missing in the request"],
    [{ notify: 0 }, { notify: 0 }],
    [{ notify: "0" }, { notify: 0 }],
    [{ notify: false }, { notify: 0 }],
    [{ notify: true }, { notify: 1 }],
    [{ notify: "1" }, { notify: 1 }],
    [{ notify: "yes" }, "Please provide a valid notify"],
    [{ paymentInstrumentId: "BANK_1" }, { paymentInstrumentId: "BANK_1" }],
    [{ paymentInstrumentId: 1 }, NO_SOURCE],
    [{ paymentInstrumentId: "TRANSIT_1" }, NO_SOURCE],
  ];
  for (const [changes, expected] of cases) {
    const asked = { body: { minimumBalance: "1.00", ...changes } };
    const { body } = await owner.call("POST", "/v1.2/setThreshold", asked);
    if (typeof expected === "string") assert.equal(body.message, expected, JSON.stringify(changes));
    else assert.partialDeepStrictEqual(body.data, expected, JSON.stringify(changes));
  }
});
