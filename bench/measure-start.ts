import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { startProgram } from "./start-program.ts";
import { awaitDemoFile } from "./start-server.ts";

/** Measures what `npm start` runs when only node_modules exists: from the command to the first answered request. */
export async function measureStart(lab: Lab): Promise<Figure[]> {
  lab.say("npm start in an empty data folder");
  const dataDir = join(lab.folder, "start");
  const environment = { PORT: await findFreePort(), VITARAN_DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const startedAt = performance.now();
  const program = startProgram("scripts/bootstrap.mjs", ["server/src/main.ts", "start"], { environment });
  try {
    const { baseUrl, clients } = await awaitDemoFile(join(dataDir, "demo.json"), program.ended);
    const headers = { "x-client-id": clients[0]!.clientId, "x-client-secret": clients[0]!.clientSecret };
    const answer = await fetch(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers });
    const tookMs = performance.now() - startedAt;
    if (answer.status !== 200) throw new Error(`the first request was answered ${answer.status}`);
    return [
      {
        name: "npm start, empty data folder, to first answer",
        value: tookMs / 1_000,
        unit: "s",
        goals: [{ of: "value", atMost: 10 }],
      },
    ];
  } finally {
    await program.stop();
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}
