/** Counts the payments in the simulated banks' books, by the merchant's own transfer IDs. */
import pg from "pg";

export interface Books {
  /** The superuser's URL of the server's database, which links bank references with transfers. */
  readonly databaseUrl: string;
  readonly simulatorSecret: string;
}

/**
 * Returns the number of payments in the banks' own books for each transfer whose ID begins with `prefix`. These debits
 * are the truth, whatever the server believes. A returned payment counts too.
 */
export async function countPayments(books: Books, prefix: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  try {
    const { rows: banks } = await client.query<{ base_url: string }>(
      "select base_url from fund_sources.bank_connection where simulated limit 1",
    );
    const debits = await readDebits(new URL("/", banks[0]!.base_url), books.simulatorSecret);
    const { rows } = await client.query<{ id: string; reference: string | null }>(
      `select transfer_key as id, reference
       from transfers.transfer left join transfers.attempt using (merchant_id, transfer_id)
       where starts_with(transfer_key, $1) order by transfer_key`,
      [prefix],
    );
    const paid: Record<string, number> = {};
    for (const { id, reference } of rows) paid[id] = (paid[id] ?? 0) + (debits.get(reference ?? "") ?? 0);
    return paid;
  } finally {
    await client.end();
  }
}

/** Reads the number of debits of each reference. */
async function readDebits(simulator: URL, secret: string): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(new URL("/sim/debits?form=summary", simulator), { headers });
  if (!answer.ok) throw new Error(`the simulated banks answered ${answer.status}: ${await answer.text()}`);
  const { rows } = (await answer.json()) as { rows: [bankId: string, reference: string, debits: number][] };
  const counts = new Map<string, number>();
  for (const [, reference, debits] of rows) counts.set(reference, (counts.get(reference) ?? 0) + debits);
  return counts;
}
