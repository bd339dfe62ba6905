/** The demo: two sandbox merchants to try the product with, and the history of one of them. */
export type { DemoClient, DemoFile } from "./demo-file.ts";
export { makePause, type Pause } from "./pause-changes.ts";
export { mountDemoKey, type DemoOffer } from "./offer-demo-key.ts";
export { seedDemo } from "./seed-demo.ts";
export { startDemo, type Demo } from "./start-demo.ts";
