/** `vitaran api`: one of several API processes on one database. */
import { startBankWatch } from "#health";
import { readConfig } from "#lib/config";
import { announceQuietCallers } from "#lib/quiet-callers";
import { setSimulatorSecret } from "#sandbox";
import { endWaiting, startSending } from "#transfers";
import { openEngine } from "./open-engine.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { serveHttp } from "./serve-http.ts";

/** Serves HTTP only; a worker elsewhere does the background work. */
export function runApi(): Promise<void> {
  return runUntilStopped(async (stopping) => {
    const engine = await openEngine(readConfig());
    stopping.add("database", () => engine.close());
    const { simulatorUrl, simulatorSecret } = engine.ctx.config;
    if (simulatorSecret !== null) setSimulatorSecret(simulatorSecret);
    const sending = startSending(engine.ctx);
    stopping.add(
      "sender of payments",
      () => sending.stop(),
      () => endWaiting(engine.ctx),
    );
    const banks = startBankWatch(engine.ctx, { turns: false });
    stopping.add("bank health", () => banks.stop());
    const announcing = announceQuietCallers(engine.ctx);
    stopping.add("announcement of quiet callers", () => announcing.stop());
    const served = await serveHttp(engine.ctx, simulatorUrl, { role: "api" });
    stopping.add("HTTP server", () => served.close(), served.shut);
    engine.ctx.log.info({ port: served.port }, "the API is served");
  });
}
