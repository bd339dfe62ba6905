/** Every adapter tests a connection before it is stored, and tells what is wrong with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bench } from "./bench.ts";

/** `knowsAccount`: the call also tells whether the account belongs to the key, and what it holds. */
export function testConnectionContract(
  { adapter, bankId, bank }: Bench,
  { knowsAccount }: { readonly knowsAccount: boolean },
): void {
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);

  test(`${bankId}: the test of a connection finds key and account, and moves nothing`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const { debitAccount } = connection;
    await bank().control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, { openingBalance: "5000.00" });
    const found = await adapter.test(connection, today);
    assert.deepEqual(found, {
      kind: "works",
      accountKnown: knowsAccount,
      balancePaise: knowsAccount ? 5_000_00n : null,
    });
    const { entries } = await bank().control<{ entries: object[] }>(
      "GET",
      `/sim/debits?bankId=${bankId}&debitAccount=${debitAccount}`,
    );
    assert.deepEqual(entries, []);
  });

  test(`${bankId}: a wrong key is told apart from an address that is closed or of something else`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const faultOf = async (change: Partial<typeof connection>): Promise<string> => {
      const found = await adapter.test({ ...connection, ...change }, today);
      assert.equal(found.kind, "fails", JSON.stringify(change));
      const { fault = "", detail = "" } = found as { fault?: string; detail?: string };
      assert.notEqual(detail, "");
      assert.ok(!detail.includes("another-key"), detail);
      return fault;
    };
    assert.equal(await faultOf({ apiKey: "another-key" }), "key_refused");
    assert.equal(await faultOf({ baseUrl: "http://127.0.0.1:9" }), "unreachable");
    const { origin } = new URL(connection.baseUrl);
    assert.equal(await faultOf({ baseUrl: `${origin}/sim` }), "not_understood");
  });
}
