/** The tables of the talks, the statements on them, and the steps that many talks share. */
import type { Query, Step } from "./talk.ts";

export const BEGIN: Query = { text: "begin" };
export const COMMIT: Query = { text: "commit" };
const MERCHANT = "0199aaaa-0000-7000-8000-000000000001";

/** Returns the statements that make the tables of the talks. */
export const tablesOf = (schema: string): string => `
  create schema ${schema};
  create table ${schema}.payment (
    merchant_id uuid not null,
    id integer not null,
    paise bigint not null,
    note text,
    sealed bytea,
    constraint payment_pkey primary key (merchant_id, id),
    constraint amount_is_positive check (paise > 0)
  );
  create table ${schema}.posting (
    id integer constraint posting_pkey primary key,
    payment_id integer not null,
    constraint posting_has_a_payment foreign key (payment_id)
      references ${schema}.posting (id) deferrable initially deferred
  )`;

export type Statements = ReturnType<typeof statementsOn>;

/** The statements, with names as the server gives them: one for each text. */
export function statementsOn(schema: string) {
  return {
    enter: {
      name: "s1",
      text: `select set_config('app.merchant_id', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
      values: [MERCHANT],
    },
    insert: (ids: readonly number[], paise: readonly number[] = ids.map(() => 100)): Query => ({
      name: "s2",
      text: `insert into ${schema}.payment (merchant_id, id, paise)
        select current_setting('app.merchant_id')::uuid, id, paise
        from unnest($1::integer[], $2::bigint[]) as row (id, paise)`,
      values: [`{${ids.join(",")}}`, `{${paise.join(",")}}`],
    }),
    read: {
      name: "s3",
      text: `select id, paise, note from ${schema}.payment
        where merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid
        order by id`,
    },
    update: {
      name: "s4",
      text: `update ${schema}.payment set paise = paise + 1 where merchant_id = $1 returning id, paise`,
      values: [MERCHANT],
    },
    remove: { name: "s5", text: `delete from ${schema}.payment` },
    post: {
      name: "s6",
      text: `insert into ${schema}.posting (id, payment_id) values (1, 2)`,
    },
    lock: (how: string): Query => ({
      text: `select id from ${schema}.payment where merchant_id = $1 order by id for update ${how}`,
      values: [MERCHANT],
    }),
    schema,
  };
}

export const round = (on: number, ...queries: readonly Query[]): Step => ({ on, send: () => queries });
export const simple = (on: number, text: string): Step => ({ on, simple: text });

/** Payments 1 and 2 are there. */
export const prepared = (say: Statements): Step => round(0, BEGIN, say.enter, say.insert([1, 2]), COMMIT);
export const cleared = (say: Statements): Step => round(0, say.remove);
