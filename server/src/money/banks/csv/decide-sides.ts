/**
 * Decides which movements are debits, without side effects. The file must say so of each; contradictions are refused.
 */
import type { Side } from "#banks";
import type { CsvMapping } from "./csv-mapping.ts";
import type { CsvRow, CsvRows, StatedBalance } from "./read-rows.ts";
import { shown, unreadable, type Money } from "./read-cells.ts";

export interface SidedRow {
  readonly source: CsvRow;
  /** Negative for a debit; zero if the row only states the balance. */
  readonly movedPaise: bigint;
  readonly balancePaise: bigint;
}

export interface SidedRows {
  readonly rows: readonly SidedRow[];
  readonly stated: readonly (Pick<StatedBalance, "row" | "which"> & { readonly balancePaise: bigint })[];
  readonly foreign: CsvRows["foreign"];
}

/** Throws BankError.statement_unreadable, with the row, if a side is missing or unknown, or if two of them differ. */
export function decideSides({ rows, stated, foreign }: CsvRows, mapping: CsvMapping): SidedRows {
  const wordsOfSides = rows.flatMap(({ text, debit, credit, amount }) => [
    text("side"),
    ...[debit, credit, amount].map((money) => money?.word ?? ""),
  ]);
  const sideOf = makeSideOf(mapping, wordsOfSides);
  const ofBalance = makeSideOf(mapping, ["c"], true);
  const hasBare = maySignBeLeftOut(rows, mapping);
  const sided = rows.map((source): SidedRow & { minus: boolean | null } => {
    const { row, text, balance } = source;
    const balancePaise = signedBalance(
      balance,
      { row, side: text("balanceSide"), sideOf: ofBalance },
      mapping,
    );
    const money = source.debit ?? source.credit ?? source.amount;
    if (money === null) return { source, movedPaise: 0n, balancePaise, minus: null };
    const said = sideOfMovement(source, money, { sideOf, hasBare, mapping });
    const isBack =
      said === "debit" && money.sign === "-" && mapping.minusInDebit === "credit" && !isSigned(mapping);
    const side = isBack ? "credit" : said;
    const movedPaise = side === "debit" ? -money.paise : money.paise;
    // In a column that marks both sides with signs, every debit has a minus.
    const minus = side === "debit" && !isSigned(mapping) ? money.sign === "-" : null;
    return { source, movedPaise, balancePaise, minus };
  });
  if (mapping.minusInDebit === undefined) requireOneWay(sided);
  return {
    rows: sided,
    stated: stated.map(({ row, which, balance, side }) => ({
      ...{ row, which },
      balancePaise: signedBalance(balance, { row, side, sideOf: ofBalance }, mapping, false),
    })),
    foreign,
  };
}

const isSigned = ({ amount, side }: CsvMapping): boolean => amount !== undefined && side === undefined;

/** If some debits have a minus and others do not, one of them may be the reversal of a debit. */
function requireOneWay(rows: readonly (SidedRow & { readonly minus: boolean | null })[]): void {
  const first = rows.find(({ minus }) => minus !== null)?.minus;
  const other = rows.find(({ minus }) => minus !== null && minus !== first);
  if (other !== undefined)
    throw unreadable(
      "some debits have a minus and others have none: say what the minus means with " +
        '"minusInDebit": "credit" (it takes a debit back) or "debit" (a debit like the others) in the mapping',
      other.source.row,
    );
}

/**
 * True if only debits carry a sign in this column: the mapping says so, or a debit shows it and nothing else has one.
 */
function maySignBeLeftOut(rows: readonly CsvRow[], mapping: CsvMapping): boolean {
  const amounts = rows.flatMap(({ amount }) => amount ?? []);
  const hasOthers = amounts.some(({ sign, word }) => sign === "+" || word !== null);
  return !hasOthers && (mapping.signed === true || amounts.some(({ sign }) => sign === "-"));
}

