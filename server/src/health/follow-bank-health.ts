/** Opens, raises and ends incidents of our own banks as their health changes. */
import { newId } from "#lib/ids";
import type { Tx } from "#lib/db";
import { bankOfKey, type Estimates, type KeyHealth } from "./bank-health.ts";
import { LIVE, type Scope } from "./bank-scope.ts";
import { isIll } from "./estimate-health.ts";
import { keyOf, nextIncidentNo, type Severity, type Subject } from "./incidents.ts";
import { turnFeed } from "./outages.ts";
import { endIncidents, insertIncidents, raiseIncidents } from "./write-incidents.ts";
import { endOutages, insertOutages, raiseOutages } from "./detect-outages.ts";

interface Ill extends Subject {
  readonly severity: Severity;
  readonly startedAt: Date;
}

interface Active<Id> extends Subject {
  readonly id: Id;
  readonly severity: Severity;
  readonly source: "notice" | "traffic";
}

/** Writes the changes in the transaction that changes the estimates. */
export async function followBankHealth(scope: Scope, estimates: Estimates): Promise<void> {
  const ill = Object.entries(estimates).flatMap(([key, health]) => illOf(key, health));
  if (scope.scopeId === LIVE) await followForAll(scope, ill);
  else await followForOne(scope as Scope & { tx: Tx }, ill);
}

function illOf(key: string, health: KeyHealth): Ill[] {
  const { bankId, rail, payeeCode } = bankOfKey(key);
  if (payeeCode !== null || !isIll(health)) return [];
  const severity = health.ill === "degraded" ? "low" : "high";
  const startedAt = new Date(health.since);
  return [{ entity: "our_bank", entityCode: bankId, mode: rail, severity, startedAt }];
}

/** Plans the changes. An incident from a notice is not opened again. */
function plan<Id>(ill: readonly Ill[], active: readonly Active<Id>[]) {
  const known = new Map(active.map((one) => [keyOf(one), one]));
  const seen = active.filter(({ source }) => source === "traffic");
  const worse = new Set(ill.filter(({ severity }) => severity === "high").map(keyOf));
  const still = new Set(ill.map(keyOf));
  return {
    open: ill.filter((one) => !known.has(keyOf(one))),
    raise: seen.filter((one) => one.severity === "low" && worse.has(keyOf(one))).map(({ id }) => id),
    end: seen.filter((one) => !still.has(keyOf(one))).map(({ id }) => id),
  };
}

const SEEN = { source: "traffic", because: "what the bank answered", by: "system", endsAt: null } as const;

async function followForOne({ tx, scopeId, now }: Scope & { tx: Tx }, ill: readonly Ill[]): Promise<void> {
  const active = await tx.query<Active<string>>(
    `select incident_id as id, entity, entity_code as "entityCode", mode, severity, source
     from health.incident
     where merchant_id = $1
       and entity = 'our_bank'
       and status = 'active'`,
    [scopeId],
  );
  const { open, raise, end } = plan(ill, active);
  await endIncidents(tx, { endings: end.map((incidentId) => ({ incidentId, at: now })), by: "system" });
  await raiseIncidents(tx, raise);
  if (open.length === 0) return;
  const first = await nextIncidentNo(tx, open.length);
  await insertIncidents(
    tx,
    open.map((one, index) => ({ ...one, ...SEEN, incidentId: newId(), incidentNo: first + index })),
  );
}

async function followForAll({ tx, now }: Scope, ill: readonly Ill[]): Promise<void> {
  const active = await tx.query<Active<number>>(
    `select outage_no as id, entity, entity_code as "entityCode", mode, severity, source
     from health.outage
     where entity = 'our_bank'
       and status = 'open'
       and started_at <= $1
       and (ends_at is null or ends_at > $1)`,
    [now],
  );
  const { open, raise, end } = plan(ill, active);
  if (open.length + raise.length + end.length === 0) return;
  const feed = await turnFeed(tx, open.length);
  await endOutages(tx, feed, { outageNos: end, by: "system" });
  await raiseOutages(tx, feed, raise);
  await insertOutages(
    tx,
    feed,
    open.map((one) => ({ ...one, ...SEEN })),
  );
}
