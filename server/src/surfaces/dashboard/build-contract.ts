import { takesKey, type Operation, writeOpenApi } from "#http";
import type { DashboardOperation } from "./operation.ts";
import { operations } from "./operations/index.ts";
import { commonRefusals } from "./refusals.ts";
import { PREFIX } from "./surface.ts";

const text = { type: "string" };

const refusal = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: text,
        message: text,
        field: { ...text, description: "The first field that is wrong." },
        fields: {
          type: "array",
          description: "Every field that is wrong.",
          items: {
            type: "object",
            properties: { field: text, message: text },
            required: ["field", "message"],
          },
        },
        details: { type: "object" },
        requestId: text,
      },
      required: ["code", "message", "details", "requestId"],
    },
  },
  required: ["error"],
};

/** Builds the OpenAPI 3.1 document of the dashboard's API. */
export function buildDashboardContract(): unknown {
  return writeOpenApi(operations as readonly Operation<never>[], {
    title: "Vitaran dashboard API",
    version: "1.0.0",
    description:
      "What the dashboard's own pages call. A session cookie says who calls; what changes something also needs " +
      "the page's own origin and the header `x-vitaran-dashboard: 1`. Amounts are rupees as decimal text, moments " +
      "ISO 8601.",
    serverPath: PREFIX,
    security: { session: { type: "apiKey", in: "cookie", name: "__Host-vitaran_session" } },
    refusal,
    takesKey: (operation) =>
      (operation as unknown as DashboardOperation).access !== "open" && takesKey(operation),
    commonRefusals: (operation) => commonRefusals(operation as unknown as DashboardOperation),
    more: (operation) => {
      const { access, permission, stepUp } = operation as unknown as DashboardOperation;
      return {
        ...(access === "open" ? { security: [] } : {}),
        "x-access": access,
        ...(permission === null ? {} : { "x-permission": permission }),
        ...(stepUp ? { "x-step-up": true } : {}),
      };
    },
  });
}
