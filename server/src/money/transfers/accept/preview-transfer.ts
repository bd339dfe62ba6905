/** Previews the outcome of an order: accepts it as usual, reads the acceptance and rolls everything back. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askedSum, type AskedSum, type PolicySet, type RequestToOpen, type Requirement } from "#approvals";
import type { PayeeFacts } from "#beneficiaries";
import { chooseSource, type FundSource } from "#fund-sources";
import {
  CALENDARS,
  expectedBy,
  modeLimits,
  type Limits,
  type Rail,
  railOf,
  TRANSFER_MODES,
  type TransferMode,
} from "#rails";
import { forbiddenMode } from "#risk";
import type { NoRoute, Route } from "#routing";
import { checkOrder, type OrderRefusal } from "./check-order.ts";
import { decideOrders, refusalOf } from "./decide-orders.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { priceFor, type Price } from "../price.ts";
import { readAcceptanceFacts, type AcceptanceFacts } from "./read-acceptance-facts.ts";
import { askAcceptance } from "./ask-acceptance.ts";
import { bankFactsOf, routeTransfer } from "../send/route-transfers.ts";

/** One mode in which the same payment could be ordered. */
export interface ModeOption extends Limits, Price {
  readonly mode: TransferMode;
  /** The reason why this mode is not possible. Null if it is possible. */
  readonly refusal: OrderRefusal | null;
  /** The rail that would carry it now. Null means that none ever would. */
  readonly rail: Rail | null;
  /** The time when a rail opens for it. Null means that one is open. */
  readonly opensAt: Date | null;
  /** The time by which the payee usually has the money. */
  readonly expectedBy: Date | null;
}

export interface Preview {
  readonly order: TransferOrder;
  readonly acceptance: Acceptance;
  /** Undefined if the beneficiary does not exist. */
  readonly payee: PayeeFacts | undefined;
  /** The fund source that would pay. Null means that none can. */
  readonly source: FundSource | null;
  readonly route: Route | NoRoute | null;
  /** The approvals needed first. Null means none. */
  readonly requirement: Requirement | null;
  /** The sum of 24 hours because of which approval is needed. Null means that the amount alone requires it. */
  readonly askedSum: AskedSum | null;
  readonly options: readonly ModeOption[];
  /** For how long it would wait for money, if there is too little. Null means that it would not. */
  readonly queueSeconds: number | null;
  /** The merchant's clock. */
  readonly now: Date;
}

/** Carries the result out of a transaction that must be rolled back. */
class Undo extends Error {
  readonly preview: Preview;
  constructor(preview: Preview) {
    super("a preview is undone");
    this.preview = preview;
  }
}

/**
 * Decides an order by the code that accepts it, and rolls back what that wrote: nothing is stored, sent or
 * used up. The fund sources are locked for as long as one acceptance takes.
 */
export async function previewTransfer(
  ctx: Context,
  merchantId: string,
  order: TransferOrder,
): Promise<Preview> {
  try {
    return await ctx.db.inMerchant<never>(merchantId, async (tx) => {
      throw new Undo(await decide(ctx, tx, order));
    });
  } catch (error) {
    if (error instanceof Undo) return error.preview;
    throw error;
  }
}

async function decide(ctx: Context, tx: Tx, order: TransferOrder): Promise<Preview> {
  const asked = await askAcceptance(ctx, tx, [order], null);
  const facts = await readAcceptanceFacts(ctx, tx, { orders: [order], asked });
  const [payee] = facts.payees;
  const routeFrom = (source: FundSource, mode: TransferMode): Route | NoRoute | null =>
    payee === undefined
      ? null
      : routeTransfer(
          { ...order, ...source, mode, payee, banksTried: [], calendar: ctx.config.railCalendar },
          { ...facts, banks: bankFactsOf(facts.connections), now: tx.now },
        );
  const chosen = chooseSource(
    order,
    facts.fundSources,
    (source) => (routeFrom(source, order.mode)?.kind ?? "impossible") !== "impossible",
  );
  const source = "code" in chosen ? null : chosen;
  const options = TRANSFER_MODES.map((mode) =>
    optionOf(ctx, {
      order: { ...order, mode },
      facts,
      now: tx.now,
      route: source && routeFrom(source, mode),
    }),
  );
  const decided = decideOrders(ctx, { tx, orders: [order], facts, places: 1 });
  const approval = decided.taken[0]?.approval;
  return {
    order,
    acceptance: decided.acceptances[0]!,
    payee,
    source,
    route: source && routeFrom(source, order.mode),
    requirement: approval?.requirement ?? null,
    askedSum: approval === undefined ? null : askedSumOf(approval, facts.policies),
    options,
    queueSeconds: facts.queue.seconds,
    now: tx.now,
  };
}

/** Requirements of the risk shield or of a draft have no policy version. */
function askedSumOf({ requirement, facts }: RequestToOpen, policies: PolicySet | null): AskedSum | null {
  return policies?.version === requirement.policyVersion ? askedSum(policies, facts) : null;
}

function refusalOfRoute(route: Route | NoRoute | null, facts: AcceptanceFacts): OrderRefusal | null {
  // The fund source was chosen before the mode.
  return route?.kind === "impossible"
    ? { code: refusalOf(route, { bankId: null }, facts), details: {} }
    : null;
}

interface Option {
  readonly order: TransferOrder;
  readonly facts: AcceptanceFacts;
  readonly now: Date;
  readonly route: Route | NoRoute | null;
}

function optionOf(ctx: Context, { order, facts, now, route }: Option): ModeOption {
  const { mode, amountPaise } = order;
  const forbidden = forbiddenMode(facts.risk.inForce, order);
  const refusal = forbidden ?? checkOrder(order, facts.payees[0], now);
  const rail = route?.kind === "route" || route?.kind === "closed" ? route.rail : null;
  const calendar = CALENDARS[ctx.config.railCalendar];
  const opensAt = route?.kind === "closed" ? route.opensAt : null;
  return {
    mode,
    ...modeLimits(mode, now),
    refusal: refusal ?? refusalOfRoute(route, facts),
    rail,
    ...priceFor({ originKind: null, mode, rail: rail ?? railOf(mode, amountPaise), amountPaise }, now),
    opensAt,
    expectedBy: rail === null ? null : expectedBy(rail, now, calendar),
  };
}
