/** The stage on which this suite runs, and the road to it. */
import { randomBytes } from "node:crypto";
import type { Stage } from "../../stage/open-stage.ts";
import type { Rule } from "../../stage/road-rules.ts";
import type { Options } from "../src/options.ts";

const given = process.env["VITARAN_STAGE"];
if (given === undefined) throw new Error("Run it as: node sdk/stage/main.ts node sdk/node/test/main.ts");
export const stage = JSON.parse(given) as Stage;

/** IDs that begin with this differ from those of every other run. */
export const RUN = randomBytes(4).toString("hex");

const { roadUrl, clientId, clientSecret } = stage;
/** The options of a client that sends through the road. */
export const byRoad: Options = { baseUrl: roadUrl, clientId, clientSecret };

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${roadUrl}/_road${path}`, init);

export const clearRoad = async (): Promise<void> => void (await ask("", { method: "DELETE" }));

export async function addRule(rule: Rule): Promise<void> {
  await ask("", { method: "POST", body: JSON.stringify(rule) });
}

/** Returns the number of calls to each path and the subCodes of the answers. */
export async function readRoad(): Promise<{
  calls: Record<string, number>;
  subCodes: Record<string, Record<string, number>>;
}> {
  return (await ask("")).json() as ReturnType<typeof readRoad>;
}

/** Returns the number of payments in the banks' books for each transfer whose ID has this prefix. */
export async function readPaid(prefix: string): Promise<Record<string, number>> {
  return (await ask(`/paid?prefix=${encodeURIComponent(prefix)}`)).json() as ReturnType<typeof readPaid>;
}
