/** Starts the simulated banks as a process: node bank-simulator/src/main.ts --port 0 --exit-with-parent */
import { parseArgs } from "node:util";
import { startSimulator } from "./start-simulator.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8090" },
    host: { type: "string", default: "127.0.0.1" },
    seed: { type: "string", default: "1" },
    data: { type: "string" },
    start: { type: "string" },
    "exit-with-parent": { type: "boolean", default: false },
  },
});

const startMs = values.start === undefined ? undefined : Date.parse(values.start);
if (Number.isNaN(startMs)) throw new Error(`--start is not a time: ${values.start}`);

const { SIMULATOR_SECRET: given } = process.env;
const simulator = await startSimulator({
  port: Number(values.port),
  host: values.host,
  seed: values.seed,
  ...(given === undefined || given === "" ? {} : { secret: given }),
  ...(values.data === undefined ? {} : { dataFolder: values.data }),
  ...(startMs === undefined ? {} : { startMs }),
});
// The caller already knows a secret that it passed in.
const made = simulator.secret === given ? {} : { secret: simulator.secret };
process.stdout.write(`${JSON.stringify({ listening: simulator.port, ...made })}\n`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await simulator.close();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
if (values["exit-with-parent"]) {
  // The pipe closes when the parent ends, however that happens.
  process.stdin.on("end", () => void stop());
  process.stdin.on("close", () => void stop());
  process.stdin.resume();
}
