/** Simulation controls: what a sandbox merchant may do to time, banks and money that a live one may not. */
export { connectSimulatedBanks, type SimulatedBanks } from "./connect-simulated-banks.ts";
export { SandboxError } from "./errors.ts";
export { mountDemoKey, type DemoOffer } from "./offer-demo-key.ts";
export { buildSandboxContract, mountSandbox, type SandboxOptions } from "./mount-sandbox.ts";
export { seedDemo, type DemoFile } from "./seed-demo.ts";
export { callSimulator } from "./simulator.ts";
