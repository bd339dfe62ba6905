/** Triggers, foreign keys and row level security are out of the way while a backup is loaded. */
import type pg from "pg";

/** A trigger is enabled again as it was, which PostgreSQL keeps as a letter. */
const ENABLE: Readonly<Record<string, string>> = {
  O: "enable",
  R: "enable replica",
  A: "enable always",
};

/**
 * Suspends row level security for the owner of the tables, triggers and foreign keys in this transaction, which takes
 * no more than to own the tables. Returns the function that puts them back: the foreign keys are checked then.
 */
export async function suspendGuards(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ key: string; table: string }>(KEYS);
  const { rows: triggers } = await client.query<{ trigger: string; table: string; enabled: string }>(
    TRIGGERS,
  );
  const { rows: tables } = await client.query<{ table: string }>(FORCED);
  const run = async (statements: readonly string[]): Promise<void> =>
    void (await client.query(statements.join(";\n")));
  await run([
    ...keys.map(({ table, key }) => `alter table ${table} alter constraint ${key} not enforced`),
    ...triggers.map(({ table, trigger }) => `alter table ${table} disable trigger ${trigger}`),
    ...tables.map(({ table }) => `alter table ${table} no force row level security`),
  ]);
  return () =>
    run([
      ...keys.map(({ table, key }) => `alter table ${table} alter constraint ${key} enforced`),
      ...triggers.map(
        ({ table, trigger, enabled }) => `alter table ${table} ${ENABLE[enabled]} trigger ${trigger}`,
      ),
      ...tables.map(({ table }) => `alter table ${table} force row level security`),
    ]);
}

const KEYS = `
  select quote_ident(conname) as key, conrelid::regclass::text as table
  from pg_constraint
  where contype = 'f' and conenforced
  order by 2, 1`;

const TRIGGERS = `
  select quote_ident(tgname) as trigger, tgrelid::regclass::text as table, tgenabled::text as enabled
  from pg_trigger
  where not tgisinternal and tgenabled <> 'D'
  order by 2, 1`;

const FORCED = `
  select oid::regclass::text as table
  from pg_class
  where relkind = 'r' and relforcerowsecurity
  order by 1`;
