/** Erases a payee: step by step, each of which can be interrupted and is then repeated. */
import { recordAudit } from "#audit";
import { dropFilesOfDrafts } from "#batches";
import {
  closePayees,
  erasePayees,
  indexesAlone,
  type KnownPayee,
  readWholePayees,
  type WholePayee,
} from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { eraseRows, type PayeeToErase } from "#lib/erase-rows";
import { type Detail, ERASED, makeEraser } from "#lib/eraser";
import { DAY_MS } from "#lib/ist";
import { settledMoment } from "#lib/settled-moment";
import { findLinksTo, type LinkToPayee } from "#links";
import { forgetReports } from "#reports";
import { readTransfersTo, type TransferToPayee } from "#transfers";
import { type Erasure, lockErasure } from "./erasure.ts";
import { keptUntil } from "./kept-until.ts";
import { PARTS } from "./parts.ts";

type Ready = Pick<Context, "config" | "db" | "vault">;

/** An erasure that could not be finished is tried again after this time. */
const AGAIN_MS = 3_600_000;

/** Erases what can be erased, and finishes the erasure if nothing is left that still needs the details. */
export async function eraseDetails(ctx: Ready, merchantId: string, erasureNo: number): Promise<void> {
  const begun = await ctx.db.inMerchant(merchantId, (tx) => begin(ctx, tx, erasureNo));
  if (begun === null) return;
  crashPoint("erasures.begun");
  // An order that read the payee before it was closed has stored its transfer when this returns.
  await settledMoment(ctx.db, merchantId);
  const isUnderWay = await ctx.db.inMerchant(merchantId, async (tx) => {
    const transfers = await readTransfersTo(tx, begun.beneficiaryIds);
    if (!transfers.some((transfer) => transfer.isUnderWay)) return false;
    await tryLater(tx, erasureNo);
    return true;
  });
  if (isUnderWay) return;
  const { erased, busy } = await eraseParts(ctx, merchantId, begun);
  crashPoint("erasures.parts_erased");
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const erasure = await lockErasure(tx, erasureNo);
    if (erasure.doneAt !== null) return;
    const all = addCounts(erasure.erased, erased);
    if (busy > 0) await tryLater(tx, erasureNo, all);
    else await finish(ctx, tx, { erasure, erased: all });
  });
}

const addCounts = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> => {
  const tables = Object.keys({ ...one, ...other }).toSorted();
  return Object.fromEntries(tables.map((table) => [table, (one[table] ?? 0) + (other[table] ?? 0)]));
};

/**
 * Takes the payee off the list, keeps what the law requires, and gathers what is to be erased. Null if it is done, or
 * if a payment is under way.
 */
async function begin(ctx: Ready, tx: Tx, erasureNo: number): Promise<PayeeToErase | null> {
  const erasure = await lockErasure(tx, erasureNo);
  if (erasure.doneAt !== null) return null;
  const { beneficiaryIds } = erasure;
  const payees = await readWholePayees(tx, ctx.vault, beneficiaryIds);
  const transfers = await readTransfersTo(tx, beneficiaryIds);
  if (transfers.some(({ isUnderWay }) => isUnderWay)) {
    await tryLater(tx, erasureNo);
    return null;
  }
  if (payees.length > 0) await closePayees(tx, payees, erasure.requestedBy);
  await keep(ctx, tx, { erasureNo, payees, transfers });
  return gather(ctx, tx, { erasure, payees, transfers });
}

interface Found {
  readonly payees: readonly WholePayee[];
  readonly transfers: readonly TransferToPayee[];
}

async function keep(
  { config, vault }: Ready,
  tx: Tx,
  { erasureNo, payees, transfers }: Found & { erasureNo: number },
): Promise<void> {
  const paid = transfers.flatMap(({ paidAt }) => paidAt?.getTime() ?? []);
  const isKept = paid.length > 0 && payees.length > 0;
  const isAllKept = config.erasureKeepsDays > 0 && payees.length > 0;
  const kept = payees.map(({ beneficiaryId, name, accountNumber, ifsc, vpa }) => ({
    ...{ beneficiaryId, name, accountNumber, ifsc, vpa },
  }));
  const owner = { merchantId: tx.merchantId, purpose: KEPT_PURPOSE };
  await tx.execute(
    `update erasures.erasure
     set closed_at = coalesce(closed_at, $3), sealed_kept = $4, kept_until = $5, sealed_all = $6, all_until = $7
     where merchant_id = $1 and erasure_no = $2`,
    [
      tx.merchantId,
      erasureNo,
      tx.now,
      isKept ? vault.seal(owner, JSON.stringify(kept)) : null,
      isKept ? keptUntil(new Date(Math.max(...paid))) : null,
      isAllKept ? vault.seal(owner, JSON.stringify(payees)) : null,
      isAllKept ? new Date(tx.now.getTime() + config.erasureKeepsDays * DAY_MS) : null,
    ],
  );
}

export const KEPT_PURPOSE = "erasures.kept";

