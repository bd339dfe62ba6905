import type pg from "pg";
import { BackupError } from "./errors.ts";

/**
 * Makes sure that no row is hidden from the connection's role: a copy of a part would look like a copy of everything.
 * The role must bypass row level security, or own the database, whose owner is shown all rows. Throws
 * BackupError.hidden_rows.
 */
export async function mustSeeAllRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; role: string; database: string }>(FIND_HIDDEN);
  if (rows[0] !== undefined) throw BackupError.hidden_rows({ ...rows[0] });
}

const FIND_HIDDEN = `
  select class.oid::regclass::text as table,
    quote_ident(current_user) as role, quote_ident(current_database()) as database
  from pg_class as class
  where class.relkind = 'r'
    and row_security_active(class.oid)
    and (
      not exists (
        select
        from pg_policy
        where polrelid = class.oid
          and polpermissive
          and polcmd in ('r', '*')
          and pg_get_expr(polqual, polrelid) = 'true'
          and exists (
            select from unnest(polroles) as role
            where role = 0 or pg_has_role(role, 'usage')
          )
      )
      or exists (select from pg_policy where polrelid = class.oid and not polpermissive)
    )
  order by 1
  limit 1`;
