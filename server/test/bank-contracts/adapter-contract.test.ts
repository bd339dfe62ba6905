import { after, before } from "node:test";
import { testAdapterContract } from "./adapter-contract.ts";
import type { Lack } from "./bench.ts";
import { testCallbackContract } from "./callback-contract.ts";
import { testConnectionContract } from "./connection-contract.ts";
import { adapterOf, closeBanks } from "../../src/money/banks/index.ts";
import { testStatementContract } from "./statement-contract.ts";
import { testVerificationContract } from "./verification-contract.ts";
import { type SimulatedBank, startSimulatedBank } from "../../src/money/banks/simulated-bank.ts";

let bank: SimulatedBank;
before(async () => {
  bank = await startSimulatedBank();
});
after(async () => {
  await closeBanks();
  await bank.close();
});

const partners: readonly { name: string; bankIds: readonly string[] }[] = [
  { name: "json-h2h", bankIds: ["meghdoot", "himshikhar", "purvasagar", "jugnu"] },
  { name: "iso20022", bankIds: ["varuna"] },
];
for (const { name, bankIds } of partners) {
  const adapter = adapterOf({ adapter: name });
  for (const bankId of bankIds) {
    const bench = { adapter, bankId, bank: () => bank };
    const { statements, callbacks } = adapter.capabilities(bankId);
    testAdapterContract(bench);
    testConnectionContract(bench, { knowsAccount: true });
    if (adapter.verify !== undefined) testVerificationContract(bench);
    if (statements !== undefined) testStatementContract(bench);
    if (callbacks) testCallbackContract(bench);
  }
}

const unlike: readonly Lack[] = ["closing-words", "signing-time", "account-name"];
const upstreams: readonly { name: string; lacks: readonly Lack[] }[] = [
  { name: "razorpayx", lacks: [...unlike, "payees", "coming-days"] },
  { name: "cashfree", lacks: [...unlike, "arrivals"] },
];
for (const { name, lacks } of upstreams) {
  const bench = { adapter: adapterOf({ adapter: name }), bankId: name, bank: () => bank, lacks };
  testAdapterContract(bench);
  testConnectionContract(bench, { knowsAccount: name === "razorpayx" });
  testCallbackContract(bench);
  if (bench.adapter.capabilities(name).statements !== undefined) testStatementContract(bench);
}