async function gather(
  { vault }: Ready,
  tx: Tx,
  { erasure, payees, transfers }: Found & { erasure: Erasure },
): Promise<PayeeToErase> {
  const transferIds = transfers.map(({ transferId }) => transferId);
  const asked = erasure.indexes.map((index) => Buffer.from(index, "hex"));
  const links = await findLinksTo(tx, { transferIds, indexes: asked });
  const known = [...payees.map(fieldsOf), ...links.map(fieldsOfLink)];
  const alone = await indexesAlone(tx, vault, { ids: erasure.beneficiaryIds, known });
  return {
    beneficiaryIds: erasure.beneficiaryIds,
    beneIds: payees.flatMap(({ beneId }) => beneId ?? []),
    transferIds: [...transferIds, ...links.map(({ linkId }) => linkId)],
    indexes: [...asked, ...alone.map(({ index }) => index)],
    details: [
      ...payees.flatMap(detailsOf),
      ...links.flatMap(({ name, phone, email }) => [...textsOf([name, email]), ...phoneOf(phone)]),
    ],
    alone: alone.map(({ detail }) => detail),
  };
}

export const fieldsOf = ({ accountNumber, ifsc, vpa, phone, email }: WholePayee): KnownPayee => ({
  accountNumber: accountNumber ?? undefined,
  ifsc: ifsc ?? undefined,
  vpa: vpa ?? undefined,
  phone: phone ?? undefined,
  email: email ?? undefined,
});

const fieldsOfLink = ({ phone, email }: LinkToPayee): KnownPayee => ({
  phone: phone ?? undefined,
  email: email ?? undefined,
});

const detailsOf = ({ name, accountNumber, vpa, phone, email, addresses }: WholePayee): Detail[] => [
  ...textsOf([name, accountNumber, vpa, email, ...addresses]),
  ...phoneOf(phone),
];

const textsOf = (texts: readonly (string | null)[]): Detail[] =>
  texts.flatMap((text) => (text === null || text === ERASED ? [] : [{ text }]));

const phoneOf = (phone: string | null): Detail[] =>
  phone === null || phone === ERASED ? [] : [{ text: phone.slice(-10), isPhone: true }];

async function eraseParts(
  ctx: Ready,
  merchantId: string,
  payee: PayeeToErase,
): Promise<{ erased: Record<string, number>; busy: number }> {
  const erased: Record<string, number> = {};
  const erase = makeEraser(payee.alone);
  const hasDetails = (text: string): boolean => erase(text) !== text;
  let busy = 0;
  for (const part of PARTS) {
    const done = await eraseRows(ctx, merchantId, { part, payee });
    erased[part.table] = (erased[part.table] ?? 0) + done.rows;
    busy += done.busy;
    if (part.table !== "batches.draft_row") continue;
    const draftIds = done.keys.map((key) => key["draft_id"] as string);
    erased["batches.draft"] = await ctx.db.inMerchant(merchantId, (tx) =>
      dropFilesOfDrafts(tx, { draftIds, hasDetails }),
    );
  }
  const reports = await ctx.db.inMerchant(merchantId, forgetReports);
  erased["reports.report"] = reports.removed;
  const found = Object.entries(erased).filter(([, rows]) => rows > 0);
  return { erased: Object.fromEntries(found), busy: busy + reports.busy };
}

async function tryLater(
  tx: Tx,
  erasureNo: number,
  erased: Readonly<Record<string, number>> | null = null,
): Promise<void> {
  await tx.execute(
    `update erasures.erasure
     set due_at = $3, erased = coalesce($4::jsonb, erased)
     where merchant_id = $1 and erasure_no = $2`,
    [
      tx.merchantId,
      erasureNo,
      new Date(tx.now.getTime() + AGAIN_MS),
      erased === null ? null : JSON.stringify(erased),
    ],
  );
}

/** Erases the payee's own rows, last of all, since everything else is found by them. */
async function finish(
  { vault }: Ready,
  tx: Tx,
  { erasure, erased }: { erasure: Erasure; erased: Readonly<Record<string, number>> },
): Promise<void> {
  const payees = await readWholePayees(tx, vault, erasure.beneficiaryIds);
  const beneIds = payees.map(({ beneficiaryId, beneId, ...payee }) => {
    const isClean =
      beneId === null || makeEraser(detailsOf({ beneficiaryId, beneId, ...payee }))(beneId) === beneId;
    return [beneficiaryId, isClean ? beneId : `erased_${beneficiaryId}`] as const;
  });
  const rows = await erasePayees(tx, new Map(beneIds));
  const all = addCounts(erased, rows > 0 ? { "beneficiaries.beneficiary": rows } : {});
  await tx.execute(
    `update erasures.erasure
     set done_at = $3, due_at = least(all_until, kept_until), erased = $4::jsonb
     where merchant_id = $1 and erasure_no = $2`,
    [tx.merchantId, erasure.erasureNo, tx.now, JSON.stringify(all)],
  );
  const subject = `erasure:${erasure.erasureId}`;
  const detail = { erasureNo: erasure.erasureNo, erased: all };
  await recordAudit(tx, [{ actor: "system", action: "erasures.payee_erased", subject, detail }]);
}
