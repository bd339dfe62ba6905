/** A running installation for the command line's tests: server, worker, simulated banks, and a merchant with money. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createApiClient, createOrganization } from "#access";
import { openSandboxMerchant } from "#sandbox";
import { startSimulator } from "#test/simulator";
import type { World } from "#test/world";
import type { Context } from "#lib/context";
import { startWorker } from "#worker";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Keys {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Installation {
  readonly url: string;
  /** Of the sandbox merchant that has money. */
  readonly keys: Keys & { readonly merchantId: string };
  /** Runs a command to its end, as whom the keys say. */
  run(args: readonly string[], keys?: Keys): Promise<Ended>;
}

/** Verbs of this module that an installation is made of. */
export interface Parts {
  readonly registerModules: () => void;
  readonly serveHttp: (
    ctx: Context,
    simulatorUrl: string,
  ) => Promise<{ readonly port: number; close(): Promise<void> }>;
}

/** Makes one; it ends with the world. */
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
  const run: Installation["run"] = async (args, { clientId, clientSecret } = own) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        VITARAN_URL: url,
        VITARAN_CLIENT_ID: clientId,
        VITARAN_CLIENT_SECRET: clientSecret,
      },
    });
    world.onClose(async () => void child.kill("SIGKILL"));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, err };
  };
  return { url, keys: { ...own, merchantId }, run };
}