type SideOf = (word: string, row: number) => Side;

interface Ways {
  readonly sideOf: SideOf;
  readonly hasBare: boolean;
  readonly mapping: CsvMapping;
}

function sideOfMovement({ row, text, debit, credit }: CsvRow, money: Money, ways: Ways): Side {
  const { sideOf, hasBare, mapping } = ways;
  const said = new Set<Side>();
  if (debit !== null) said.add("debit");
  if (credit !== null) said.add("credit");
  if (mapping.side !== undefined) {
    if (text("side") === "") throw unreadable("the row does not say whether it is a debit or a credit", row);
    said.add(sideOf(text("side"), row));
  }
  if (money.word !== null) said.add(sideOf(money.word, row));
  if (money.sign !== null) said.add(money.sign === "-" ? "debit" : "credit");
  const [side, other] = [...said];
  if (other !== undefined) throw unreadable("the row says both debit and credit of its amount", row);
  if (side !== undefined) return side;
  if (hasBare) return "credit";
  throw unreadable(
    "the amount has neither a sign nor a side: map the column that says debit or credit as side, " +
      'or put "signed": true into the mapping if only debits have a minus',
    row,
  );
}

const USUAL: Readonly<Record<string, Side>> = {
  ...Object.fromEntries(
    ["dr", "debit", "debited", "withdrawal", "withdrawn", "wdl", "w", "out", "-"].map((word) => [
      word,
      "debit",
    ]),
  ),
  ...Object.fromEntries(
    ["cr", "c", "credit", "credited", "deposit", "deposited", "dep", "in", "+"].map((word) => [
      word,
      "credit",
    ]),
  ),
};

const letters = (word: string): string => word.toLowerCase().replace(/[\s.()]/g, "");

/** "D" is a debit if the other word is "C", and a deposit if it is "W"; the mapping can say which. */
function makeSideOf(
  { sideWords = {} }: Pick<CsvMapping, "sideWords">,
  written: readonly string[],
  isOfBalances = false,
): SideOf {
  const own = new Map(
    (["debit", "credit"] as const).flatMap((side) =>
      (sideWords[side] ?? []).map((word) => [letters(word), side]),
    ),
  );
  const others = new Set(written.map((word) => letters(word)[0]));
  const isBeside = (letter: string): boolean => others.has(letter);
  const ofD = isBeside("c") === isBeside("w") ? undefined : isBeside("c") ? "debit" : "credit";
  return (word, row) => {
    const key = letters(word);
    const usual = key === "d" ? ofD : USUAL[key];
    // The word of a movement may have another meaning for a balance: D is a deposit in one column and overdrawn in the
    // other.
    const side = isOfBalances ? (usual ?? own.get(key)) : (own.get(key) ?? usual);
    if (side !== undefined) return side;
    const why = key === "d" ? "may be a debit or a deposit" : "is neither debit nor credit";
    throw unreadable(`${shown(word)} ${why}: name it in the mapping's sideWords`, row);
  };
}

/** Returns the balance with its sign: it is negative if the account is overdrawn. */
function signedBalance(
  { paise, sign, word }: Money,
  { row, side, sideOf }: { readonly row: number; readonly side: string; readonly sideOf: SideOf },
  { balanceSide }: CsvMapping,
  mustHaveSide = true,
): bigint {
  if (paise === 0n) return 0n;
  if (balanceSide !== undefined && side === "" && mustHaveSide)
    throw unreadable("the row does not say whether its balance is debit or credit", row);
  const words = [side, word ?? ""].filter((one) => one !== "").map((one) => sideOf(one, row));
  const said = new Set<Side>([
    ...words,
    ...(sign === null ? [] : ([sign === "-" ? "debit" : "credit"] as const)),
  ]);
  if (said.size > 1) throw unreadable("the row says both debit and credit of its balance", row);
  return said.has("debit") ? -paise : paise;
}
