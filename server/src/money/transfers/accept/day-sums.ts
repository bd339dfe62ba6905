/**
 * Sums of 24 hours by payee and maker for amount policies, so that splitting a payment does not help. They count what
 * was ordered in the last 24 hours and what is scheduled near the time of the new order: for a payee the amounts, for a
 * maker the amounts with the charges that are held. A member, and the key pairs whose secret that member was shown, are
 * one maker.
 */
import { memberOf, type Permitted, secretShownTo } from "#access";
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
import { accountName, cardName, destinationOf } from "#risk";
import type { TransferOrder } from "./order.ts";
import { mayPay } from "../states.ts";
import { heldChargesOf, type Transfer } from "../transfer.ts";

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
  /** The approval that it waits for. Null means none. */
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
  const isCounted = policies?.policies.some((one) => one.fromPaise !== null || one.toPaise !== null) === true;
  const wanted = new Map<string, Wanted>();
  if (isCounted) {
    for (const [index, order] of orders.entries()) {
      const payee = payees[index];
      if (payee === undefined) continue;
      const subject = payeeSubject(order.mode, payee);
      wanted.set(subject, { slot: subject, subject, memberId: null });
      const maker = makerOf(order);
      wanted.set(maker.slot, maker);
    }
  }
  const sums = await readSums(tx, [...wanted.values()]);
  const bySubject = Map.groupBy(sums.values(), ({ subject }) => subject);
  const byMember = Map.groupBy(sums.values(), ({ memberId }) => memberId);
  const added: CountedOrder[] = [];
  return {
    of(order, payee) {
      if (!isCounted) return null;
      const paidAt = Math.max(tx.now.getTime(), order.processOn?.getTime() ?? 0);
      const shown = (slot: string): OrderedBefore[] => shownOf(sums.get(slot)?.paid, paidAt);
      return { payee: shown(payeeSubject(order.mode, payee)), maker: shown(makerOf(order).slot) };
    },
    count(order, { transfer, payee, requirement, agreed }) {
      if (!isCounted) return;
      const { transferId } = transfer;
      const amountPaise = order.judgedPaise ?? transfer.amountPaise;
      const approvals =
        requirement === null ? approvalsOf(agreed, policies) : approvalsBy(requirement.levels);
      const maker = sums.get(makerOf(order).slot)!;
      // A maker's sum includes the charges. Otherwise, many small payments could spend more than one large payment may.
      for (const [{ subject, memberId }, paise] of [
        [{ subject: payeeSubject(order.mode, payee), memberId: null }, amountPaise],
        [maker, amountPaise + heldChargesOf(transfer)],
      ] as const) {
        const ofMember = memberId === null ? [] : (byMember.get(memberId) ?? []);
        for (const sum of new Set([...(bySubject.get(subject) ?? []), ...ofMember]))
          addTo(sum, { paise, approvals, paysAt: null });
        const shownTo = subject === `maker:member:${memberId}` ? null : memberId;
        added.push({ subject, transferId, paise, approvals, paysAt: order.processOn ?? null, shownTo });
      }
    },
    write: () => keepCounted(tx, added),
  };
}

/** A payee or maker whose sums are read. A maker is known by the key pair and by the member behind it. */
interface Wanted {
  /** Distinguishes orders of one key pair from before and after its secret was shown to another member. */
  readonly slot: string;
  readonly subject: string;
  /**
   * The member who places the order, or who was shown the secret of the key pair that places it. Null if no member is
   * known yet, or if the subject is a payee.
   */
  readonly memberId: string | null;
}

/** Running sums by approvals, so that the last order of a set costs no more than the first. */
interface Running extends Wanted {
  readonly paid: Map<string, Sum>;
}

function makerOf({ createdBy }: Ordered): Wanted {
  const { maker = "system", secretShownTo = null } = createdBy ?? {};
  const subject = `maker:${maker}`;
  return {
    slot: `${subject} ${secretShownTo ?? ""}`,
    subject,
    memberId: memberOf(maker) ?? secretShownTo,
  };
}

