/** The demo: two sandbox merchants to try the product with, and the history of one of them. */
export { mountDemoKey, type DemoFile, type DemoOffer } from "./demo-file.ts";
export { seedDemo } from "./seed-demo.ts";
export { makePause, startDemo, type Demo, type Pause } from "./start-demo.ts";
