/** The alerts of deploy/monitoring with the metrics of a real server, as it works and after it has stopped. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openStage } from "../sdk/stage/open-stage.ts";
import { runPrometheus, SKIPPED } from "../server/test/monitoring/run-prometheus.ts";

/** With the shortened times of the test, whatever is wrong fires within this time. */
const LONG_ENOUGH_MS = 8_000;

test(
  "a server that works fires no alert, and one that stopped fires two",
  { skip: SKIPPED },
  async (context) => {
    const token = randomBytes(24).toString("hex");
    // The server inherits it.
    process.env["METRICS_TOKEN"] = token;
    const { stage, close } = await openStage();
    let isClosed = false;
    const stop = async (): Promise<void> => {
      if (!isClosed) await close();
      isClosed = true;
    };
    context.after(stop);
    const prometheus = await runPrometheus([new URL(stage.baseUrl).host], token);
    context.after(prometheus.stop);
    const firing = async (): Promise<string[]> =>
      [...(await prometheus.alerts())].flatMap(([alert, state]) => (state === "firing" ? [alert] : []));
    await sleep(LONG_ENOUGH_MS);
    assert.deepEqual(await firing(), []);
    await stop();
    for (;;) {
      const found = (await firing()).toSorted();
      if (found.length === 2) return assert.deepEqual(found, ["VitaranProcessDown", "VitaranWorkerStopped"]);
      await sleep(200);
    }
  },
);
