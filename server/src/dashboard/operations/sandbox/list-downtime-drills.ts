import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listIncidents } from "#health";
import { readClock } from "#sandbox";
import { drill } from "./drills.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const SHOWN_MS = 100 * 86_400_000;

/** Incidents that are not over, and those that are planned. */
export const listDowntimeDrills = memberOperation({
  name: "listDowntimeDrills",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/incidents",
  tag: "Sandbox",
  summary: "List the incidents that go on or are planned",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(drill) }),
  refusals: { not_sandbox: sandboxRefusals.not_sandbox },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId } = call;
    const { now } = await readClock(ctx, merchantId);
    const from = new Date(now.getTime() - SHOWN_MS);
    const to = new Date(now.getTime() + SHOWN_MS);
    const query = { resolved: false, from, to, entityCode: null };
    return { items: await listIncidents(ctx, merchantId, query) };
  },
});
