/** The stage: a sandbox server with its simulated banks on a database of its own, and the road in front of it. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer, TEMPLATE, withClient } from "../../server/test/postgres.ts";
import { countPayments } from "./count-payments.ts";
import { openRoad } from "./open-road.ts";
import { runServer } from "./run-server.ts";

export interface KeyPair {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The stage as a suite reads it, as JSON in `VITARAN_STAGE`. */
export interface Stage extends KeyPair {
  /** The server itself. */
  readonly baseUrl: string;
  /** The same server through the road. */
  readonly roadUrl: string;
  /** The keys of a client whose responses always have HTTP status 200. */
  readonly always200: KeyPair;
  /** The demo's admin. */
  readonly dashboard: { readonly email: string; readonly password: string };
}

/** Opens a stage; `close` ends everything that it started. */
export async function openStage(): Promise<{ stage: Stage; close(): Promise<void> }> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), "vitaran-stage-"));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const databaseUrl = await openDatabase((one) => closers.push(one));
    const simulatorSecret = randomBytes(32).toString("base64url");
    const server = await runServer({ databaseUrl, folder, simulatorSecret });
    closers.push(() => server.stop());
    const { baseUrl, restart } = server;
    const road = await openRoad({
      baseUrl,
      restart,
      countPayments: (prefix) => countPayments({ databaseUrl, simulatorSecret }, prefix),
    });
    closers.push(() => road.close());
    return { stage: { baseUrl, roadUrl: road.roadUrl, ...readDemo(folder) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the database in the PostgreSQL of the test run, or in one of its own. */
async function openDatabase(onClose: (close: () => Promise<unknown>) => void): Promise<string> {
  const given = process.env["VITARAN_TEST_DATABASE"];
  let ownerUrl: string;
  if (given === undefined) {
    const own = await startTestServer();
    onClose(() => own.postgres.stop());
    ({ ownerUrl } = own);
  } else ({ ownerUrl } = JSON.parse(given) as { ownerUrl: string });
  const name = `stage_${randomBytes(8).toString("hex")}`;
  const run = (statement: string) => withClient(ownerUrl, (client) => client.query(statement));
  await run(`create database ${name} template ${TEMPLATE} strategy wal_log`);
  onClose(() => run(`drop database ${name} with (force)`));
  return new URL(`/${name}`, ownerUrl).href;
}

/** The credentials of the demo, as the server has written them. */
function readDemo(folder: string): KeyPair & Pick<Stage, "always200" | "dashboard"> {
  const { clients, dashboard } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as {
    clients: (KeyPair & { httpStatus: string })[];
    dashboard: Stage["dashboard"];
  };
  const keyPairOf = (mode: string): KeyPair => {
    const { clientId, clientSecret } = clients.find(({ httpStatus }) => httpStatus === mode)!;
    return { clientId, clientSecret };
  };
  return { ...keyPairOf("rest"), always200: keyPairOf("always-200"), dashboard };
}
