/** Causes the answers of the list of incidents. */
import { openIncident } from "#health";
import { istText } from "#lib/ist";
import { type Cause, causesOf } from "./cause.ts";
import type { Client, Heard } from "./stage.ts";

const DAY_MS = 86_400_000;

const list =
  (query: Record<string, string>) =>
  (client: Client): Promise<Heard> =>
    client.call("GET", "/v1/incidents", { query });

const daysFromNow = (days: number): string => istText(new Date(Date.now() + days * DAY_MS));

const ofIncidents = causesOf("incidents", "v1", {
  found: async (client) => {
    const other = await client.another();
    await openIncident(other.stage.world.ctx, other.merchant.merchantId, {
      entity: "bank",
      entityCode: "HDFC",
      mode: "imps",
      severity: "low",
      because: "the bank's notice",
      planned: null,
      by: "system",
    });
    return list({ status: "ALL" })(other);
  },
  status_invalid: list({ status: "OPEN" }),
  start_invalid: list({ startTime: "2026-11-20" }),
  end_invalid: list({ endTime: "2026-02-30 00:00:00" }),
  order_invalid: list({ startTime: daysFromNow(-1), endTime: daysFromNow(-2) }),
  range_invalid: list({ startTime: daysFromNow(-8), endTime: daysFromNow(0) }),
});

const listDown =
  (query: Record<string, string>) =>
  (client: Client): Promise<Heard> =>
    client.call("GET", "/v1.2/downtimes", { query });

const ofDowntimes = causesOf("downtimes", "v1.2", {
  found: async (client) => {
    const other = await client.another();
    await openIncident(other.stage.world.ctx, other.merchant.merchantId, {
      entity: "our_bank",
      entityCode: "meghdoot",
      mode: "imps",
      severity: "high",
      because: "the bank's notice",
      planned: null,
      by: "system",
    });
    return listDown({ status: "ACTIVE" })(other);
  },
  status_invalid: listDown({ status: "OPEN" }),
  fund_source_not_available: listDown({ paymentInstrumentId: "BANK_9" }),
});

export const causesOfIncidents: readonly Cause[] = [...ofIncidents, ...ofDowntimes];
