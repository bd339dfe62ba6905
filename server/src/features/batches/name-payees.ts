/** Names the beneficiary of each row that gives only its ID: exactly the one that the row pays. */
import { readNamedPayees, readPayees, type NamedPayee, type ShownAccount } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { instrumentOf, lookUpIfsc, type TransferMode } from "#rails";
import { readPaidFigures } from "#transfers";
import { formatOfRow, modeOfRow } from "./read-fields.ts";
import type { FormatName, RowFields } from "./formats.ts";

/** The beneficiary that a row names by its ID, as every member may see it. */
export interface NamedRowPayee extends Pick<
  NamedPayee,
  "beneficiaryId" | "beneId" | "name" | "addedAt" | "addedBy"
> {
  /** "••••4321", a UPI ID or a phone number. */
  readonly paidTo: string;
  readonly bank: string | null;
  /**
   * Equal for the same account, UPI ID and phone number. Listing a payee is a change, so this is exact for everyone.
   */
  readonly destination: string;
  /**
   * The account that its ID stood for before, while that is recent; null if there is none, or if it changed long ago.
   */
  readonly former: { readonly paidTo: string; readonly until: Date } | null;
}

interface RowToName {
  readonly fields: RowFields;
  /** The beneficiary that was pinned; if absent or null, the one that has the ID now. */
  readonly beneficiaryId?: string | null;
}

/** For this many days a change of the account behind an ID counts as recent, however often that was paid since. */
const NEWS_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** Returns the rows with the beneficiaries that they name by ID; rows to given accounts stay as they are. */
export async function namePayees<Row extends RowToName>(
  tx: Tx,
  format: FormatName,
  rows: readonly Row[],
): Promise<(Row & { payee?: NamedRowPayee })[]> {
  const named = rows.filter(({ fields }) => formatOfRow(format, fields) === "BENEFICIARY_ID");
  if (named.length === 0) return [...rows];
  const beneIds = named.flatMap(({ fields, beneficiaryId = null }) =>
    beneficiaryId === null ? (fields.beneId ?? []) : [],
  );
  const listed = beneIds.length === 0 ? [] : await readPayees(tx, { beneIds: [...new Set(beneIds)] });
  const idOf = new Map(listed.map(({ beneId, beneficiaryId }) => [beneId!, beneficiaryId]));
  const ids = new Map(
    named.flatMap((row) => {
      const id = row.beneficiaryId ?? idOf.get(row.fields.beneId ?? "");
      return id === undefined ? [] : [[row, id] as const];
    }),
  );
  const payees = await readNamedPayees(tx, [...new Set(ids.values())]);
  const isNews = await findNews(tx, payees);
  const byId = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  return rows.map((row) => {
    const payee = byId.get(ids.get(row) ?? "");
    return payee === undefined ? row : { ...row, payee: shown(payee, modeOfRow(format, row.fields), isNews) };
  });
}

/**
 * Finds which changes of accounts are recent: made in the last 90 days, or before anything has arrived at the present
 * account.
 */
async function findNews(tx: Tx, payees: readonly NamedPayee[]): Promise<(payee: NamedPayee) => boolean> {
  const since = new Date(tx.now.getTime() - NEWS_DAYS * DAY_MS);
  const older = payees.filter(({ former }) => former !== null && former.removedAt <= since);
  const figures = await readPaidFigures(
    tx,
    older.map(({ beneficiaryId }) => beneficiaryId),
  );
  return ({ beneficiaryId, former }) =>
    former !== null && (former.removedAt > since || figures.get(beneficiaryId)?.lastPaidAt === null);
}

function shown(payee: NamedPayee, mode: TransferMode, isNews: (payee: NamedPayee) => boolean): NamedRowPayee {
  const { beneficiaryId, beneId, name, accountIndex, ifsc, vpa, phone, former } = payee;
  return {
    beneficiaryId,
    beneId,
    name,
    addedAt: payee.addedAt,
    addedBy: payee.addedBy,
    paidTo: paidToOf(payee, mode),
    bank: instrumentOf(mode) === "account" ? bankOf(ifsc) : null,
    destination: JSON.stringify([accountIndex?.toString("hex"), vpa?.toLowerCase(), phone]),
    former:
      former === null || !isNews(payee) ? null : { paidTo: describe(former, mode), until: former.removedAt },
  };
}

const bankOf = (ifsc: string | null): string | null =>
  ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? ifsc.slice(0, 4));

/** Returns what a mode pays of a beneficiary, masked; what there is, if that is missing. */
function paidToOf({ accountLast4, vpa, phone }: ShownAccount, mode: TransferMode): string {
  const account = accountLast4 === null ? null : `••••${accountLast4}`;
  const wanted = { account, vpa, phone, card: null }[instrumentOf(mode)];
  return wanted ?? account ?? vpa ?? phone ?? "";
}

/** Returns an account in one line: "Asha Rao, HDFC Bank ••••4321". */
function describe(account: ShownAccount, mode: TransferMode): string {
  const bank = instrumentOf(mode) === "account" ? bankOf(account.ifsc) : null;
  const place = [bank, paidToOf(account, mode)].filter((part) => part !== null && part !== "").join(" ");
  return `${account.name}, ${place}`;
}
