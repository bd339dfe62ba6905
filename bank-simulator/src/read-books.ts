/** Reads the bank's own books for tests: every entry, or sums per reference. */
import { formatRupees } from "./money.ts";
import type { Entry } from "./payment.ts";
import type { World } from "./world.ts";

const LIMIT_MAX = 100_000;

/**
 * `form=entries` (default): entries after `since`, at most `limit`, with the cursor for the next call.
 * `form=summary`: one row per reference and bank, [bankId, reference, debits, debited, reversed, returned,
 * net] in paise.
 * `form=totals`: the sums only.
 */
export function listDebits(world: World, ask: Record<string, unknown>): object {
  const { bankId, debitAccount, reference } = ask as Record<string, string | undefined>;
  const since = Number(ask["since"] ?? 0);
  const all = world.books.entries({
    ...(bankId === undefined ? {} : { bankId }),
    ...(debitAccount === undefined ? {} : { debitAccount }),
  });
  const entries = all.filter(
    (entry) => entry.seq > since && (reference === undefined || entry.payment?.reference === reference),
  );
  const form = ask["form"] ?? "entries";
  if (form === "summary") return summarise(entries);
  if (form === "totals") return { totals: totalsOf(entries) };
  const page = entries.slice(0, Math.min(Number(ask["limit"] ?? LIMIT_MAX), LIMIT_MAX));
  return {
    entries: page.map(describe),
    cursor: page.at(-1)?.seq ?? since,
    more: page.length < entries.length,
  };
}

function describe({ seq, kind, account, payment, amountPaise, utr, at }: Entry): object {
  return {
    seq,
    kind,
    bankId: account.bankId,
    debitAccount: account.number,
    reference: payment?.reference ?? null,
    rail: payment?.rail ?? null,
    amount: formatRupees(amountPaise),
    amountPaise: Number(amountPaise),
    utr,
    at: new Date(at).toISOString(),
  };
}

type Row = [
  bankId: string,
  reference: string,
  debits: number,
  debitedPaise: number,
  reversedPaise: number,
  returnedPaise: number,
  netPaise: number,
];

function summarise(entries: readonly Entry[]): object {
  const rows = new Map<string, Row>();
  for (const { kind, payment, amountPaise } of entries) {
    if (payment === undefined) continue;
    const key = `${payment.account.bankId}/${payment.reference}`;
    let row = rows.get(key);
    if (row === undefined) rows.set(key, (row = [payment.account.bankId, payment.reference, 0, 0, 0, 0, 0]));
    const paise = Number(amountPaise);
    if (kind === "debit") {
      row[2] += 1;
      row[3] += paise;
    } else row[kind === "reversal" ? 4 : 5] += paise;
    row[6] += kind === "debit" ? paise : -paise;
  }
  return {
    columns: ["bankId", "reference", "debits", "debitedPaise", "reversedPaise", "returnedPaise", "netPaise"],
    rows: [...rows.values()],
    totals: totalsOf(entries),
  };
}

function totalsOf(entries: readonly Entry[]): object {
  const sums = { debit: 0n, reversal: 0n, return: 0n, credit: 0n, charge: 0n };
  let debits = 0;
  for (const { kind, amountPaise } of entries) {
    sums[kind] += amountPaise;
    if (kind === "debit") debits += 1;
  }
  return {
    debits,
    debitedPaise: Number(sums.debit),
    reversedPaise: Number(sums.reversal),
    returnedPaise: Number(sums.return),
    netPaise: Number(sums.debit - sums.reversal - sums.return),
    creditedPaise: Number(sums.credit),
  };
}
