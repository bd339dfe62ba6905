import { type Actor, recordAudit } from "#audit";
import {
  findPayeesToErase,
  indexesAlone,
  type KnownPayee,
  readWholePayees,
  type WholePayee,
} from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { maskAll, maskToEnd } from "#lib/mask-account";
import { insertRows } from "#lib/rows";
import { findLinksTo } from "#links";
import { readTransfersTo } from "#transfers";
import { eraseDetails, fieldsOf } from "./erase-details.ts";
import { certify, ERASURE, type ErasureCertificate, type ErasureLine, lockErasure } from "./erasure.ts";
import { ErasureError } from "./errors.ts";

/** The extent of an erasure. */
interface ErasurePreview {
  readonly payees: readonly { readonly beneficiaryId: string; readonly beneId: string | null }[];
  /** Their accounts and UPI IDs, masked: if there are several, one must be named, or their number. */
  readonly accounts: readonly string[];
  /** Payout links that were sent to the payee. */
  readonly links: number;
  readonly transfers: number;
  /** Transfers that may still be paid: the erasure waits for their end. */
  readonly underWay: number;
  /** Transfers by which money left: what the law requires of them is kept. */
  readonly paid: number;
}

/** Finds what an erasure would concern, and changes nothing. Throws ErasureError.payee_not_found and nothing_given. */
export async function previewErasure(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  known: KnownPayee,
): Promise<ErasurePreview> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const { beneficiaryIds, links } = await findPayee(ctx, tx, known);
    const payees = await readWholePayees(tx, ctx.vault, beneficiaryIds);
    const transfers = await readTransfersTo(tx, beneficiaryIds);
    return {
      payees: payees.map(({ beneficiaryId, beneId }) => ({ beneficiaryId, beneId })),
      accounts: accountsOf(payees),
      links,
      transfers: transfers.length,
      underWay: transfers.filter(({ isUnderWay }) => isUnderWay).length,
      paid: transfers.filter(({ paidAt }) => paidAt !== null).length,
    };
  });
}

/**
 * Erases the details of a payee, at once or as soon as its payments have ended. There is no way back. Throws
 * ErasureError.payee_not_found, nothing_given, already_asked and shared. `all` is the number of accounts and UPI IDs
 * that have the phone number or e-mail address, and allows several.
 */
export async function requestErasure(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  { by, all = 1, ...known }: KnownPayee & { readonly by: Actor; readonly all?: number | undefined },
): Promise<ErasureCertificate> {
  const erasureNo = await ctx.db.inMerchant(merchantId, async (tx) => {
    const { beneficiaryIds, indexes } = await findPayee(ctx, tx, known);
    const accounts = accountsOf(await readWholePayees(tx, ctx.vault, beneficiaryIds));
    if (!isNamed(known) && accounts.length > 0 && accounts.length !== all)
      throw ErasureError.shared({ count: accounts.length, payees: accounts.join("; ") });
    return storeErasure(tx, { erasureId: newId(), beneficiaryIds, indexes, by, at: tx.now });
  });
  await eraseDetails(ctx, merchantId, erasureNo);
  return ctx.db.inMerchant(merchantId, async (tx) => certify(tx, await lockErasure(tx, erasureNo)));
}

/**
 * Erases in a restored database what had been erased since the backup. What this database knows of already is done by
 * its worker. The merchant must live here.
 */
export async function replayErasure(
  ctx: Pick<Context, "config" | "db" | "vault">,
  { merchantId, erasureId, beneficiaryIds, indexes, requestedBy, requestedAt }: ErasureLine,
): Promise<ErasureCertificate> {
  const erasureNo = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [stored] = await tx.query<{ no: number }>(
      "select erasure_no as no from erasures.erasure where merchant_id = $1 and erasure_id = $2",
      [merchantId, erasureId],
    );
    if (stored !== undefined) return stored.no;
    const given = { erasureId, beneficiaryIds, indexes, by: requestedBy, at: new Date(requestedAt) };
    return storeErasure(tx, given);
  });
  await eraseDetails(ctx, merchantId, erasureNo);
  return ctx.db.inMerchant(merchantId, async (tx) => certify(tx, await lockErasure(tx, erasureNo)));
}

