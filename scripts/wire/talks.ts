/**
 * The conversations of `npm run test:wire`: what the server says to PostgreSQL on a payment's way, each error at each
 * place, and what its processes tell one another. Their answers contain nothing that differs between two servers.
 */
import {
  BEGIN,
  cleared,
  COMMIT,
  prepared,
  round,
  simple,
  statementsOn,
  type Statements,
} from "./statements.ts";
import type { Query, Talk } from "./talk.ts";

/** Returns all talks, on tables of this schema. Each one leaves the tables as it found them. */
export function talksOn(schema: string): Talk[] {
  const say = statementsOn(schema);
  return [
    ...plain(say),
    ...errorsAtEachPlace(say),
    ...aftermath(say),
    ...names(say),
    ...betweenProcesses(say),
    ...locks(say),
    ...large(say),
  ];
}

function plain(say: Statements): Talk[] {
  return [
    {
      name: "a payment is two rounds, each with its begin and its commit",
      steps: [
        round(0, BEGIN, say.enter, say.insert([1]), say.read, COMMIT),
        round(0, BEGIN, say.enter, say.update, say.read, COMMIT),
        cleared(say),
      ],
    },
    {
      name: "a transaction of several rounds",
      steps: [
        round(0, BEGIN, say.enter),
        round(0, say.insert([1, 2, 3])),
        round(0, say.read, say.update),
        round(0, COMMIT),
        cleared(say),
      ],
    },
    {
      name: "a look in a read-only transaction, and a write that it refuses",
      steps: [
        round(0, { text: "begin read only" }, say.enter, say.read, COMMIT),
        round(0, { text: "begin read only" }, say.enter, say.insert([1]), COMMIT),
        simple(0, "rollback"),
      ],
    },
    {
      name: "a setting of a transaction ends with it",
      steps: [
        prepared(say),
        round(0, BEGIN, say.enter, say.read, COMMIT),
        round(0, BEGIN, say.read, COMMIT),
        cleared(say),
      ],
    },
    {
      name: "a part of a transaction fails, and the rest is committed",
      steps: [
        round(0, BEGIN, say.enter, say.insert([1])),
        round(0, { text: "savepoint part" }),
        round(0, say.insert([1]), say.read),
        round(0, { text: "rollback to savepoint part" }, { text: "release savepoint part" }),
        round(0, say.insert([2]), say.read, COMMIT),
        cleared(say),
      ],
    },
    {
      name: "a statement that says nothing, and a warning",
      steps: [
        round(0, { text: "" }, say.read),
        round(0, { text: "do $$ begin raise warning 'look here'; end $$" }, say.read),
      ],
    },
  ];
}

/** A statement that fails, by the moment at which PostgreSQL notices. */
function faultsOn(say: Statements): Record<string, Query> {
  return {
    "a text that is no statement": { text: "selec 1" },
    "a statement on a table that is not there": { text: `select 1 from ${say.schema}.nothing` },
    "a value that does not fit": { text: "select $1::integer", values: ["many"] },
    "a division by zero": { text: "select 1 / $1::integer", values: ["0"] },
    "a key that is taken": say.insert([7, 7]),
    "a check that does not hold": say.insert([8], [-1]),
  };
}

function errorsAtEachPlace(say: Statements): Talk[] {
  const whole = [BEGIN, say.enter, say.insert([1]), say.read, say.update, COMMIT];
  return Object.entries(faultsOn(say)).flatMap(([what, fault]) =>
    whole.map((_, place) => ({
      name: `${what}, as statement ${place + 1} of a round with begin and commit`,
      steps: [
        round(0, BEGIN, say.enter, say.read, COMMIT),
        round(0, ...whole.toSpliced(place, 0, fault)),
        simple(0, "rollback"),
        round(0, BEGIN, say.enter, say.read, COMMIT),
        cleared(say),
      ],
    })),
  );
}

function aftermath(say: Statements): Talk[] {
  const fault = { text: "select 1 / $1::integer", values: ["0"] };
  return [
    {
      name: "a failed transaction refuses statements, and its COMMIT is a rollback",
      steps: [
        round(0, BEGIN, say.enter, say.insert([1])),
        round(0, fault),
        round(0, say.read),
        round(0, COMMIT),
        round(0, BEGIN, say.enter, say.read, COMMIT),
      ],
    },
    {
      name: "a constraint that is checked at COMMIT fails the COMMIT",
      steps: [
        round(0, BEGIN, say.post, COMMIT),
        round(0, BEGIN, say.post),
        round(0, COMMIT),
        round(0, say.read),
      ],
    },
    {
      name: "a statement that takes too long is cancelled, and the connection stays",
      steps: [
        round(
          0,
          BEGIN,
          { text: "set local statement_timeout = '50ms'" },
          { text: "select pg_sleep(5)" },
          COMMIT,
        ),
        simple(0, "rollback"),
        round(0, say.read),
      ],
    },
  ];
}

