/** Simulation controls: what a sandbox merchant, unlike a live one, may do to time, banks and money. */
export {
  ADVANCE_MAX_MS,
  advanceClock,
  alignClock,
  type ClockAdvance,
  type ClockStop,
} from "./advance-clock.ts";
export { arriveAtSource, type SimulatedArrival } from "./arrive-at-source.ts";
export { DRILL_FAULTS, endBankDrill, startBankDrill } from "./bank-drill.ts";
export { connectSimulatedBanks, type SimulatedBanks } from "./connect-simulated-banks.ts";
export { SandboxError } from "./errors.ts";
export { findDebitAccount, findPayment } from "./find-payment.ts";
export { buildSandboxContract, mountSandbox, type SandboxOptions } from "./mount-sandbox.ts";
export { moveClock, readClock, shiftClock, startClockInPast, type TestClock } from "./move-clock.ts";
export { PLAYED_MAX, playBankDrill } from "./play-bank-drill.ts";
export { openSandboxMerchant, type SandboxToOpen } from "./open-sandbox-merchant.ts";
export { reportBankDrill, type DrillReport } from "./report-bank-drill.ts";
export { callSimulator, setSimulatorSecret } from "./simulator.ts";
