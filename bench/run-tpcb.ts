/** Runs TPC-B as pgbench does, through the driver that the server uses, on machines without pgbench. */
import pg from "pg";
import { runClosedLoop, type LoopResult, type Span } from "./run-closed-loop.ts";

const CLIENTS = 16;

/** Creates the tables of TPC-B: `scale` branches, 10 tellers and 100,000 accounts each. */
export async function prepareTpcb(url: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      create table branches (bid int primary key, bbalance int not null, filler char(88));
      create table tellers (tid int primary key, bid int not null, tbalance int not null, filler char(84));
      create table accounts (aid int primary key, bid int not null, abalance int not null, filler char(84));
      create table history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
      insert into branches select n, 0 from generate_series(1, ${scale}) as n;
      insert into tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${10 * scale}) as n;
      insert into accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${100_000 * scale}) as n`);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Runs transactions of seven statements each, with 16 clients, using the simple protocol. */
export async function runTpcb(
  url: string,
  { scale, span }: { scale: number; span: Span },
): Promise<LoopResult> {
  const clients = Array.from({ length: CLIENTS }, () =>
    // A lost connection fails where it is used.
    new pg.Client({ connectionString: url }).on("error", () => undefined),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const free = [...clients];
  try {
    return await runClosedLoop({ callers: CLIENTS, ...span }, async () => {
      const client = free.pop()!;
      await runTransaction(client, scale);
      free.push(client);
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function runTransaction(client: pg.Client, scale: number): Promise<void> {
  const upTo = (count: number): number => 1 + Math.floor(Math.random() * count);
  const [aid, bid, tid] = [upTo(100_000 * scale), upTo(scale), upTo(10 * scale)];
  const delta = upTo(10_001) - 5_001;
  await client.query("begin");
  await client.query(`update accounts set abalance = abalance + ${delta} where aid = ${aid}`);
  await client.query(`select abalance from accounts where aid = ${aid}`);
  await client.query(`update tellers set tbalance = tbalance + ${delta} where tid = ${tid}`);
  await client.query(`update branches set bbalance = bbalance + ${delta} where bid = ${bid}`);
  await client.query(
    `insert into history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
  );
  await client.query("end");
}
