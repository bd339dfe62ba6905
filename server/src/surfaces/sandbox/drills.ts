/** Drills of the merchant's own simulated banks: start, play, report, end. */
import { optional, whole, withDefault } from "#http";
import { RAILS } from "#rails";
import { DRILL_FAULTS, endBankDrill, startBankDrill, PLAYED_MAX, playBankDrill } from "./bank-drill.ts";
import { choice, duration, sandboxOperation, word } from "./operation.ts";
import { reportBankDrill } from "./report-bank-drill.ts";

const PATH = "/banks/{bankId}/drill";
const DAY_MINUTES = 1_440;
const pathFields = { bankId: word() };

/** The controls of drills. */
export const drillControls = [
  sandboxOperation({
    name: "startBankDrill",
    method: "POST",
    path: PATH,
    summary: "Start a drill: a bank fails part of one rail's payments for a while",
    pathFields,
    body: {
      rail: withDefault(choice(RAILS), "imps"),
      percent: withDefault(whole({ min: 1, max: 100 }), 30),
      minutes: withDefault(whole({ min: 1, max: DAY_MINUTES }), 20),
      fault: withDefault(choice(DRILL_FAULTS), "refuses"),
    },
    handle: ({ ctx, merchantId, simulatorUrl, input }) =>
      startBankDrill(ctx, merchantId, { ...input, simulatorUrl }),
  }),
  sandboxOperation({
    name: "playBankDrill",
    method: "POST",
    path: `${PATH}/play`,
    summary: "Send small payments during a drill, and move the clock between them",
    pathFields,
    body: {
      transfers: withDefault(whole({ min: 1, max: PLAYED_MAX }), 10),
      over: optional(duration({ maxDays: 366 })),
    },
    handle: async ({ ctx, merchantId, simulatorUrl, by, input: { bankId, transfers, over = 60_000 } }) => {
      const bank = { bankId, simulatorUrl };
      await playBankDrill(ctx, merchantId, { ...bank, transfers, overMs: over, by });
      return reportBankDrill(ctx, merchantId, bank);
    },
  }),
  sandboxOperation({
    name: "getBankDrill",
    method: "GET",
    path: PATH,
    summary: "Get the report of a bank's last drill: detected, rerouted, queued, lost",
    pathFields,
    handle: ({ ctx, merchantId, simulatorUrl, input: { bankId } }) =>
      reportBankDrill(ctx, merchantId, { bankId, simulatorUrl }),
  }),
  sandboxOperation({
    name: "endBankDrill",
    method: "DELETE",
    path: PATH,
    summary: "End a drill early",
    pathFields,
    handle: ({ ctx, merchantId, simulatorUrl, input: { bankId } }) =>
      endBankDrill(ctx, merchantId, { bankId, simulatorUrl }),
  }),
] as const;
