import { coversSource } from "#access";
import { listBankConnections, readFundSources, type FundSource } from "#fund-sources";
import { listDowntimes, ownBankOf, touchedSources, type Downtime } from "#health";
import { istText, RAILS } from "#rails";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { readField, readText } from "./fields.ts";
import type { Call, CallerOperation, JsonSchema } from "./operation.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";

const answers = {
  found: success("List of downtimes retrieved"),
  status_invalid: refuse("422", "Status is invalid"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  breakdown: unknownError,
} as const;

/** The status in requests and answers, by when a downtime takes place. */
const STATUSES: Readonly<Record<Downtime["when"], string>> = {
  now: "ACTIVE",
  upcoming: "UPCOMING",
  past: "RESOLVED",
};

const text: JsonSchema = { type: "string" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
};
const source = { paymentInstrumentId: text, name: text } as const satisfies Record<string, JsonSchema>;
const properties = {
  id: { type: "integer", minimum: 1 },
  fundSources: {
    type: "array",
    description: "Fund sources that pay through this bank.",
    items: { type: "object", properties: source, required: Object.keys(source) },
  },
  bankId: text,
  bankName: text,
  incidentType: { type: "string", enum: ["SCHEDULED", "UNSCHEDULED"] },
  mode: { type: "string", enum: RAILS.map((rail) => rail.toUpperCase()) },
  startedAt: { ...moment, description: "When it began, or will begin (Indian time)." },
  endsAt: { ...moment, description: "The announced end; empty if none was announced." },
  resolvedAt: { ...moment, description: "Empty until it is over." },
  status: { type: "string", enum: Object.values(STATUSES) },
  severity: { type: "string", enum: ["LOW", "HIGH"] },
} as const satisfies Record<string, JsonSchema>;

/** Our extension of the contract: the downtimes of connected fund sources that the dashboard shows. */
export const downtimes: CallerOperation = {
  name: "downtimes",
  method: "GET",
  path: "/downtimes",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Incidents",
  summary: "List downtimes of your fund sources",
  description:
    "An extension of the classic contract. Incidents of the banks behind your fund sources, newest first: " +
    "unscheduled ones for 15 days after they start, scheduled ones until 7 days after they end. The fields match " +
    "the webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks see `incidents`.",
  query: {
    status: { schema: { type: "string", enum: [...Object.values(STATUSES), "ALL"], default: "ALL" } },
    paymentInstrumentId: {
      schema: {
        type: "string",
        maxLength: FUND_SOURCE_ID_LENGTH_MAX,
        description: "Only this fund source.",
      },
    },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        downtimes: {
          type: "array",
          items: { type: "object", properties, required: Object.keys(properties) },
        },
      },
      required: ["downtimes"],
    },
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
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const status = readField(query, "status") ?? "ALL";
  const asked = readText(query, "paymentInstrumentId");
  if (status !== "ALL" && !Object.values(STATUSES).includes(status as string))
    return { answer: answers.status_invalid };
  return ctx.db.inMerchant(caller.merchantId, async (tx): Promise<Reply> => {
    const sources = (await readFundSources(tx)).filter(({ fundSourceId }) =>
      coversSource(caller.fundSourceIds, fundSourceId),
    );
    if (asked !== undefined && !sources.some(({ fundSourceId }) => fundSourceId === asked))
      return { answer: answers.fund_source_not_available };
    const banks = await listBankConnections(ctx, tx);
    const found = (await listDowntimes(tx))
      .filter(({ when }) => status === "ALL" || STATUSES[when] === status)
      .map((downtime) => ({
        downtime,
        bankId: ownBankOf(downtime, banks),
        touched: touchedSources(downtime, { sources, banks }),
      }))
      .filter(({ touched }) =>
        touched.some(({ fundSourceId }) => asked === undefined || fundSourceId === asked),
      );
    return { answer: answers.found, data: { downtimes: found.map(writeDowntime) } };
  });
}

interface Found {
  readonly downtime: Downtime;
  readonly bankId: string | null;
  readonly touched: readonly FundSource[];
}

function writeDowntime({ downtime, bankId, touched }: Found): Record<string, unknown> {
  const { incidentNo, entityCode, entityName, mode, severity, scheduled, when } = downtime;
  const { startedAt, endsAt, resolvedAt } = downtime;
  return {
    id: incidentNo,
    fundSources: touched.map(({ fundSourceId, name }) => ({ paymentInstrumentId: fundSourceId, name })),
    bankId: bankId ?? entityCode,
    bankName: entityName,
    incidentType: scheduled ? "SCHEDULED" : "UNSCHEDULED",
    mode: mode.toUpperCase(),
    startedAt: istText(startedAt),
    endsAt: endsAt === null ? "" : istText(endsAt),
    resolvedAt: resolvedAt === null ? "" : istText(resolvedAt),
    status: STATUSES[when],
    severity: severity.toUpperCase(),
  };
}
