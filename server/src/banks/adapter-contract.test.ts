import { after, before } from "node:test";
import { testAdapterContract } from "./adapter-contract.ts";
import type { Lack } from "./bench.ts";
import { testCallbackContract } from "./callback-contract.ts";
import { adapterOf, closeBanks } from "./index.ts";
import { testStatementContract } from "./statement-contract.ts";
import { testVerificationContract } from "./verification-contract.ts";
import { type SimulatedBank, startSimulatedBank } from "./simulated-bank.ts";

let bank: SimulatedBank;
before(async () => {
  bank = await startSimulatedBank();
});
after(async () => {
  await closeBanks();
  await bank.close();
});

const adapter = adapterOf({ adapter: "json-h2h" });
for (const bankId of ["meghdoot", "himshikhar", "purvasagar", "jugnu"]) {
  testAdapterContract({ adapter, bankId, bank: () => bank });
  testVerificationContract({ adapter, bankId, bank: () => bank });
  if (adapter.capabilities(bankId).statements !== undefined) {
    testStatementContract({ adapter, bankId, bank: () => bank });
  }
  if (adapter.capabilities(bankId).callbacks) testCallbackContract({ adapter, bankId, bank: () => bank });
}

const unlike: readonly Lack[] = ["closing-words", "signing-time", "account-name"];
const upstreams: readonly { name: string; lacks: readonly Lack[] }[] = [
  { name: "razorpayx", lacks: unlike },
  { name: "cashfree", lacks: [...unlike, "arrivals"] },
];
for (const { name, lacks } of upstreams) {
  const bench = { adapter: adapterOf({ adapter: name }), bankId: name, bank: () => bank, lacks };
  testAdapterContract(bench);
  testCallbackContract(bench);
}
