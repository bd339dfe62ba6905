// A policy while it is edited: amounts and percentages as typed, and rows with keys. The functions are pure.
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import type { FieldRefusal } from "#dashboard/api/api-error.ts";
import { groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import type { useTexts } from "./texts.ts";

export type Policies = Outputs["listRoutingPolicies"];
export type Bank = Policies["banks"][number];
export type Rail = Bank["rails"][number];
type Policy = Policies["items"][number];
type Given = Omit<Inputs["tryRoutingPolicy"], "merchantId">;

export interface OrderRow {
  readonly key: number;
  readonly rail: Rail;
  /** Empty means any amount. */
  readonly upTo: string;
  readonly bankIds: readonly string[];
}

/** A share or a cost of one bank on one rail. */
export interface BankRow {
  readonly key: number;
  readonly rail: Rail;
  readonly bankId: string;
  readonly typed: string;
}

export interface Draft {
  readonly priorities: readonly OrderRow[];
  readonly shares: readonly BankRow[];
  readonly costs: readonly BankRow[];
  /** A percentage, as typed. */
  readonly demoteFrom: string;
  readonly costPerPercent: string;
}

let keys = 0;
export const newKey = (): number => (keys += 1);

/** Returns a draft with the content of a policy. */
export function draftOf({ priorities, shares, costs, demoteFromBp, costPerPercent }: Policy): Draft {
  return {
    priorities: priorities.map(({ rail, upTo, banks }) => ({
      ...{ key: newKey(), rail, upTo: upTo === null ? "" : groupTyped(upTo) },
      bankIds: banks.map(({ bankId }) => bankId),
    })),
    shares: shares.map(({ rail, bankId, percent }) => ({
      ...{ key: newKey(), rail, bankId },
      typed: String(percent),
    })),
    costs: costs.map(({ rail, bankId, amount }) => ({
      ...{ key: newKey(), rail, bankId },
      typed: groupTyped(amount),
    })),
    demoteFrom: String(demoteFromBp / 100),
    costPerPercent: groupTyped(costPerPercent),
  };
}

/** Returns the draft as the input of the operations. `faultsOf` reports the values that cannot be read. */
export function toInput({ priorities, shares, costs, demoteFrom, costPerPercent }: Draft): Given {
  return {
    priorities: priorities.map(({ rail, upTo, bankIds }) => ({
      ...{ rail, bankIds },
      ...(upTo.trim() !== "" && { upTo: readAmount(upTo) ?? upTo }),
    })),
    shares: shares.map(({ rail, bankId, typed }) => ({ rail, bankId, percent: Number(typed) })),
    costs: costs.map(({ rail, bankId, typed }) => ({ rail, bankId, amount: readAmount(typed) ?? typed })),
    demoteFromBp: basisPointsOf(demoteFrom) ?? 0,
    costPerPercent: readAmount(costPerPercent) ?? costPerPercent,
  };
}

/** Returns "2.5" as 250 hundredths of a percent. Undefined if it is not from 0.01 to 100. */
function basisPointsOf(typed: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(typed)) return undefined;
  const basisPoints = Math.round(Number(typed) * 100);
  return basisPoints >= 1 && basisPoints <= 10_000 ? basisPoints : undefined;
}

const isPercent = (typed: string): boolean => /^\d{1,3}$/.test(typed) && Number(typed) >= 1;

/** Returns the faults of the draft by field, at most one for each. */
export function faultsOf(draft: Draft, t: ReturnType<typeof useTexts>): FieldRefusal[] {
  const { priorities, shares, costs, demoteFrom, costPerPercent } = draft;
  const isAmount = (typed: string): boolean => readAmount(typed) !== undefined;
  const twice = (rows: readonly BankRow[], { key, rail, bankId }: BankRow): boolean =>
    rows.find((row) => row.rail === rail && row.bankId === bankId)!.key !== key;
  const railFull = shares.findLast(
    ({ rail }) =>
      shares.reduce((sum, row) => (row.rail === rail ? sum + (Number(row.typed) || 0) : sum), 0) > 100,
  );
  const rows: (FieldRefusal | false)[] = [
    ...priorities.flatMap(({ key, upTo, bankIds }, at): (FieldRefusal | false)[] => [
      upTo.trim() !== "" && !isAmount(upTo) && { field: `upTo-${key}`, message: t("amountWrong") },
      bankIds.length === 0 && { field: `add-${key}`, message: t("noBank", { no: at + 1 }) },
    ]),
    ...shares.map(
      (row) => !isPercent(row.typed) && { field: `share-${row.key}`, message: t("percentWrong") },
    ),
    railFull !== undefined && { field: `share-${railFull.key}`, message: t("sharesOver") },
    ...shares.map((row) => twice(shares, row) && { field: `share-${row.key}`, message: t("bankTwice") }),
    ...costs.map((row) => !isAmount(row.typed) && { field: `cost-${row.key}`, message: t("amountWrong") }),
    ...costs.map((row) => twice(costs, row) && { field: `cost-${row.key}`, message: t("bankTwice") }),
    basisPointsOf(demoteFrom) === undefined && { field: "demoteFrom", message: t("demoteWrong") },
    !isAmount(costPerPercent) && { field: "costPerPercent", message: t("amountWrong") },
  ];
  const found = rows.filter((row) => row !== false);
  return found.filter(({ field }, at) => found.findIndex((one) => one.field === field) === at);
}

/** Returns the rows with the row of the same key replaced. */
export const changed = <Row extends { key: number }>(rows: readonly Row[], row: Row): Row[] =>
  rows.map((one) => (one.key === row.key ? row : one));

/** Returns the rows without the row of this key. */
export const without = <Row extends { key: number }>(rows: readonly Row[], key: number): Row[] =>
  rows.filter((one) => one.key !== key);
