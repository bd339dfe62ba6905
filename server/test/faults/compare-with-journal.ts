/** Compares the answers that callers received about their orders with the journal of the simulated banks. */
import assert from "node:assert/strict";
import type { FaultWorld } from "./fault-world.ts";

/** The last answer about one order. */
export interface ToldStatus {
  readonly merchantId: string;
  readonly transferId: string;
  readonly status: string;
  readonly reason: string;
  readonly utr: string;
}

export interface Tally {
  paid: number;
  paidLate: number;
  reversed: number;
  unpaid: number;
  /** Nothing is known, and a person is asked to look. */
  open: number;
}

interface JournalOf {
  /** The number of payments that were not reversed or returned, and of all that were ever made. */
  readonly standing: number;
  readonly made: number;
}

/** The number of payments of an order that must remain at the banks, by the answer that its caller received. */
const MEANS: Readonly<
  Record<string, { readonly tally: keyof Tally; readonly standing: number; readonly made: boolean }>
> = {
  SUCCESS: { tally: "paid", standing: 1, made: true },
  REVERSED: { tally: "reversed", standing: 0, made: true },
  "FAILED PAID_AFTER_FAILURE": { tally: "paidLate", standing: 1, made: true },
  "FAILED PAID_LATE_AND_RETURNED": { tally: "reversed", standing: 0, made: true },
  FAILED: { tally: "unpaid", standing: 0, made: false },
  REJECTED: { tally: "unpaid", standing: 0, made: false },
};

/** Asserts that there is no difference, and counts the results. A further payment is reported by its event. */
export async function compareWithJournal(world: FaultWorld, told: readonly ToldStatus[]): Promise<Tally> {
  const journal = await readJournal(world);
  const besides = await readPaymentsBesides(world);
  const tally: Tally = { paid: 0, paidLate: 0, reversed: 0, unpaid: 0, open: 0 };
  const differences: string[] = [];
  for (const { merchantId, transferId, status, reason, utr } of told) {
    const key = `${merchantId} ${transferId}`;
    const { standing, made } = journal.get(key) ?? { standing: 0, made: 0 };
    const means = MEANS[`${status} ${reason}`] ?? MEANS[status];
    if (means === undefined) {
      tally.open += 1;
      continue;
    }
    tally[means.tally] += 1;
    const also = status === "SUCCESS" || status === "REVERSED" ? (besides.get(key) ?? 0) : 0;
    const agrees = standing === means.standing + also && (made > 0 || !means.made);
    if (!agrees || (means.standing > 0 && utr === ""))
      differences.push(
        `${transferId}: told ${status} ${reason} ${utr}, the banks made ${made}, ${standing} stand`,
      );
  }
  assert.deepEqual(differences, []);
  return tally;
}

/** Returns what the banks did under the references of its attempts, by merchant and order. */
async function readJournal(world: FaultWorld): Promise<Map<string, JournalOf>> {
  const attempts = await world.lookEverywhere<{ key: string; at: string; debitAccount: string }>(
    `select transfer.merchant_id || ' ' || transfer_key as key, attempt.bank_id || ' ' || reference as at
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id)`,
  );
  const keyOf = new Map(attempts.map(({ key, at }) => [at, key]));
  const { rows } = await world.simulator.control<{
    rows: [string, string, number, number, number, number, number][];
  }>("GET", "/sim/debits?form=summary");
  const journal = new Map<string, { standing: number; made: number }>();
  for (const [bankId, reference, debits, , , , net] of rows) {
    const key = keyOf.get(`${bankId} ${reference}`);
    assert.ok(key !== undefined, `${bankId} knows ${reference}, and we do not`);
    const one = journal.get(key) ?? { standing: 0, made: 0 };
    one.made += debits;
    one.standing += net > 0 ? 1 : 0;
    journal.set(key, one);
  }
  return journal;
}

/** Counts payments by a bank that had refused, for transfers that another bank has paid; only events report these. */
async function readPaymentsBesides(world: FaultWorld): Promise<Map<string, number>> {
  const rows = await world.lookEverywhere<{ key: string; count: number }>(
    `select merchant_id || ' ' || transfer_key as key,
       (count(*) filter (where type = 'TRANSFER_PAID_LATE')
         - count(*) filter (where type = 'TRANSFER_PAID_LATE_RETURNED'))::int as count
     from webhooks.event
     join transfers.transfer using (merchant_id)
     where event.subject_id = transfer.transfer_id
     group by 1`,
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}
