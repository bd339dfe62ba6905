import { listIncidents, type Incident, type IncidentQuery } from "#health";
import { istDate, istText } from "#rails";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { type Fields, readField, readMoment, readText } from "./fields.ts";
import type { Call, CallerOperation, JsonSchema } from "./operation.ts";

const answers = {
  found: success("List of incidents retrieved"),
  status_invalid: refuse("422", "Status is invalid"),
  start_invalid: refuse("422", "startTime should be of the format yyyy-MM-dd HH:mm:ss"),
  end_invalid: refuse("422", "endTime should be of the format yyyy-MM-dd HH:mm:ss"),
  order_invalid: refuse("422", "startTime should be less than or equal to EndTime"),
  range_invalid: refuse(
    "422",
    "Maximum time difference can be upto 7 days and startTime should be within 90 days from now.",
  ),
  breakdown: unknownError,
} as const;

const DAY_MS = 86_400_000;
const RANGE_MS_MAX = 7 * DAY_MS;
const AWAY_MS_MAX = 90 * DAY_MS;
const SECOND_MS = 1_000;

/** The required state of an incident by the contract's word: true if over, false if not, null for any. */
const STATUSES: Readonly<Record<string, boolean | null>> = { RESOLVED: true, UNRESOLVED: false, ALL: null };

const text: JsonSchema = { type: "string" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
};
const asked = { ...moment, maxLength: 19 };
const properties = {
  id: { type: "integer", minimum: 1 },
  type: { type: "string", enum: ["BENEFICIARY"] },
  entity: {
    type: "string",
    enum: ["BANK", "HANDLE"],
    description: "HANDLE: the part of a UPI ID after the @.",
  },
  mode: { type: "string", enum: ["IMPS", "NEFT", "RTGS", "UPI"] },
  createdAt: { ...moment, description: "When it began, or will begin (Indian time)." },
  resolvedAt: { ...text, description: "Empty until it is over." },
  isScheduled: { type: "boolean" },
  isResolved: { type: "boolean" },
  impact: { type: "string", enum: ["LOW", "HIGH"] },
  entityName: text,
  entityCode: { ...text, description: "For a bank, the first four letters of its IFSCs." },
} as const satisfies Record<string, JsonSchema>;

export const incidents: CallerOperation = {
  name: "incidents",
  method: "GET",
  path: "/incidents",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Incidents",
  summary: "List incidents of beneficiaries' banks",
  description:
    "Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST. The range " +
    "is today by default.",
  query: {
    status: { schema: { type: "string", enum: Object.keys(STATUSES), default: "UNRESOLVED" } },
    startTime: { schema: { ...asked, description: "Default: today 00:00:00. At most 90 days from now." } },
    endTime: {
      schema: { ...asked, description: "Default: today 23:59:59. At most 7 days after `startTime`." },
    },
    entityCode: { schema: { type: "string", maxLength: 100, description: "Only this bank or handle." } },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        incidents: {
          type: "array",
          items: { type: "object", properties, required: Object.keys(properties) },
        },
      },
      required: ["incidents"],
    },
    examples: {
      found: {
        incidents: [
          {
            id: 17,
            type: "BENEFICIARY",
            entity: "BANK",
            mode: "IMPS",
            createdAt: "2026-11-20 14:02:07",
            resolvedAt: "",
            isScheduled: false,
            isResolved: false,
            impact: "LOW",
            entityName: "HDFC Bank",
            entityCode: "HDFC",
          },
        ],
      },
    },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const now = await ctx.db.inMerchant(caller.merchantId, async (tx) => tx.now);
  const asked = readIncidentQuery(query, now);
  if (typeof asked === "string") return { answer: answers[asked] };
  const found = await listIncidents(ctx, caller.merchantId, asked);
  return { answer: answers.found, data: { incidents: found.map(writeIncident) } };
}

/** Returns the query, or the name of the error in it. `now` is the merchant's clock. */
export function readIncidentQuery(query: Fields, now: Date): IncidentQuery | keyof typeof answers {
  const status = readField(query, "status") ?? "UNRESOLVED";
  if (typeof status !== "string" || !Object.hasOwn(STATUSES, status)) return "status_invalid";
  const [start, end] = [readMoment(query, "startTime"), readMoment(query, "endTime")];
  if (start === null) return "start_invalid";
  if (end === null) return "end_invalid";
  const today = istDate(now);
  const fromMs = (start ?? new Date(`${today}T00:00:00+05:30`)).getTime();
  const toMs = (end ?? new Date(`${today}T23:59:59+05:30`)).getTime();
  if (fromMs > toMs) return "order_invalid";
  if (toMs - fromMs > RANGE_MS_MAX || Math.abs(now.getTime() - fromMs) > AWAY_MS_MAX) return "range_invalid";
  // The last second belongs to the range.
  const range = { from: new Date(fromMs), to: new Date(toMs + SECOND_MS) };
  return { resolved: STATUSES[status] ?? null, ...range, entityCode: codeOf(query) };
}

/** Codes are read in upper or lower case; a value that is not text matches no bank. */
function codeOf(query: Fields): string | null {
  const code = readText(query, "entityCode");
  if (code === undefined) return null;
  return code === null ? "" : code;
}

function writeIncident(incident: Incident): Record<string, unknown> {
  const { incidentNo, entity, mode, startedAt, resolvedAt, scheduled, severity } = incident;
  return {
    id: incidentNo,
    type: "BENEFICIARY",
    entity: entity.toUpperCase(),
    mode: mode.toUpperCase(),
    createdAt: istText(startedAt),
    resolvedAt: resolvedAt === null ? "" : istText(resolvedAt),
    isScheduled: scheduled,
    isResolved: resolvedAt !== null,
    impact: severity.toUpperCase(),
    entityName: incident.entityName,
    entityCode: incident.entityCode,
  };
}
