/** A preview as the dashboard shows it: the outcome, the cost, and what stands in the way of the transfer. */
import Type from "typebox";
import type { LevelToFill } from "#approvals";
import { passedOver } from "#routing";
import { partnerBank } from "#banks";
import type { FundSource, Balance } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { lookUpIfsc, withPaidOnly } from "#rails";
import type { Acceptance, ModeOption, Preview } from "#transfers";
import { describeRefusal } from "./refusal-sentences.ts";

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const refusalSchema = Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() });

export const previewSchema = {
  outcome: Type.Enum(["sent", "waits", "needs_approval", "rejected", "failed", "refused", "repeated"], {
    description:
      "The outcome: rejected and failed are stored and use up the reference, refused stores nothing.",
  }),
  refusal: nullable(refusalSchema),
  waitingFor: nullable(Type.String()),
  nextAt: nullable(Type.String({ description: "When it is next checked, where it waits." })),
  mode: Type.String(),
  amount: Type.String(),
  fee: Type.String(),
  tax: Type.String(),
  total: Type.String(),
  mostCharges: nullable(
    Type.String({
      description:
        "Fee and tax of the dearest rail that may carry it, held until it is paid. Null: none is dearer.",
    }),
  ),
  fundSource: nullable(Type.Object({ fundSourceId: Type.String(), name: Type.String() })),
  available: nullable(Type.String()),
  balanceAfter: nullable(Type.String()),
  shortfall: nullable(
    Type.Object(
      {
        amount: Type.String(),
        then: Type.Enum(["waits", "failed"]),
        hours: nullable(Type.Number({ description: "How long it waits." })),
      },
      {
        description:
          "What is missing now, and what becomes of it if that is still missing when it would be paid.",
      },
    ),
  ),
  route: nullable(
    Type.Object({
      rail: Type.String(),
      bankId: Type.String(),
      bankName: Type.String(),
      skipped: Type.Array(
        Type.Object({ rail: Type.String(), bankId: Type.String(), because: Type.String() }),
        { description: "Preferred rails and banks that were skipped." },
      ),
    }),
  ),
  payee: nullable(
    Type.Object({
      name: Type.String(),
      beneId: nullable(Type.String()),
      accountLast4: nullable(Type.String()),
      ifsc: nullable(Type.String()),
      bankName: nullable(Type.String()),
      vpa: nullable(Type.String()),
      phone: nullable(Type.String()),
      addedAt: Type.String(),
    }),
  ),
  approval: nullable(
    Type.Object({
      policy: Type.String(),
      expiresAfterMinutes: Type.Integer(),
      levels: Type.Array(Type.Object({ approvers: Type.Integer(), names: Type.Array(Type.String()) })),
      sum: nullable(
        Type.Object(
          { of: Type.Enum(["payee", "maker"]), amount: Type.String() },
          {
            description:
              "The total in 24 hours, for the payee or by you, because of which the policy applies. Null: it applies " +
              "to the amount alone.",
          },
        ),
      ),
    }),
  ),
  modes: Type.Array(
    Type.Object({
      mode: Type.String(),
      refusal: nullable(refusalSchema),
      rail: nullable(Type.String()),
      min: Type.String(),
      max: Type.String(),
      fee: Type.String(),
      tax: Type.String(),
      opensAt: nullable(Type.String()),
      expectedBy: nullable(Type.String()),
    }),
  ),
} as const;

interface Beside {
  readonly balance: Balance | null;
  /** Null if no approval is needed. */
  readonly levels: readonly LevelToFill[] | null;
}

export function describePreview(preview: Preview, { balance, levels }: Beside) {
  const { acceptance, payee, source, route } = preview;
  const transfer = acceptance.kind === "refused" ? null : acceptance.transfer;
  const option = preview.options.find(({ mode }) => mode === preview.order.mode)!;
  const { amountPaise } = preview.order;
  const { feePaise, taxPaise, reservePaise } = transfer ?? option;
  const totalPaise = amountPaise + feePaise + taxPaise;
  return {
    outcome: outcomeOf(acceptance),
    refusal: refusalOf(acceptance),
    waitingFor: transfer?.waitingFor ?? null,
    nextAt: transfer?.waitingFor ? transfer.dueAt : null,
    mode: preview.order.mode,
    amount: formatRupees(amountPaise),
    fee: formatRupees(feePaise),
    tax: formatRupees(taxPaise),
    total: formatRupees(totalPaise),
    mostCharges: reservePaise === 0n ? null : formatRupees(feePaise + taxPaise + reservePaise),
    fundSource: nameOf(source),
    available: balance && formatRupees(balance.availablePaise),
    balanceAfter: balance && formatRupees(balance.availablePaise - totalPaise),
    shortfall:
      balance && shortfallOf(totalPaise + reservePaise - balance.spendablePaise, preview.queueSeconds),
    route: routeOf(route),
    payee: payee === undefined ? null : payeeOf(withPaidOnly(preview.order.mode, payee)),
    approval: approvalOf(preview, levels),
    modes: preview.options.filter(({ mode }) => mode !== "card").map(modeOf),
  };
}

function approvalOf({ requirement, askedSum }: Preview, levels: Beside["levels"]) {
  if (requirement === null || levels === null) return null;
  const { policyName: policy, expireAfterMinutes: expiresAfterMinutes } = requirement;
  const sum = askedSum && { of: askedSum.of, amount: formatRupees(askedSum.paise) };
  return { policy, expiresAfterMinutes, levels, sum };
}

function shortfallOf(missingPaise: bigint, queueSeconds: number | null) {
  if (missingPaise <= 0n) return null;
  return {
    amount: formatRupees(missingPaise),
    then: queueSeconds === null ? "failed" : "waits",
    hours: queueSeconds === null ? null : queueSeconds / 3_600,
  };
}

function outcomeOf(acceptance: Acceptance) {
  if (acceptance.kind !== "accepted") return acceptance.kind;
  const { status } = acceptance.transfer;
  if (status === "awaiting_approval") return "needs_approval";
  return status === "waiting" ? "waits" : "sent";
}

function refusalOf(acceptance: Acceptance) {
  if (acceptance.kind === "refused") return describeRefusal(acceptance.code, acceptance.details);
  return "code" in acceptance ? describeRefusal(acceptance.code) : null;
}

function nameOf(source: FundSource | null) {
  return source && { fundSourceId: source.fundSourceId, name: source.name };
}

function routeOf(route: Preview["route"]) {
  if (route?.kind !== "route") return null;
  const skipped = passedOver(route.explanation).map(({ rail, bankId, skipped: because }) => ({
    rail,
    bankId,
    because,
  }));
  return {
    rail: route.rail,
    bankId: route.bankId,
    bankName: partnerBank(route.bankId)?.name ?? route.bankId,
    skipped,
  };
}

function payeeOf({ name, beneId, accountLast4, ifsc, vpa, phone, addedAt }: NonNullable<Preview["payee"]>) {
  const bankName = ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? null);
  return { name, beneId, accountLast4, ifsc, bankName, vpa, phone, addedAt };
}

function modeOf({ mode, refusal, rail, opensAt, expectedBy, ...prices }: ModeOption) {
  return {
    mode,
    refusal: refusal && describeRefusal(refusal.code, refusal.details),
    rail,
    min: formatRupees(prices.minPaise),
    max: formatRupees(prices.maxPaise),
    fee: formatRupees(prices.feePaise),
    tax: formatRupees(prices.taxPaise),
    opensAt,
    expectedBy,
  };
}
