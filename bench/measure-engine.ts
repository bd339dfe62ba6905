import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { adapterOf, type BankAdapter } from "@vitaran/server/src/money/banks/index.ts";
import { addBeneficiary } from "@vitaran/server/src/money/beneficiaries/index.ts";
import { openEngine } from "@vitaran/server/src/surfaces/commands/open-engine.ts";
import type { Context } from "@vitaran/server/src/kit/lib/context.ts";
import { readConfig } from "@vitaran/server/src/kit/lib/config.ts";
import { verifyLedger } from "@vitaran/server/src/features/proof/index.ts";
import { acceptTransfer, awaitOutcome } from "@vitaran/server/src/money/transfers/index.ts";
import { startWorker } from "@vitaran/server/src/surfaces/worker/index.ts";
import { makeMerchant } from "@vitaran/server/test/make-merchant.ts";
import type { Figure } from "./figure.ts";
import { summarizeLatencies } from "./latencies.ts";
import type { Lab } from "./open-lab.ts";
import { readCpu } from "./read-cpu.ts";
import { runClosedLoop } from "./run-closed-loop.ts";

const CALLERS = 256;
const BENEFICIARIES = 64;

/**
 * Measures the engine alone, in this process: accept, ledger, attempt, record and event as usual, but called without
 * HTTP, and with a bank that is a function. This shows the cost of the engine itself.
 */
export async function measureEngine(lab: Lab): Promise<Figure[]> {
  lab.say("starting the engine alone");
  const databaseUrl = await lab.makeDatabase("engine");
  const environment = {
    DATABASE_URL: databaseUrl,
    VITARAN_DATA_DIR: join(lab.folder, "engine"),
    LOG_LEVEL: "error",
  };
  const engine = await openEngine(readConfig(environment));
  const undo = payWithoutBank();
  const worker = await startWorker(engine.ctx);
  try {
    const order = await makeOrdering(engine.ctx);
    await runClosedLoop({ callers: CALLERS, ...lab.scale.warmUp }, order);
    const { measured, tps } = await lab.besideTpcb(() => measure(lab, order));
    const { findings } = await verifyLedger(engine.ctx);
    if (findings.length > 0) throw new Error(`the ledger is not proved: ${JSON.stringify(findings)}`);
    const { p50Ms, p99Ms } = summarizeLatencies(measured.latenciesMs);
    return [
      {
        name: `engine alone, ${CALLERS} callers, bank in process`,
        value: measured.perSecond,
        unit: "transfers/s",
        ratio: measured.perSecond / tps,
        goals: [{ of: "ratio", atLeast: 4 }],
        details: { p50Ms, p99Ms, cpuUsPerTransfer: measured.cpuUsPerTransfer },
      },
    ];
  } finally {
    await worker.stop();
    undo();
    await engine.close();
  }
}

async function measure(lab: Lab, order: () => Promise<void>) {
  lab.say(`${CALLERS} callers on the engine alone`);
  const [before, postgresBefore] = [process.cpuUsage(), readCpu(lab.postgresPid)];
  const result = await runClosedLoop({ callers: CALLERS, ...lab.scale.load }, order);
  const [own, postgres] = [process.cpuUsage(before), readCpu(lab.postgresPid)];
  const postgresMs = postgres.wholeMs - postgresBefore.wholeMs;
  const per = (us: number): number => Math.round(us / result.calls);
  return {
    ...result,
    cpuUsPerTransfer: { engine: per(own.user + own.system), postgres: per(postgresMs * 1_000) },
  };
}

/** Replaces the connection to the banks by a function, in this process; returns a function that undoes this. */
function payWithoutBank(): () => void {
  const adapter: BankAdapter = adapterOf({ adapter: "json-h2h" });
  const { pay } = adapter;
  let paid = 0;
  adapter.pay = async () => {
    paid += 1;
    const utr = String(paid).padStart(12, "0");
    return { kind: "succeeded", code: "00", text: "Transaction successful", utr, credited: true };
  };
  return () => void (adapter.pay = pay);
}

async function makeOrdering(ctx: Context): Promise<() => Promise<void>> {
  const { merchantId } = await makeMerchant(ctx, { balancePaise: 9_000_000_000_00n });
  const beneIds = Array.from({ length: BENEFICIARIES }, (_, index) => `bench_${index}`);
  for (const [index, beneId] of beneIds.entries()) {
    const accountNumber = String(7_000_000_000 + index);
    const account = { accountNumber, ifsc: "HDFC0000001" };
    const person = {
      name: `Payee ${index}`,
      email: "payee@example.com",
      phone: "9876543210",
      address1: "12 Lake Road",
    };
    await addBeneficiary(ctx, merchantId, { beneId, ...person, ...account, by: "system" });
  }
  let ordered = 0;
  return async () => {
    const beneId = beneIds[ordered++ % BENEFICIARIES]!;
    const acceptance = await acceptTransfer(ctx, merchantId, {
      transferKey: randomUUID(),
      payee: { beneId },
      amountPaise: 100n,
      mode: "banktransfer",
      remarks: "",
      fundSourceId: null,
    });
    if (acceptance.kind !== "accepted") throw new Error(`an order was ${acceptance.kind}`);
    const { status } = await awaitOutcome(ctx, acceptance.transfer, 30_000);
    if (status !== "succeeded") throw new Error(`a transfer is ${status}`);
  };
}
