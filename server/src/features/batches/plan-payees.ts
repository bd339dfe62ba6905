/** Plans which beneficiary each row pays: an existing one, a new one, or one that replaces another. Pure. */
import type { PayeeFacts, PayeeInput } from "#beneficiaries";
import { parsePhone } from "#rails";
import { failureOf, type Failure } from "./failures.ts";

/** A row that gives its payee by details. */
export interface RowToPlan {
  readonly rowNo: number;
  /** The id that the row itself names. */
  readonly namedId: string | null;
  /** The id that is generated for it otherwise. */
  readonly madeId: string;
  readonly details: PayeeInput;
  /** Equal for rows with the same destination. */
  readonly payTo: string;
}

/** The beneficiaries that exist already. */
export interface KnownPayees {
  /** The listed beneficiary by its destination, for bank accounts only. */
  readonly byPayTo: ReadonlyMap<string, PayeeFacts>;
  readonly byId: ReadonlyMap<string, PayeeFacts>;
  /** True if a beneficiary has the same destination as a row. */
  readonly fits: (payee: PayeeFacts, row: RowToPlan) => boolean;
  /** Beneficiaries that other rows of the batch already pay; these must not be replaced. */
  readonly inUse: ReadonlySet<string>;
  /** True if a row's beneficiary replaces one with the same id. */
  readonly replaces: boolean;
}

/** The changes for a set of rows. */
export interface PayeePlan {
  /** The beneficiary of each row, by row number. */
  readonly beneIds: Map<number, string>;
  /** Our own id of each existing beneficiary that fits. */
  readonly kept: Map<string, string>;
  readonly refused: Map<number, Failure>;
  readonly remove: Set<string>;
  /** Beneficiaries to add, by id, with the row that needs them. */
  readonly add: Map<string, RowToPlan>;
  /** Ids in `add` that replace another beneficiary. */
  readonly replacing: Set<string>;
  /** Ids that rows of the set pay. */
  readonly meant: Set<string>;
  /** Rows whose generated id belongs to another beneficiary; they need another id. */
  readonly taken: RowToPlan[];
}

/** Plans a set of rows in order; rows with the same destination get the same beneficiary. */
export function planPayees(rows: readonly RowToPlan[], known: KnownPayees): PayeePlan {
  const plan: PayeePlan = {
    beneIds: new Map(),
    kept: new Map(),
    refused: new Map(),
    remove: new Set(),
    add: new Map(),
    replacing: new Set(),
    meant: new Set(),
    taken: [],
  };
  const planned = new Map<string, string>();
  for (const row of rows) {
    const sameId = planned.get(row.payTo);
    const place = sameId === undefined ? findPlace(row, known, plan) : { beneId: sameId };
    if ("beneId" in place) {
      plan.beneIds.set(row.rowNo, place.beneId);
      plan.meant.add(place.beneId);
      planned.set(row.payTo, place.beneId);
    } else if (place.kind === "refused") plan.refused.set(row.rowNo, failureOf("id_exists"));
    else plan.taken.push(row);
  }
  return plan;
}

type Place = { beneId: string } | { kind: "refused" } | { kind: "taken" };

function findPlace(row: RowToPlan, known: KnownPayees, plan: PayeePlan): Place {
  if (row.namedId !== null && plan.add.has(row.namedId)) return { kind: "refused" };
  const named = row.namedId === null ? undefined : stays(known.byId.get(row.namedId), plan);
  if (named !== undefined) {
    if (known.fits(named, row)) return keep(named, plan);
    const holder = known.replaces ? stays(known.byPayTo.get(row.payTo), plan) : undefined;
    if (holder !== undefined) return keep(holder, plan);
    if (!mayReplace(named, known, plan)) return { kind: "refused" };
    return add(row, row.namedId!, { plan, replacing: named });
  }
  const found = stays(known.byPayTo.get(row.payTo), plan);
  if (found !== undefined) {
    // A beneficiary is replaced only under the same id: one listed under another id is paid and stays.
    const isChanged = found.beneId === row.madeId && !isSamePerson(found, row.details);
    if (row.namedId !== null || !isChanged || !mayReplace(found, known, plan)) return keep(found, plan);
    return add(row, row.madeId, { plan, replacing: found });
  }
  if (row.namedId !== null) return add(row, row.namedId, { plan });
  if (plan.add.has(row.madeId)) return { kind: "taken" };
  const made = stays(known.byId.get(row.madeId), plan);
  if (made === undefined) return add(row, row.madeId, { plan });
  return known.fits(made, row) ? keep(made, plan) : { kind: "taken" };
}

/** Leaves out a beneficiary that an earlier row of the set replaces. */
function stays(payee: PayeeFacts | undefined, plan: PayeePlan): PayeeFacts | undefined {
  return payee === undefined || plan.remove.has(payee.beneId!) ? undefined : payee;
}

function keep({ beneId, beneficiaryId }: PayeeFacts, plan: PayeePlan): Place {
  plan.kept.set(beneId!, beneficiaryId);
  return { beneId: beneId! };
}

function add(
  row: RowToPlan,
  beneId: string,
  { plan, replacing }: { plan: PayeePlan; replacing?: PayeeFacts },
): Place {
  if (replacing !== undefined) {
    plan.remove.add(replacing.beneId!);
    plan.replacing.add(beneId);
  }
  plan.add.set(beneId, row);
  return { beneId };
}

function mayReplace(payee: PayeeFacts, { replaces, inUse }: KnownPayees, plan: PayeePlan): boolean {
  return replaces && !plan.meant.has(payee.beneId!) && !inUse.has(payee.beneId!);
}

function isSamePerson(payee: PayeeFacts, { name, email, phone }: PayeeInput): boolean {
  const same = (one: string | null | undefined, other: string | undefined): boolean =>
    (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase();
  return (
    same(payee.name, name) &&
    same(payee.email, email) &&
    same(payee.phone, phone && (parsePhone(phone) ?? phone))
  );
}
