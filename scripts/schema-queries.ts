/** The queries of the catalog that make up server/schema.sql, one for each kind of object. */

const OURS =
  "n.nspname not in ('pg_catalog', 'information_schema', 'public', 'phase') and n.nspname !~ '^pg_'";

/** Each row is one object: `schema`, `owner` (the table under which it is shown, or null), and its SQL. */
export const QUERIES = {
  schemas: `
    select n.nspname as schema, null as owner, format('create schema %I;', n.nspname) as sql
    from pg_namespace n
    where ${OURS}`,

  schemaGrants: `
    select n.nspname as schema, null as owner,
      format('grant %s on schema %I to %s;', lower(a.privilege_type), n.nspname, ${roleName("a.grantee")}) as sql
    from pg_namespace n, aclexplode(n.nspacl) a
    where ${OURS} and a.grantee <> n.nspowner`,

  functions: `
    select n.nspname as schema, null as owner, rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as sql
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where ${OURS} and p.prokind in ('f', 'p')`,

  functionGrants: `
    select n.nspname as schema, null as owner,
      format('revoke execute on function %s from public;', p.oid::regprocedure) as sql
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where ${OURS}
      and p.proacl is not null
      and not exists (select from aclexplode(p.proacl) a where a.grantee = 0)`,

  views: `
    select n.nspname as schema, null as owner,
      format(E'create %s %s%s as\\n%s', case c.relkind when 'm' then 'materialized view' else 'view' end,
        c.oid::regclass, ' with (' || array_to_string(c.reloptions, ', ') || ')',
        pg_get_viewdef(c.oid, true)) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('v', 'm')`,

  sequences: `
    select n.nspname as schema, null as owner, format('create sequence %s;', c.oid::regclass) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind = 'S'`,

  types: `
    select n.nspname as schema, null as owner,
      format('create type %s as enum (%s);', t.oid::regtype,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)
      ) as sql
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    where ${OURS} and t.typtype = 'e'
    union all
    select n.nspname, null,
      format('create type %s as (%s);', c.oid::regclass,
        (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
          from pg_attribute where attrelid = c.oid and attnum > 0))
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind = 'c'`,

  aggregates: `
    select n.nspname as schema, null as owner,
      format('create aggregate %I.%I(%s) (sfunc = %s, stype = %s, initcond = %L);', n.nspname, p.proname,
        pg_get_function_arguments(p.oid), a.aggtransfn, a.aggtranstype::regtype, a.agginitval) as sql
    from pg_aggregate a
    join pg_proc p on p.oid = a.aggfnoid
    join pg_namespace n on n.oid = p.pronamespace
    where ${OURS}`,

  columns: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        case
          when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          when a.attgenerated = 'v' then format('generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
          else 'default ' || pg_get_expr(d.adbin, d.adrelid)
        end) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} and c.relkind in ('r', 'p')
    order by a.attnum`,

  constraints: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)) as sql
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and k.contype <> 'n' and k.conparentid = 0
    order by position(k.contype in 'puxcf'), k.conname`,

  partitions: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      coalesce('partition by ' || lower(pg_get_partkeydef(c.oid)),
        format('partition of %s %s', i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid
    where ${OURS} and (c.relkind = 'p' or (c.relkind = 'r' and c.relispartition))`,

  options: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('alter table %s set (%s);', c.oid::regclass, array_to_string(c.reloptions, ', ')) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p') and c.reloptions is not null`,

  indexes: `
    select n.nspname as schema, i.indrelid::regclass::text as owner, lower(left(pg_get_indexdef(i.indexrelid), 6))
      || replace(replace(substr(pg_get_indexdef(i.indexrelid), 7), ' UNIQUE INDEX ', ' unique index '),
        ' INDEX ', ' index ') || ';' as sql
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname`,

  triggers: `
    select n.nspname as schema, t.tgrelid::regclass::text as owner,
      pg_get_triggerdef(t.oid, true) || ';' || case t.tgenabled
        when 'R' then format(E'\\nalter table %s enable replica trigger %s;', t.tgrelid::regclass, t.tgname)
        else ''
      end as sql
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not t.tgisinternal
    order by t.tgname`,

  rowSecurity: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('alter table %s enable row level security%s;', c.oid::regclass,
        case when c.relforcerowsecurity then ', force row level security' else '' end) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relrowsecurity`,

  policies: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('create policy %I on %s for %s to %s%s%s;', p.polname, c.oid::regclass,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
          else 'all' end,
        (select string_agg(${roleName("role")}, ', ') from unnest(p.polroles) role),
        E'\\n  using ' || pg_get_expr(p.polqual, p.polrelid),
        E'\\n  with check ' || pg_get_expr(p.polwithcheck, p.polrelid)) as sql
    from pg_policy p
    join pg_class c on c.oid = p.polrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS}
    order by p.polname`,

  tableGrants: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('grant %s on %s to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
        c.oid::regclass, ${roleName("a.grantee")}) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and a.grantee <> c.relowner
    group by n.nspname, c.oid, a.grantee
    order by 3`,

  columnGrants: `
    select n.nspname as schema, c.oid::regclass::text as owner,
      format('grant %s (%s) on %s to %s;', lower(a.privilege_type),
        string_agg(quote_ident(t.attname), ', ' order by t.attname), c.oid::regclass, ${roleName("a.grantee")}) as sql
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
    where ${OURS}
    group by n.nspname, c.oid, a.privilege_type, a.grantee
    order by 3`,
} as const;

function roleName(oid: string): string {
  return `case ${oid} when 0 then 'public' else pg_get_userbyid(${oid})::text end`;
}
