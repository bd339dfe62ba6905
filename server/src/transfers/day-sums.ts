/** What payees and makers were ordered in the last 24 hours: policies for amounts count it, so that parts add up. */
import {
  approversOf,
  keepCounted,
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
import { destinationOf } from "#risk";
import type { TransferOrder } from "./order.ts";
import { mayPay } from "./states.ts";
import type { Transfer } from "./transfer.ts";

type Ordered = Pick<TransferOrder, "mode" | "createdBy">;

/** The sums of a set's payees and makers, with what the set has added. */
export interface Sums {
  /** Null: no policy counts. */
  of(order: Ordered, payee: PayeeFacts): DaySums | null;
  count(order: Ordered, counted: { transfer: Transfer; payee: PayeeFacts; approvers: number }): void;
  write(): Promise<void>;
}

/**
 * Reads them for a set of orders. The set holds the merchant's counter, so no other set adds to them meanwhile. Without
 * policies that name an amount nothing is read or kept.
 */
export async function readDaySums(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { orders, payees, policies }: ToSum,
): Promise<Sums> {
  // To find an account its number is opened, which is done once for each payee of the set.
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
  // Added up by the number of approvers as they come, so that the last order of a set costs no more than the first.
  const sums = new Map<string, Map<number, bigint>>();
  const add = ({ subject, paise, approvers }: Sum): void => {
    const sum = sums.get(subject) ?? new Map<number, bigint>();
    sums.set(subject, sum.set(approvers, (sum.get(approvers) ?? 0n) + paise));
  };
  rows.forEach(add);
  const added: CountedOrder[] = [];
  return {
    of(order, payee) {
      if (!isCounted) return null;
      const [ofPayee, ofMaker] = subjectsOf(order, payee).map((subject) => sums.get(subject));
      return { payee: shownOf(ofPayee), maker: shownOf(ofMaker) };
    },
    count(order, { transfer, payee, approvers }) {
      if (!isCounted) return;
      const paise = transfer.amountPaise;
      for (const subject of subjectsOf(order, payee)) {
        add({ subject, paise, approvers });
        added.push({ subject, transferId: transfer.transferId, paise, approvers });
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

type Sum = Omit<CountedOrder, "transferId">;

const shownOf = (sum: ReadonlyMap<number, bigint> | undefined): OrderedBefore[] =>
  [...(sum ?? [])].map(([approvers, paise]) => ({ paise: String(paise), approvers }));

/**
 * The payee's account, UPI ID, phone or card, whatever it is called. A bank finds an account by its number, whichever
 * branch is named and however many zeros are written before it, so it is the same one here too.
 */
function payeeOf(
  ctx: Pick<Context, "vault">,
  { merchantId }: Tx,
  { mode, payee }: { mode: TransferOrder["mode"]; payee: PayeeFacts },
): Buffer {
  const account = accountOf(ctx, merchantId, { mode, payee });
  if (account === null) return destinationOf(mode, payee);
  const number = account.accountNumber.toUpperCase().replace(/^0+/, "");
  return ctx.vault.hmac("approvals.payee", `${merchantId} ${account.ifsc.slice(0, 4)} ${number}`);
}

/** The bank account that is paid to, also where a UPI ID names it; null: it is none. */
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

/** How many approve a transfer: those that it waits for, or those who have agreed to its batch. */
export const approversFor = (requirement: Requirement | null, agreed: number): number =>
  requirement === null ? agreed : approversOf(requirement.levels);

// Payments that did not come about count no more.
const READ = `
  select counted.subject, counted.approvers::integer as approvers, sum(counted.paise)::bigint as paise
  from approvals.counted
  join transfers.transfer
    on transfer.merchant_id = counted.merchant_id
    and transfer.transfer_id = counted.transfer_id
    and ${mayPay("transfer")}
  where counted.merchant_id = $1
    and counted.subject = any ($3::text[])
    and counted.at > $2::timestamptz - interval '24 hours'
  group by counted.subject, counted.approvers`;
