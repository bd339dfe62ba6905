/** Decides from traffic which incidents begin, become worse and end. Pure. */
import {
  HIGH_PERCENT,
  isSoundCode,
  keyOf,
  LOW_PERCENT,
  OFFLINE_MIN,
  PAID_AGAIN,
  type Incident,
  type Severity,
  type Subject,
} from "./incidents.ts";
import type { Traffic } from "./read-traffic.ts";

/** An active incident, as far as deciding needs it. */
export interface Active<Id> extends Subject {
  readonly id: Id;
  readonly severity: Severity;
  readonly source: Incident["source"];
}

export interface Plan<Id> {
  readonly open: readonly (Traffic & { readonly severity: Severity })[];
  readonly raise: readonly Id[];
  readonly end: readonly Id[];
}

/**
 * Decides from the traffic of the last minutes. A subject without any trouble in that time has recovered,
 * even without payments; one without information stays as it is. An incident from a notice is left to its
 * announcer, and not opened again. Merchants enter handles and codes; what does not look like one is not
 * published.
 */
export function decideIncidents<Id>(traffic: readonly Traffic[], active: readonly Active<Id>[]): Plan<Id> {
  const byKey = new Map(traffic.map((one) => [keyOf(one), one]));
  const seen = active.filter(({ source }) => source === "traffic");
  const known = new Set(active.map(keyOf));
  return {
    open: traffic.flatMap((one) => {
      const severity = known.has(keyOf(one)) || !isSoundCode(one) ? null : severityOf(one);
      return severity === null ? [] : [{ ...one, severity }];
    }),
    raise: seen.flatMap((incident) => {
      const found = byKey.get(keyOf(incident));
      const isWorse = incident.severity === "low" && found !== undefined && severityOf(found) === "high";
      return isWorse ? [incident.id] : [];
    }),
    end: seen.flatMap((incident) => {
      const found = byKey.get(keyOf(incident));
      return found !== undefined && isOver(found) ? [incident.id] : [];
    }),
  };
}

/** True if trouble has ended: enough was paid again, or it is certain that nothing met it offline. */
function isOver({ offline, isWhole, paidSince }: Traffic): boolean {
  return paidSince >= PAID_AGAIN || (offline === 0 && isWhole);
}

/** Returns the severity. Null means that it is not an incident. */
function severityOf(traffic: Traffic): Severity | null {
  const { offline, merchants, merchantsMin, paid } = traffic;
  if (offline < OFFLINE_MIN || merchants < merchantsMin || isOver(traffic)) return null;
  const compared = comparedWithPaid(traffic);
  const percent = (100 * compared) / (compared + paid);
  if (percent < LOW_PERCENT) return null;
  return percent < HIGH_PERCENT ? "low" : "high";
}

/** Counts offline ones in the sample in which the paid were counted; all, if the sample has none. */
function comparedWithPaid({ offline, offlineSampled }: Traffic): number {
  return offlineSampled === 0 ? offline : offlineSampled;
}

/** Describes the cause of an incident that traffic has opened. */
export function becauseOf(traffic: Traffic): string {
  const compared = comparedWithPaid(traffic);
  return `${compared} of ${compared + traffic.paid} transfers met it offline`;
}

export function isEmpty({ open, raise, end }: Plan<unknown>): boolean {
  return open.length + raise.length + end.length === 0;
}
