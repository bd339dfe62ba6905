/**
 * Sums of 24 hours by payee and maker for amount policies, so that splitting a payment does not help. They count what
 * was ordered in the last 24 hours and what is scheduled near the time of the new order: for a payee the amounts, for a
 * maker the amounts with the charges that are held.
 */
import type { Permitted } from "#access";
import {
  approvalsBy,
  approversOf,
  keepCounted,
  permissionsIn,
  type Approvals,
  type CountedOrder,
  type DaySums,
  type OrderedBefore,
  type PolicySet,
  type Requirement,
} from "#approvals";
import { openAccountNumber, type PayeeFacts } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { accountOfVpa, instrumentOf } from "#rails";
import { accountName, destinationOf } from "#risk";
import type { TransferOrder } from "./order.ts";
import { mayPay } from "./states.ts";
import { heldChargesOf, type Transfer } from "./transfer.ts";

type Ordered = Pick<TransferOrder, "mode" | "createdBy" | "processOn" | "judgedPaise">;

/** The sums of a set's payees and makers, including what the set has added. */
export interface Sums {
  /** Null if no policy needs the sums. */
  of(order: Ordered, payee: PayeeFacts): DaySums | null;
  count(order: Ordered, counted: ToCount): void;
  write(): Promise<void>;
}

interface ToCount {
  readonly transfer: Transfer;
  readonly payee: PayeeFacts;
  /** The approval that it waits for; null: none. */
  readonly requirement: Requirement | null;
  /** The members who approved its batch. */
  readonly agreed: readonly Permitted[];
}

/**
 * Reads the sums for a set of orders. The set holds the lock on the merchant's counter, so no other set adds
 * to them meanwhile. Nothing is read or stored if no policy names an amount.
 */
export async function readDaySums(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { orders, payees, policies }: ToSum,
): Promise<Sums> {
  // Opening the sealed account number costs time, so it is done once for each payee of the set.
  const payeeSubjects = new Map<string, string>();
  const payeeSubject = (mode: TransferOrder["mode"], payee: PayeeFacts): string => {
    const key = `${payee.beneficiaryId} ${mode}`;
    const subject = payeeSubjects.get(key) ?? `payee:${payeeOf(ctx, tx, { mode, payee }).toString("hex")}`;
    payeeSubjects.set(key, subject);
    return subject;
  };
  const subjectsOf = ({ mode, createdBy }: Ordered, payee: PayeeFacts): [string, string] => [
    payeeSubject(mode, payee),
    `maker:${createdBy?.maker ?? "system"}`,
  ];
  const isCounted = policies?.policies.some((one) => one.fromPaise !== null || one.toPaise !== null) === true;
  const subjects = isCounted
    ? orders.flatMap((order, index) => (payees[index] === undefined ? [] : subjectsOf(order, payees[index]!)))
    : [];
  const rows = subjects.length === 0 ? [] : await tx.query<Sum>(READ, [tx.merchantId, tx.now, subjects]);
  // Running sums by approvals, so that the last order of a set costs no more than the first.
  const sums = new Map<string, Map<string, Sum>>();
  const add = (one: Sum): void => {
    const sum = sums.get(one.subject) ?? new Map<string, Sum>();
    const key = `${one.paysAt?.getTime() ?? ""} ${keyOf(one.approvals)}`;
    sums.set(one.subject, sum.set(key, { ...one, paise: (sum.get(key)?.paise ?? 0n) + one.paise }));
  };
  rows.forEach(add);
  const added: CountedOrder[] = [];
  return {
    of(order, payee) {
      if (!isCounted) return null;
      const [ofPayee, ofMaker] = subjectsOf(order, payee).map((subject) => sums.get(subject));
      const paidAt = Math.max(tx.now.getTime(), order.processOn?.getTime() ?? 0);
      return { payee: shownOf(ofPayee, paidAt), maker: shownOf(ofMaker, paidAt) };
    },
    count(order, { transfer, payee, requirement, agreed }) {
      if (!isCounted) return;
      const { transferId } = transfer;
      const amountPaise = order.judgedPaise ?? transfer.amountPaise;
      const approvals =
        requirement === null ? approvalsOf(agreed, policies) : approvalsBy(requirement.levels);
      const [ofPayee, ofMaker] = subjectsOf(order, payee);
      // A maker spends the charges too, so many small payments do not spend more than one large payment might.
      for (const [subject, paise] of [
        [ofPayee, amountPaise],
        [ofMaker, amountPaise + heldChargesOf(transfer)],
      ] as const) {
        add({ subject, paise, approvals, paysAt: null });
        added.push({ subject, transferId, paise, approvals, paysAt: order.processOn ?? null });
      }
    },
    write: () => keepCounted(tx, added),
  };
}

