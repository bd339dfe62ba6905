import { resolve } from "node:path";
import { startProgram } from "./start-program.ts";
import { preparePayer, type Payer, type Server } from "./start-server.ts";

const PROGRAM = resolve(import.meta.dirname, "make-merchants.ts");

/** Opens merchants beside a server's own, each with two fund sources, money and payees; returns those who can order. */
export async function openMerchants(
  { root, environment, baseUrl, simulatorUrl }: Server,
  count: number,
): Promise<Payer[]> {
  const args = [root, String(count), baseUrl, simulatorUrl];
  const { output, ended } = startProgram(PROGRAM, args, { environment, root });
  if ((await ended) !== 0) throw new Error("merchants could not be made");
  const payers: Payer[] = [];
  for (const client of JSON.parse(await output) as Payer["client"][])
    payers.push(await preparePayer(baseUrl, client));
  return payers;
}