function names(say: Statements): Talk[] {
  const one = { name: "w1", text: "select $1::text as one", values: ["one"] };
  const two = { name: "w1", text: "select $1::integer as two", values: ["2"] };
  return [
    {
      name: "a prepared statement stays, whatever becomes of its transaction",
      steps: [
        round(0, BEGIN, one),
        simple(0, "rollback"),
        round(0, one, one),
        round(0, BEGIN, one, { text: "selec 1" }),
        simple(0, "rollback"),
        round(0, one),
      ],
    },
    {
      name: "two processes give the same name to different statements",
      steps: [
        round(0, one),
        round(1, two),
        round(0, one, one),
        round(1, two),
        { on: [0, 1], send: (connection) => [connection === 0 ? one : two] },
      ],
    },
    {
      name: "a statement is prepared again once what it needs is there",
      steps: [
        round(0, { name: "w2", text: `select count(*) from ${say.schema}.later` }),
        round(0, { text: `create table ${say.schema}.later (id integer)` }),
        round(0, { name: "w2", text: `select count(*) from ${say.schema}.later` }),
        round(0, { text: `drop table ${say.schema}.later` }),
      ],
    },
    {
      name: "a prepared statement whose columns have changed says so",
      steps: [
        round(0, { text: `create table ${say.schema}.later (id integer)` }),
        round(0, { name: "w3", text: `select * from ${say.schema}.later` }),
        round(0, { text: `alter table ${say.schema}.later add column paise bigint` }),
        round(0, { name: "w3", text: `select * from ${say.schema}.later` }),
        round(0, { text: `drop table ${say.schema}.later` }),
      ],
    },
  ];
}

function betweenProcesses(say: Statements): Talk[] {
  const channel = say.schema;
  const notify = (payload: string): Query => ({
    text: "select from pg_notify($1, $2)",
    values: [channel, payload],
  });
  // Drawn once for each run, so that two runs on one database do not meet.
  const key = [String(Number.parseInt(say.schema.slice(-6), 16))];
  return [
    {
      name: "who listens is notified of what is committed, and of nothing else",
      steps: [
        simple(0, `listen ${channel}`),
        round(1, BEGIN, notify("undone")),
        simple(1, "rollback"),
        round(1, BEGIN, notify("first"), notify("x".repeat(7_999)), COMMIT),
        { on: 0, hear: 2 },
        round(0, BEGIN, say.enter, say.read, COMMIT),
        round(1, notify("third")),
        { on: 0, hear: 3 },
      ],
    },
    {
      name: "a lock of a session is held between its transactions",
      steps: [
        round(0, { text: "select from pg_advisory_lock($1)", values: key }),
        round(0, BEGIN, say.enter, say.read, COMMIT),
        round(1, { text: "select pg_try_advisory_lock($1)", values: key }),
        round(0, { text: "select pg_advisory_unlock($1)", values: key }),
        round(1, { text: "select pg_try_advisory_lock($1)", values: key }),
        round(1, { text: "select pg_advisory_unlock($1)", values: key }),
      ],
    },
    {
      name: "eight connections get their own answers",
      steps: Array.from({ length: 20 }, (_, turn) => ({
        on: [0, 1, 2, 3, 4, 5, 6, 7],
        send: (connection: number) => [
          BEGIN,
          { name: "w4", text: "select $1::text as mine", values: [`${connection}, turn ${turn}`] },
          COMMIT,
        ],
      })),
    },
  ];
}

function locks(say: Statements): Talk[] {
  return [
    {
      name: "a row that another transaction has locked is skipped, or refused",
      steps: [
        prepared(say),
        round(0, BEGIN, say.lock("")),
        round(1, BEGIN, say.lock("skip locked"), COMMIT),
        round(1, BEGIN, say.lock("nowait"), COMMIT),
        simple(1, "rollback"),
        round(0, COMMIT),
        round(1, BEGIN, say.lock("nowait"), COMMIT),
        cleared(say),
      ],
    },
    {
      name: "a serialization failure is told",
      steps: [
        prepared(say),
        round(0, { text: "begin isolation level repeatable read" }, say.enter, say.read),
        round(1, BEGIN, say.update, COMMIT),
        round(0, say.update, COMMIT),
        simple(0, "rollback"),
        cleared(say),
      ],
    },
  ];
}

function large(say: Statements): Talk[] {
  const values = { name: "w5", text: "select $1::text as text, $2::bytea as bytes, $3::text as none" };
  return [
    {
      name: "values of every kind, also of a megabyte",
      steps: [
        round(0, { ...values, values: ["ಹಣ, ₹ \\ \" '", Buffer.from([0, 255, 92]), null] }),
        round(0, { ...values, values: ["", Buffer.alloc(0), null] }),
        round(0, { ...values, values: ["₹".repeat(350_000), Buffer.alloc(1_000_000, 7), null] }),
      ],
    },
    {
      name: "a set of a thousand rows, written and read",
      steps: [
        round(
          0,
          BEGIN,
          say.enter,
          say.insert(Array.from({ length: 1_000 }, (_, id) => id + 1)),
          say.read,
          COMMIT,
        ),
        cleared(say),
      ],
    },
    {
      name: "a round of two hundred statements",
      steps: [
        round(
          0,
          BEGIN,
          say.enter,
          ...Array.from({ length: 98 }, (_, id) => [say.insert([id + 1]), say.read]).flat(),
          COMMIT,
        ),
        cleared(say),
      ],
    },
  ];
}