/** Several people may share a phone number or an e-mail address. */
const isNamed = ({ beneId, accountNumber, vpa }: KnownPayee): boolean =>
  beneId !== undefined || accountNumber !== undefined || vpa !== undefined;

/** Returns the accounts and UPI IDs of payees, each once and masked, with the IDs of their beneficiaries. */
function accountsOf(payees: readonly WholePayee[]): string[] {
  const byAccount = Map.groupBy(payees, ({ accountNumber, ifsc, vpa, phone }) =>
    accountNumber === null ? (vpa ?? phone ?? "").toLowerCase() : `${accountNumber} ${ifsc}`,
  );
  return [...byAccount.values()].map((ofAccount) => {
    const { accountNumber, vpa, phone } = ofAccount[0]!;
    const account = accountNumber === null ? maskVpa(vpa ?? phone ?? "") : maskToEnd(accountNumber);
    const beneIds = [...new Set(ofAccount.flatMap(({ beneId }) => beneId ?? []))];
    return beneIds.length === 0 ? account : `${account} (${beneIds.join(", ")})`;
  });
}

/** The end of a UPI ID names its provider. */
function maskVpa(vpa: string): string {
  const at = vpa.includes("@") ? vpa.lastIndexOf("@") : vpa.length;
  return maskAll(vpa.slice(0, at)) + vpa.slice(at);
}

async function findPayee(ctx: Pick<Context, "vault">, tx: Tx, known: KnownPayee) {
  const { beneId, accountNumber, ifsc, ...others } = known;
  const isAccount = accountNumber !== undefined && ifsc !== undefined;
  const isGiven = beneId !== undefined || isAccount || Object.values(others).some((one) => one !== undefined);
  if (!isGiven) throw ErasureError.nothing_given();
  const beneficiaryIds = await findPayeesToErase(tx, ctx.vault, known);
  const payees = await readWholePayees(tx, ctx.vault, beneficiaryIds);
  const given = beneId === undefined ? [known] : [];
  const fields = [...payees.map(fieldsOf), ...given];
  const alone = await indexesAlone(tx, ctx.vault, { ids: beneficiaryIds, known: fields });
  const indexes = alone.map(({ index }) => index);
  const links = beneId === undefined ? await findLinksTo(tx, { transferIds: [], indexes }) : [];
  if (payees.length + links.length === 0) throw ErasureError.payee_not_found();
  return { beneficiaryIds, indexes: indexes.map((index) => index.toString("hex")), links: links.length };
}

interface ToStore {
  readonly erasureId: string;
  readonly beneficiaryIds: readonly string[];
  readonly indexes: readonly string[];
  readonly by: Actor;
  readonly at: Date;
}

/** Stores an erasure that is due at once; returns its number. */
async function storeErasure(
  tx: Tx,
  { erasureId, beneficiaryIds, indexes, by, at }: ToStore,
): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('erasures ' || $1, 0))", [tx.merchantId]);
  const [found] = await tx.query<{ next: number; isAsked: boolean }>(NEXT, [
    tx.merchantId,
    JSON.stringify(beneficiaryIds),
  ]);
  if (found!.isAsked) throw ErasureError.already_asked();
  const erasureNo = found!.next;
  await insertRows(tx, ERASURE, [
    {
      ...{ erasureId, erasureNo, beneficiaryIds, indexes, requestedBy: by, requestedAt: at, dueAt: tx.now },
      erased: {},
    },
  ]);
  const subject = `erasure:${erasureId}`;
  const detail = { erasureNo, beneficiaryIds: [...beneficiaryIds] };
  await recordAudit(tx, [{ actor: by, action: "erasures.erasure_requested", subject, detail }]);
  return erasureNo;
}

const NEXT = `
  select coalesce(max(erasure_no), 0) + 1 as next,
    coalesce(bool_or(done_at is null and beneficiary_ids = $2::jsonb and $2::jsonb <> '[]'), false) as "isAsked"
  from erasures.erasure
  where merchant_id = $1`;
