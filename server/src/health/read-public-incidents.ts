/** Incidents of the real banks, for everyone to see: which bank, by which rail, from when to when; nothing of why. */
import type { Context } from "#lib/context";
import type { Entity, Mode, Severity } from "./incident.ts";

export interface PublicIncident {
  /** A bank that payments leave by, or one that payees have their accounts or VPAs at. */
  readonly of: "our_bank" | "payees_bank";
  readonly name: string;
  readonly rail: Mode;
  readonly severity: Severity;
  /** From a notice, with its times or without; or found from what the bank answered. */
  readonly known: "scheduled" | "announced" | "found";
  readonly state: "planned" | "active" | "resolved";
  readonly startedAt: Date;
  /** When it ended, or will by its announcement; null: it goes on. */
  readonly endsAt: Date | null;
}

/** Those that went on in the last 90 days or are planned, the latest first, at most 100; without those called off. */
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
