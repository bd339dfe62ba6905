/** Starts the demo and writes its history; meanwhile changes by the merchant's people and programs wait. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { KEYS_CHANNEL, merchantOfClientId, merchantOfToken } from "#access";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { readClock, type SimulatedBanks } from "#sandbox";
import { type DemoFile, readSecret, writeDemoFile } from "./demo-file.ts";
import type { DemoPerson } from "./occasions.ts";
import { seedDemo } from "./seed-demo.ts";
import { writeHistory } from "./write-history.ts";

/** Rewrites the file whenever a demo merchant's key pair is reset, until the returned function is called. */
export async function keepDemoFile(ctx: Context, demo: DemoFile): Promise<() => Promise<void>> {
  let writing = Promise.resolve();
  const renew = async (merchantId: string): Promise<void> => {
    const client = demo.clients.find((one) => one.merchantId === merchantId);
    if (client === undefined) return;
    client.clientSecret = await readSecret(ctx, merchantId);
    await writeDemoFile(ctx, demo);
  };
  const renewNext = (merchantId: string): void => {
    writing = writing
      .then(() => renew(merchantId))
      .catch((error: unknown) =>
        ctx.log.error({ err: error }, "the demo's credentials could not be renewed"),
      );
  };
  const renewAll = (): void => demo.clients.forEach((client) => renewNext(client.merchantId));
  const unlisten = await ctx.db.listen(KEYS_CHANNEL, renewNext, renewAll);
  return async () => {
    await unlisten();
    await writing;
  };
}

export interface Demo {
  readonly file: DemoFile;
  /** True if the history was already written before this start. */
  readonly isWritten: boolean;
  /** Fulfilled once the history is written. */
  readonly written: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the demo and keeps its file current. The history of its first merchant is written in the background, and
 * `pause` makes changes there wait until it is complete.
 */
export async function startDemo(
  ctx: Context,
  { pause, ...where }: SimulatedBanks & { baseUrl: string; pause: Pause },
): Promise<Demo> {
  const file = await seedDemo(ctx, where);
  const stopKeeping = await keepDemoFile(ctx, file);
  const stopping = new AbortController();
  const [client] = file.clients;
  const { merchantId, clientId } = client!;
  const isWritten = (await readClock(ctx, merchantId)).offsetMs >= 0;
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { debitAccount } = connection!;
  const { simulatorUrl } = where;
  const { organizationId } = file;
  const history = {
    organizationId,
    merchantId,
    clientId,
    simulatorUrl,
    debitAccount,
    people: peopleOf(file),
  };
  const written = isWritten ? Promise.resolve() : writeHistory(ctx, history, stopping.signal);
  if (!isWritten) pause.until(merchantId, written);
  return {
    file,
    isWritten,
    written,
    async stop() {
      stopping.abort();
      await Promise.all([written, stopKeeping()]);
    },
  };
}

/** Member ids by the first part of the e-mail address. */
function peopleOf({ members }: DemoFile): Record<DemoPerson, string> {
  const entries = members.map(({ email, memberId }) => [email.slice(0, email.indexOf("@")), memberId]);
  return Object.fromEntries(entries) as Record<DemoPerson, string>;
}

/** Makes changes by a merchant's people and programs wait while its history is written. Reading goes on. */
export interface Pause {
  /** Must be called before the server listens. */
  mount(app: FastifyInstance): void;
  /** Changes of this merchant wait until `done` settles, even if it fails. */
  until(merchantId: string, done: Promise<void>): void;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Without a pause, changes in the first seconds of the demo would be dated weeks back, in the middle of its history.
 */
export function makePause(): Pause {
  const paused = new Map<string, Promise<void>>();
  return {
    mount(app) {
      app.addHook("onRequest", async (request) => {
        if (paused.size === 0 || READING.has(request.method)) return;
        await paused.get(merchantOf(request) ?? "");
      });
    },
    until(merchantId, done) {
      paused.set(
        merchantId,
        done.catch(() => undefined).finally(() => paused.delete(merchantId)),
      );
    },
  };
}

/** The dashboard's API names the merchant in the path, the others in a token or client ID. Bank callbacks name none. */
function merchantOf({ url, headers }: FastifyRequest): string | null {
  const [, named] = /^\/api\/merchants\/([0-9a-f-]{36})\//.exec(url) ?? [];
  if (named !== undefined) return named;
  const { authorization, "x-client-id": clientId } = headers;
  if (authorization !== undefined) return merchantOfToken(authorization.replace(/^bearer +/i, ""));
  // In the classic API this header asks for a token, which changes nothing of the merchant's.
  const orders = typeof clientId === "string" && !url.startsWith("/payout/v1/");
  return orders ? merchantOfClientId(clientId) : null;
}
