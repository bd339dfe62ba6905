/** A running installation for command tests: server, worker, simulated banks, and a merchant with money. */
import { createApiClient, createOrganization } from "#access";
import { openSandboxMerchant } from "#sandbox";
import { runApart, runHere, type Ended, type RunWords } from "#test/run-words";
import { startSimulator } from "#test/simulator";
import type { World } from "#test/world";
import type { Context } from "#lib/context";
import { startWorker } from "#worker";

export interface Keys {
  readonly clientId: string;
  readonly clientSecret: string;
}

type Run = (words: readonly string[], keys?: Keys) => Promise<Ended>;

interface Installation {
  readonly url: string;
  /** The keys of the sandbox merchant that has money. */
  readonly keys: Keys & { readonly merchantId: string };
  /** Runs a command to its end with these keys. */
  readonly run: Run;
  /** Does the same in a process of its own. */
  readonly runApart: Run;
}

/** Functions of this module from which an installation is made. */
export interface Parts {
  readonly registerModules: () => void;
  readonly serveHttp: (
    ctx: Context,
    simulatorUrl: string,
  ) => Promise<{ readonly port: number; close(): Promise<void> }>;
}

/** Makes an installation, which ends with the world. */
export async function makeInstallation(
  world: World,
  { registerModules, serveHttp }: Parts,
): Promise<Installation> {
  const { ctx } = world;
  registerModules();
  const simulator = await startSimulator(world);
  const served = await serveHttp(ctx, simulator.url);
  world.onClose(() => served.close());
  const worker = await startWorker(ctx);
  world.onClose(() => worker.stop());
  const url = `http://127.0.0.1:${served.port}`;
  const { organizationId } = await createOrganization(ctx, { name: "Kaveri Stores" });
  const where = { simulatorUrl: simulator.url, ownUrl: url };
  const { merchantId } = await openSandboxMerchant(ctx, { organizationId, name: "Kaveri Stores", ...where });
  const own = await createApiClient(ctx, merchantId, { name: "Laptop" });
  const runWith =
    (runWords: RunWords): Run =>
    (words, { clientId, clientSecret } = own) =>
      runWords(words, {
        VITARAN_URL: url,
        VITARAN_CLIENT_ID: clientId,
        VITARAN_CLIENT_SECRET: clientSecret,
      });
  return { url, keys: { ...own, merchantId }, run: runWith(runHere), runApart: runWith(runApart) };
}
