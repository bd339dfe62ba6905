/** Incidents of beneficiaries' banks, and downtimes of the banks that a merchant pays through. */
import { coversSource } from "#access";
import { type FundSource, listBankConnections, readFundSources } from "#fund-sources";
import {
  type Incident,
  type IncidentQuery,
  listIncidents,
  type Downtime,
  listDowntimes,
  ownBankOf,
  touchedSources,
} from "#health";
import { listOfShown, optional, outputOf, refusing, shown, type Values, withDefault } from "#http";
import { istDate, istText } from "#lib/ist";
import { RAILS } from "#rails";
import {
  istOrEmpty,
  moment,
  positive,
  refuse,
  success,
  text,
  unknownError,
  momentOrEmpty,
  type Reply,
} from "./answers.ts";
import { anySourceRule } from "./balance.ts";
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

const downtimeAnswers = {
  found: success("List of downtimes retrieved"),
  status_invalid: refuse("422", "Status is invalid"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  breakdown: unknownError,
} as const;

/** The status in requests and answers, by when a downtime takes place. */
const DOWNTIME_STATUSES = {
  now: "ACTIVE",
  upcoming: "UPCOMING",
  past: "RESOLVED",
} as const satisfies Readonly<Record<Downtime["when"], string>>;

interface Found {
  readonly downtime: Downtime;
  readonly bankId: string | null;
  readonly touched: readonly FundSource[];
}

const source = outputOf<FundSource>({
  paymentInstrumentId: shown(text, ({ fundSourceId }) => fundSourceId),
  name: shown(text, ({ name }) => name),
});

const downtime = outputOf<Found>({
  id: shown(positive, ({ downtime }) => downtime.incidentNo),
  fundSources: listOfShown(source, ({ touched }) => touched, "Fund sources that pay through this bank."),
  bankId: shown(text, ({ downtime, bankId }) => bankId ?? downtime.entityCode),
  bankName: shown(text, ({ downtime }) => downtime.entityName),
  incidentType: shown({ type: "string", enum: ["SCHEDULED", "UNSCHEDULED"] }, ({ downtime }) =>
    downtime.scheduled ? "SCHEDULED" : "UNSCHEDULED",
  ),
  mode: shown({ type: "string", enum: RAILS.map((rail) => rail.toUpperCase()) }, ({ downtime }) =>
    downtime.mode.toUpperCase(),
  ),
  startedAt: shown(
    { ...momentOrEmpty, description: "When it began, or will begin (Indian time)." },
    ({ downtime }) => istOrEmpty(downtime.startedAt),
  ),
  endsAt: shown(
    { ...momentOrEmpty, description: "The announced end; empty if none was announced." },
    ({ downtime }) => istOrEmpty(downtime.endsAt),
  ),
  resolvedAt: shown({ ...momentOrEmpty, description: "Empty until it is over." }, ({ downtime }) =>
    istOrEmpty(downtime.resolvedAt),
  ),
  status: shown(
    { type: "string", enum: Object.values(DOWNTIME_STATUSES) },
    ({ downtime }) => DOWNTIME_STATUSES[downtime.when],
  ),
  severity: shown({ type: "string", enum: ["LOW", "HIGH"] }, ({ downtime }) =>
    downtime.severity.toUpperCase(),
  ),
});

const downtimesOutput = outputOf<readonly Found[]>({ downtimes: listOfShown(downtime, (found) => found) });

/** Our extension of the contract: the downtimes of connected fund sources that the dashboard shows. */
export const downtimes = declareClassic({
  name: "downtimes",
  method: "GET",
  path: "/downtimes",
  versions: ["v1.2"],
  scope: "read",
  tag: "Incidents",
  summary: "List downtimes of your fund sources",
  description:
    "An extension of the classic contract. Incidents of the banks behind your fund sources, newest first: " +
    "unscheduled ones for 15 days after they start, scheduled ones until 7 days after they end. The fields match " +
    "the webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks see `incidents`.",
  query: {
    status: refusing(withDefault(wordRule([...Object.values(DOWNTIME_STATUSES), "ALL"]), "ALL"), {
      wrong: "status_invalid",
    }),
    paymentInstrumentId: refusing(optional(anySourceRule("Only this fund source.")), {
      wrong: "fund_source_not_available",
    }),
  },
  answers: downtimeAnswers,
  data: {
    schema: downtimesOutput.schema,
    examples: {
      found: {
        downtimes: [
          {
            id: 18,
            fundSources: [{ paymentInstrumentId: "WALLET_1", name: "Wallet" }],
            bankId: "meghdoot",
            bankName: "Meghdoot Bank",
            incidentType: "UNSCHEDULED",
            mode: "IMPS",
            startedAt: "2026-11-20 14:02:07",
            endsAt: "",
            resolvedAt: "",
            status: "ACTIVE",
            severity: "HIGH",
          },
        ],
      },
    },
  },
  breakdown: downtimeAnswers.breakdown,
  handle: async ({ ctx, caller, input: { status, paymentInstrumentId: asked } }) =>
    ctx.db.inMerchant(caller.merchantId, async (tx): Promise<Reply> => {
      const sources = (await readFundSources(tx)).filter(({ fundSourceId }) =>
        coversSource(caller.fundSourceIds, fundSourceId),
      );
      if (asked !== undefined && !sources.some(({ fundSourceId }) => fundSourceId === asked))
        return { answer: downtimeAnswers.fund_source_not_available };
      const banks = await listBankConnections(ctx, tx);
      const found = (await listDowntimes(tx))
        .filter(({ when }) => status === "ALL" || DOWNTIME_STATUSES[when] === status)
        .map((downtime) => ({
          downtime,
          bankId: ownBankOf(downtime, banks),
          touched: touchedSources(downtime, { sources, banks }),
        }))
        .filter(({ touched }) =>
          touched.some(({ fundSourceId }) => asked === undefined || fundSourceId === asked),
        );
      return { answer: downtimeAnswers.found, data: downtimesOutput.write(found) };
    }),
});
