/** Incidents of real banks for the public: bank, rail and period, but no reasons. */
import type { Context } from "#lib/context";
import type { Entity, Mode, Severity } from "./incident.ts";

export interface PublicIncident {
  /** A bank through which payments are made, or one of the payees' accounts or VPAs. */
  readonly of: "our_bank" | "payees_bank";
  readonly name: string;
  readonly rail: Mode;
  readonly severity: Severity;
  /** From a notice with or without times, or found from banks' responses. */
  readonly known: "scheduled" | "announced" | "found";
  readonly state: "planned" | "active" | "resolved";
  readonly startedAt: Date;
  /** The actual or announced end; null: it is active. */
  readonly endsAt: Date | null;
}

/** Reads those of the last 90 days and planned ones, latest first, at most 100, without cancelled ones. */
export async function readPublicIncidents(ctx: Pick<Context, "db">): Promise<readonly PublicIncident[]> {
  const rows = await ctx.db.directory((tx) => tx.query<Row>(READ));
  return rows.map(({ entity, ...row }) => ({
    of: entity === "our_bank" ? "our_bank" : "payees_bank",
    ...row,
  }));
}

type Row = Omit<PublicIncident, "of"> & { readonly entity: Entity };

const READ = `
  select entity, entity_name as name, mode as rail, severity, started_at as "startedAt",
    case
      when scheduled then 'scheduled'
      when source = 'notice' then 'announced'
      else 'found'
    end as known,
    case
      when started_at > now() then 'planned'
      when coalesce(resolved_at, ends_at, 'infinity') > now() then 'active'
      else 'resolved'
    end as state,
    coalesce(resolved_at, ends_at) as "endsAt"
  from health.outage
  where status <> 'cancelled'
    and coalesce(resolved_at, ends_at, now()) >= now() - interval '90 days'
  order by started_at desc, outage_no desc
  limit 100`;
