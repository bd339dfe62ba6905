import { type Incident, type IncidentQuery, listIncidents } from "#health";
import { listOfShown, optional, outputOf, refusing, shown, type Values, withDefault } from "#http";
import { istDate, istText } from "#rails";
import { istOrEmpty, moment, positive, refuse, success, text, unknownError } from "./answers.ts";
import { momentRule, searchedText, wordRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

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
const STATUSES = { RESOLVED: true, UNRESOLVED: false, ALL: null } as const;

export const incidentFields = {
  status: refusing(withDefault(wordRule(["RESOLVED", "UNRESOLVED", "ALL"]), "UNRESOLVED"), {
    wrong: "status_invalid",
  }),
  startTime: refusing(optional(momentRule("Default: today 00:00:00. At most 90 days from now.")), {
    wrong: "start_invalid",
  }),
  endTime: refusing(optional(momentRule("Default: today 23:59:59. At most 7 days after `startTime`.")), {
    wrong: "end_invalid",
  }),
  // Codes are read in upper or lower case.
  entityCode: optional(searchedText({ max: 100, description: "Only this bank or handle." })),
} as const;

const incident = outputOf<Incident>({
  id: shown(positive, ({ incidentNo }) => incidentNo),
  type: shown({ type: "string", enum: ["BENEFICIARY"] }, () => "BENEFICIARY"),
  entity: shown(
    {
      type: "string",
      enum: ["BANK", "HANDLE"],
      description: "HANDLE: the part of a UPI ID after the @.",
    },
    ({ entity }) => entity.toUpperCase(),
  ),
  mode: shown({ type: "string", enum: ["IMPS", "NEFT", "RTGS", "UPI"] }, ({ mode }) => mode.toUpperCase()),
  createdAt: shown(
    { ...moment, description: "When it began, or will begin (Indian time)." },
    ({ startedAt }) => istText(startedAt),
  ),
  resolvedAt: shown({ ...text, description: "Empty until it is over." }, ({ resolvedAt }) =>
    istOrEmpty(resolvedAt),
  ),
  isScheduled: shown({ type: "boolean" }, ({ scheduled }) => scheduled),
  isResolved: shown({ type: "boolean" }, ({ resolvedAt }) => resolvedAt !== null),
  impact: shown({ type: "string", enum: ["LOW", "HIGH"] }, ({ severity }) => severity.toUpperCase()),
  entityName: shown(text, ({ entityName }) => entityName),
  entityCode: shown(
    { ...text, description: "For a bank, the first four letters of its IFSCs." },
    ({ entityCode }) => entityCode,
  ),
});

const output = outputOf<readonly Incident[]>({ incidents: listOfShown(incident, (found) => found) });

export const incidents = declareClassic({
  name: "incidents",
  method: "GET",
  path: "/incidents",
  versions: ["v1"],
  scope: "read",
  tag: "Incidents",
  summary: "List incidents of beneficiaries' banks",
  description:
    "Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST. The range " +
    "is today by default.",
  query: incidentFields,
  answers,
  data: {
    schema: output.schema,
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
  handle: async ({ ctx, caller, input }) => {
    const now = await ctx.db.inMerchant(caller.merchantId, async (tx) => tx.now);
    const asked = toIncidentQuery(input, now);
    if (typeof asked === "string") return { answer: answers[asked] };
    return { answer: answers.found, data: output.write(await listIncidents(ctx, caller.merchantId, asked)) };
  },
});

/** Returns the query, or the name of the error in its range. `now` is the merchant's clock. */
export function toIncidentQuery(
  { status, startTime, endTime, entityCode }: Values<typeof incidentFields>,
  now: Date,
): IncidentQuery | "order_invalid" | "range_invalid" {
  const today = istDate(now);
  const fromMs = (startTime ?? new Date(`${today}T00:00:00+05:30`)).getTime();
  const toMs = (endTime ?? new Date(`${today}T23:59:59+05:30`)).getTime();
  if (fromMs > toMs) return "order_invalid";
  if (toMs - fromMs > RANGE_MS_MAX || Math.abs(now.getTime() - fromMs) > AWAY_MS_MAX) return "range_invalid";
  // The last second belongs to the range.
  const range = { from: new Date(fromMs), to: new Date(toMs + SECOND_MS) };
  return { resolved: STATUSES[status], ...range, entityCode: entityCode ?? null };
}
