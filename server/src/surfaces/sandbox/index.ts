/** Simulation controls: what a sandbox merchant, unlike a live one, may do to time, banks and money. */
export { ADVANCE_MAX_MS, advanceClock, alignClock } from "./advance-clock.ts";
export { arriveAtSource } from "./fund-sources.ts";
export { DRILL_FAULTS, endBankDrill, startBankDrill, PLAYED_MAX, playBankDrill } from "./bank-drill.ts";
export { connectSimulatedBanks, type SimulatedBanks, openSandboxMerchant } from "./open-sandbox-merchant.ts";

export { findDebitAccount, findPayment } from "./find-payment.ts";
export { buildSandboxContract, mountSandbox } from "./mount-sandbox.ts";
export { moveClock, readClock, shiftClock, startClockInPast } from "./move-clock.ts";
export { reportBankDrill, type DrillReport } from "./report-bank-drill.ts";
export { callSimulator, setSimulatorSecret } from "./simulator.ts";
