/**
 * Banks are data: a bank that the code does not know is added with its capabilities, pays, and keeps to its own limits.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBank, connectBank, FundSourceError, listBankConnections, type BankToAdd } from "#fund-sources";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, explainRoutes, runtimeOf } from "#transfers";
import { advance, makeFaultWorld, orderTo, type Payer } from "./faults/fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;

const NANDI: BankToAdd = {
  bankId: "nandi",
  adapter: "json-h2h",
  name: "Nandi Cooperative Bank",
  ifscCode: "NNDI",
  capabilities: {
    rails: ["imps", "neft"],
    maxPaise: { imps: "5000000" },
    idempotentByReference: true,
    canVoid: false,
    callbacks: false,
  },
  by: "system",
};

test("an added bank is paid by like any other, up to its own ceiling; what it can do may change", async () => {
  assert.deepEqual(await addBank(ctx, NANDI), { bankId: "nandi", version: 1 });
  const { merchantId } = await makeCustomer();
  const bankOf = async (transferKey: string, amountPaise: bigint): Promise<string | undefined> => {
    const [answer] = await acceptTransfers(ctx, merchantId, [{ ...orderTo(transferKey), amountPaise }]);
    if (answer?.kind === "refused") return undefined;
    await runtimeOf(ctx).idle();
    const [attempt] = await explainRoutes(ctx, merchantId, transferKey);
    assert.ok(attempt?.paid === true && attempt.same);
    return attempt.bankId;
  };
  assert.equal(await bankOf("small", 50_000_00n), "nandi");
  assert.equal(await bankOf("large", 50_000_01n), undefined);
  const { capabilities } = NANDI;
  await addBank(ctx, { ...NANDI, capabilities: { ...capabilities, maxPaise: {} } });
  assert.equal(await bankOf("large_again", 50_000_01n), "nandi");
});

test("an added bank that gives statements is asked for them, and they tell what no callback did", async () => {
  const { capabilities } = NANDI;
  await addBank(ctx, { ...NANDI, capabilities: { ...capabilities, statements: ["intraday", "end_of_day"] } });
  const merchant = await makeCustomer();
  const { merchantId, debitAccount } = merchant;
  const mishap = { kind: "return", afterMs: 60_000 };
  await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });
  await acceptTransfers(ctx, merchantId, [orderTo("BACK")]);
  await runtimeOf(ctx).idle();
  await advance(world, merchant, 10 * 60_000);
  await workReconciliation(ctx, merchantId);
  const [transfer] = await world.look("select status from transfers.transfer where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual(transfer, { status: "reversed" });
});

/** Its only bank is the added one; the simulated bank does not know its name here. */
async function makeCustomer(): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: ["meghdoot"] });
  const { merchantId, debitAccount } = merchant;
  const [known] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const secrets = { apiKey: known!.apiKey, callbackSecret: known!.callbackSecret, debitAccount };
  const address = { bankId: "nandi", adapter: "json-h2h", baseUrl: `${world.simulator.url}/meghdoot` };
  await connectBank(ctx, merchantId, { ...secrets, ...address, simulated: true });
  await world.look("update fund_sources.bank_connection set enabled = false where bank_id = 'meghdoot'");
  return merchant;
}

test("what cannot be: a bank that the product knows, a protocol that takes none, one without rails", async () => {
  const wrong: [Partial<BankToAdd>, string][] = [
    [{ bankId: "meghdoot" }, "bankId"],
    [{ bankId: "Nandi Bank" }, "bankId"],
    [{ adapter: "razorpayx" }, "adapter"],
    [{ name: " " }, "name"],
    [{ ifscCode: "NN" }, "ifscCode"],
    [{ capabilities: { ...NANDI.capabilities, rails: [] } }, "rails"],
    [{ capabilities: { ...NANDI.capabilities, reversalDays: 11 } }, "reversalDays"],
  ];
  for (const [change, field] of wrong) {
    await assert.rejects(
      addBank(ctx, { ...NANDI, ...change }),
      (error) => FundSourceError.is(error, "bank_invalid") && error.details?.field === field,
      field,
    );
  }
});
