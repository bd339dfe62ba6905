/** Converts the facts of a decision to their stored form and back. */
import { CALENDARS, type CalendarName, type Rail } from "#rails";
import type { BankSnapshot } from "#health";
import type { BankFacts, GivenPolicies, RouteFacts } from "./facts.ts";
import { DEFAULT_POLICY, type RoutingPolicy } from "./policy.ts";

const INSTRUMENTS = { account: "hasAccount", vpa: "hasVpa", phone: "hasPhone", card: "hasCard" } as const;

/** Returns all facts of the choice except amount, time, policy and snapshot, with fields in a fixed order. */
export function givenOf(facts: RouteFacts): GivenPolicies {
  const { mode, payee, banks, banksTried, fundSource, calendar, snapshot, full, bucket } = facts;
  const { shares } = facts.policy ?? DEFAULT_POLICY;
  const apart = new Set(snapshot?.entries.map(({ payeeCode }) => payeeCode));
  const codes = [payee.bankCode ?? null, payee.handle ?? null];
  return {
    mode,
    payee: Object.entries(INSTRUMENTS).flatMap(([name, field]) => (payee[field] ? [name] : [])),
    payeeRefuses: payee.railsRefused ?? [],
    payeeDown: payee.railsDown ?? [],
    payeeCodes: codes.flatMap((code) => (code !== null && apart.has(code) ? [code] : [])),
    banks: banks.map(({ bankId, rails, enabled, railsDown = [], maxPaise = {} }) => ({
      bankId,
      rails,
      enabled,
      railsDown,
      maxPaise: textsOf(maxPaise),
    })),
    tried: banksTried,
    heldAt: fundSource.bankId,
    calendar: (calendar ?? CALENDARS.working_days).name,
    full: full === undefined ? [] : [...full.keys()].toSorted(),
    bucket: shares.length === 0 ? null : (bucket ?? null),
  };
}

/** Sorted, so that equal limits are equal text. */
function textsOf(maxPaise: NonNullable<BankFacts["maxPaise"]>): Partial<Record<Rail, string>> {
  const ceilings = Object.entries(maxPaise).map(([rail, paise]) => [rail, String(paise)] as const);
  return Object.fromEntries(ceilings.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Facts that are not stored with a decision: those of the transfer, or stored once for many. */
export interface Moment {
  readonly amountPaise: bigint;
  readonly now: Date;
  readonly policy: RoutingPolicy;
  readonly policyVersion: number;
  readonly snapshot: BankSnapshot;
}

/** Restores the facts from which the decision was made. */
export function factsOf(given: GivenPolicies, moment: Moment): RouteFacts {
  const { mode, payee, payeeRefuses, payeeDown, payeeCodes, banks, tried, heldAt, calendar, full, bucket } =
    given;
  const has = new Set(payee);
  return {
    ...moment,
    mode,
    payee: {
      hasAccount: has.has("account"),
      hasVpa: has.has("vpa"),
      hasPhone: has.has("phone"),
      hasCard: has.has("card"),
      railsRefused: payeeRefuses,
      railsDown: payeeDown,
      // Bank codes are in capitals, handles are not.
      bankCode: payeeCodes.find((code) => code === code.toUpperCase()) ?? null,
      handle: payeeCodes.find((code) => code !== code.toUpperCase()) ?? null,
    },
    banks: banks.map(({ maxPaise, ...bank }) => ({ ...bank, maxPaise: ceilingsOf(maxPaise) })),
    banksTried: tried,
    fundSource: { fundSourceId: "", bankId: heldAt },
    calendar: CALENDARS[calendar as CalendarName],
    // The time of the next place does not affect the choice of the bank.
    full: new Map(full.map((key) => [key, moment.now])),
    ...(bucket === null ? {} : { bucket }),
  };
}

function ceilingsOf(maxPaise: Readonly<Partial<Record<Rail, string>>>): Partial<Record<Rail, bigint>> {
  return Object.fromEntries(Object.entries(maxPaise).map(([rail, text]) => [rail, BigInt(text)]));
}
