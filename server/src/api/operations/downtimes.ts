import { coversSource } from "#access";
import { type FundSource, listBankConnections, readFundSources } from "#fund-sources";
import { type Downtime, listDowntimes, ownBankOf, touchedSources } from "#health";
import { listOfShown, optional, outputOf, refusing, shown, withDefault } from "#http";
import { RAILS } from "#rails";
import {
  istOrEmpty,
  momentOrEmpty,
  positive,
  refuse,
  type Reply,
  success,
  text,
  unknownError,
} from "./answers.ts";
import { wordRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { anySourceRule } from "./balance.ts";

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
