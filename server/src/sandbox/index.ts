/** Simulation controls: what a sandbox merchant, unlike a live one, may do to time, banks and money. */
export { ADVANCE_MAX_MS, advanceClock, type ClockAdvance, type ClockStop } from "./advance-clock.ts";
export { alignClock } from "./align-clock.ts";
export { arriveAtSource, type SimulatedArrival } from "./arrive-at-source.ts";
export { DRILL_FAULTS } from "./bank-drill.ts";
export { connectSimulatedBanks, type SimulatedBanks } from "./connect-simulated-banks.ts";
export { SandboxError } from "./errors.ts";
export { endBankDrill } from "./end-bank-drill.ts";
export { findDebitAccount } from "./find-debit-account.ts";
export { findPayment } from "./find-payment.ts";
export { buildSandboxContract, mountSandbox, type SandboxOptions } from "./mount-sandbox.ts";
export { moveClock, readClock, shiftClock, startClockInPast, type TestClock } from "./move-clock.ts";
export { PLAYED_MAX, playBankDrill } from "./play-bank-drill.ts";
export { startBankDrill } from "./start-bank-drill.ts";
export { openSandboxMerchant, type SandboxToOpen } from "./open-sandbox-merchant.ts";
export { reportBankDrill, type DrillReport } from "./report-bank-drill.ts";
export { callSimulator, setSimulatorSecret } from "./simulator.ts";