async function readSums(tx: Tx, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, Running>> {
  const sums = new Map<string, Running>();
  if (wanted.length === 0) return sums;
  const rows = await tx.query<Row>(READ, [
    tx.merchantId,
    tx.now,
    wanted.map(({ slot }) => slot),
    wanted.map(({ subject }) => subject),
    wanted.map(({ memberId }) => memberId),
  ]);
  for (const { slot, subject, memberId, paise, ...rest } of rows) {
    const sum = sums.get(slot) ?? { slot, subject, memberId, paid: new Map() };
    sums.set(slot, sum);
    if (paise !== null) addTo(sum, { ...rest, paise });
  }
  return sums;
}

function addTo({ paid }: Running, one: Sum): void {
  const key = `${one.paysAt?.getTime() ?? ""} ${keyOf(one.approvals)}`;
  paid.set(key, { ...one, paise: (paid.get(key)?.paise ?? 0n) + one.paise });
}

interface ToSum {
  readonly orders: readonly TransferOrder[];
  readonly payees: readonly (PayeeFacts | undefined)[];
  readonly policies: PolicySet | null;
}

/**
 * `paysAt` is the time of payment of an order that was placed more than 24 hours ago. It is null for a later order,
 * which always counts.
 */
type Sum = Pick<CountedOrder, "paise" | "approvals" | "paysAt">;

/** A sum of a payee or maker. A payee or maker without earlier orders has a single row, in which the sum is null. */
type Row = Wanted & Omit<Sum, "paise"> & { readonly paise: bigint | null };

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
 * its number, whatever branch is given and however many zeros lead it; so it is the same payee here too. A listed card
 * is found by its holder's phone number, its network and its last digits.
 */
function payeeOf(
  ctx: Pick<Context, "vault">,
  { merchantId }: Tx,
  { mode, payee }: { mode: TransferOrder["mode"]; payee: PayeeFacts },
): Buffer {
  const account = accountOf(ctx, merchantId, { mode, payee });
  const card = instrumentOf(mode) === "card" ? cardName(payee) : null;
  if (account === null && card === null) return destinationOf(mode, payee);
  const name = account === null ? `card ${card}` : accountName(account);
  return ctx.vault.hmac("approvals.payee", `${merchantId} ${name}`);
}

/** The bank account that is paid, even if a UPI ID names it. Null means that there is none. */
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
  select coalesce(counted.approvals, '[]') as approvals, ${paysAt} as pays_at, sum(counted.paise)::bigint as paise
  from approvals.counted
  join transfers.transfer
    on transfer.merchant_id = counted.merchant_id
    and transfer.transfer_id = counted.transfer_id
    and ${mayPay("transfer")}
  where counted.merchant_id = $1
    and (
      counted.subject = any (array[wanted.subject, 'maker:member:' || wanted.member_id])
      or counted.shown_to = wanted.member_id
    )
    and ${condition}
  group by 1, 2`;

const DAY_AGO = "$2::timestamptz - interval '24 hours'";

/** The member behind a key pair is read here too, so that no separate query is needed. */
const READ = `
  select wanted.slot, wanted.subject, wanted.member_id as "memberId", ordered.approvals, ordered.pays_at as "paysAt",
    ordered.paise
  from (
    select slot, subject, coalesce(member_id, ${secretShownTo("$1", "substr(subject, 7)")}) as member_id
    from unnest($3::text[], $4::text[], $5::uuid[]) as given (slot, subject, member_id)
    offset 0
  ) as wanted
  left join lateral (
    ${sumOf("null::timestamptz", `counted.at > ${DAY_AGO}`)}
    union all
    ${sumOf("counted.pays_at", `counted.at <= ${DAY_AGO} and counted.pays_at > ${DAY_AGO}`)}
  ) as ordered on true`;