interface ToSum {
  readonly orders: readonly TransferOrder[];
  readonly payees: readonly (PayeeFacts | undefined)[];
  readonly policies: PolicySet | null;
}

/**
 * For orders from before the last 24 hours, `paysAt` is the time of payment. Null: ordered within them, which always
 * counts.
 */
type Sum = Omit<CountedOrder, "transferId">;

/** The key has no field names, because the database returns them in another order. */
const keyOf = (approvals: readonly Approvals[]): string =>
  JSON.stringify(
    approvals.map(({ approvers, permissions, memberIds }) => [approvers, permissions, memberIds]),
  );

const DAY_MS = 86_400_000;

/** Returns what was ordered in the last 24 hours, or is paid less than 24 hours before or after `paidAt`. */
const shownOf = (sum: ReadonlyMap<string, Sum> | undefined, paidAt: number): OrderedBefore[] =>
  [...(sum?.values() ?? [])]
    .filter(({ paysAt }) => paysAt === null || Math.abs(paysAt.getTime() - paidAt) < DAY_MS)
    .map(({ paise, approvals }) => ({
      paise: String(paise),
      approvers: approversOf(approvals),
      approvals,
    }));

/**
 * Identifies the payee by bank account, UPI ID, phone or card, whatever its name. Banks find an account by
 * its number, whatever branch is given and however many zeros lead it; so it is the same payee here too.
 */
function payeeOf(
  ctx: Pick<Context, "vault">,
  { merchantId }: Tx,
  { mode, payee }: { mode: TransferOrder["mode"]; payee: PayeeFacts },
): Buffer {
  const account = accountOf(ctx, merchantId, { mode, payee });
  if (account === null) return destinationOf(mode, payee);
  return ctx.vault.hmac("approvals.payee", `${merchantId} ${accountName(account)}`);
}

/** The bank account that is paid, even if a UPI ID names it; null: there is none. */
function accountOf(
  ctx: Pick<Context, "vault">,
  merchantId: string,
  { mode, payee: { sealedAccount, ifsc, vpa } }: { mode: TransferOrder["mode"]; payee: PayeeFacts },
): { accountNumber: string; ifsc: string } | null {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && vpa !== null) return accountOfVpa(vpa);
  if (instrument !== "account" || sealedAccount === null || ifsc === null) return null;
  return { accountNumber: openAccountNumber(ctx, merchantId, sealedAccount), ifsc };
}

/** The approvals of members, with those of their permissions that a policy asks for. */
function approvalsOf(members: readonly Permitted[], { policies }: PolicySet): Approvals[] {
  if (members.length === 0) return [];
  const asked = permissionsIn(policies.flatMap(({ levels }) => levels));
  return members.map(({ memberId, permissions }) => ({
    approvers: 1,
    permissions: asked.filter((one) => permissions.has(one)),
    memberIds: [memberId],
  }));
}

/** Sums of orders that meet a condition; payments that ended unpaid no longer count. */
const sumOf = (paysAt: string, condition: string): string => `
  select counted.subject, coalesce(counted.approvals, '[]') as approvals, ${paysAt} as "paysAt",
    sum(counted.paise)::bigint as paise
  from approvals.counted
  join transfers.transfer
    on transfer.merchant_id = counted.merchant_id
    and transfer.transfer_id = counted.transfer_id
    and ${mayPay("transfer")}
  where counted.merchant_id = $1
    and counted.subject = any ($3::text[])
    and ${condition}
  group by 1, 2, 3`;

const DAY_AGO = "$2::timestamptz - interval '24 hours'";

const READ = `
  ${sumOf("null::timestamptz", `counted.at > ${DAY_AGO}`)}
  union all
  ${sumOf("counted.pays_at", `counted.at <= ${DAY_AGO} and counted.pays_at > ${DAY_AGO}`)}`;
