/** Collects the routing facts of transfers, and derives the reference of an attempt. */
import type { Context } from "#lib/context";
import { adapterOf } from "#banks";
import { storedCardOf, type PayeeFacts } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import { CALENDARS, lookUpIfsc, type CalendarName, type Rail, type TransferMode } from "#rails";
import type { BankPlaces, Entity } from "#health";
import {
  bucketOf,
  chooseRoute,
  findFull,
  type BankFacts,
  type NoRoute,
  type Route,
  type RouteFacts,
  type Routing,
} from "#routing";

/** The facts of a transfer that routing needs. */
export interface ToRoute {
  /** The transfer key, which decides which bank's share the transfer belongs to. */
  transferKey: string;
  mode: TransferMode;
  amountPaise: bigint;
  fundSourceId: string;
  /** The bank that holds the fund source's money. Null means that any bank can pay. */
  bankId: string | null;
  payee: PayeeFacts;
  banksTried: readonly string[];
  /** The installation's `railCalendar`. */
  calendar: CalendarName;
}

/** Returns the merchant's banks, all of them, as routing sees them. */
export function bankFactsOf(connections: readonly BankConnection[]): BankFacts[] {
  // After a restore, a bank's payments are not known until its statements are in. It may have paid an order that is
  // repeated now, so no other bank may pay it either.
  const someRecover = connections.some(({ recoveringSince }) => recoveringSince !== null);
  return connections.map((connection) => {
    const { rails, maxPaise } = adapterOf(connection).capabilities(connection.bankId);
    const { bankId, enabled } = connection;
    return {
      bankId,
      rails,
      enabled,
      ...(maxPaise === undefined ? {} : { maxPaise }),
      ...(someRecover ? { railsDown: rails } : {}),
    };
  });
}

/** A disabled bank takes no new orders; accepted ones wait for it as for a bank that is down. */
export function downWhileOff(bank: BankFacts): BankFacts {
  return bank.enabled ? bank : { ...bank, enabled: true, railsDown: bank.rails };
}

/** Returns the banks as they count for an order that was taken before some of them were stopped. */
export function downWhileStopped(
  banks: readonly BankFacts[],
  { connections }: { readonly connections: readonly BankConnection[] },
  takenAt: Date,
): BankFacts[] {
  const since = connections.filter(({ stopped, stoppedAt }) => stopped && (stoppedAt ?? takenAt) >= takenAt);
  const stopped = new Set(since.map(({ bankId }) => bankId));
  return banks.map((bank) => (stopped.has(bank.bankId) ? downWhileOff(bank) : bank));
}

/** The facts for routing that are not about one transfer. */
export interface RouteWith {
  readonly banks: readonly BankFacts[];
  readonly routing: Routing;
  readonly bankPlaces: BankPlaces;
  readonly now: Date;
}

/** Chooses rail and bank of one transfer now. Does not take the place that it may need. */
export function routeTransfer(
  transfer: ToRoute,
  { banks, routing, bankPlaces, now }: RouteWith,
): Route | NoRoute {
  const { mode, amountPaise, fundSourceId, bankId, payee, banksTried, calendar, transferKey } = transfer;
  const hasImps = payee.ifsc === null || lookUpIfsc(payee.ifsc)?.imps !== false;
  const { policy, policyVersion, snapshot, payeesDown } = routing;
  const codes = payeeCodesOf(payee);
  const facts: RouteFacts = {
    mode,
    amountPaise,
    now,
    payee: {
      hasAccount: payee.sealedAccount !== null && payee.ifsc !== null,
      hasVpa: payee.vpa !== null,
      hasPhone: payee.phone !== null,
      hasCard: payee.sealedCard !== null || storedCardOf(payee) !== null,
      railsRefused: hasImps ? [] : ["imps"],
      railsDown: railsDownOf(codes, payeesDown),
      ...codes,
    },
    banks,
    banksTried,
    fundSource: { fundSourceId, bankId },
    calendar: CALENDARS[calendar],
    policy,
    policyVersion,
    snapshot,
    ...(policy.shares.length === 0 ? {} : { bucket: bucketOf(transferKey) }),
  };
  return chooseRoute({ ...facts, full: findFull(facts, bankPlaces) });
}

/** Returns the codes whose health may be known separately: the payee's bank, and the handle of its VPA. */
export function payeeCodesOf({ ifsc, vpa }: Pick<PayeeFacts, "ifsc" | "vpa">): {
  bankCode: string | null;
  handle: string | null;
} {
  return {
    bankCode: ifsc?.slice(0, 4).toUpperCase() ?? null,
    handle: vpa?.split("@")[1]?.toLowerCase() ?? null,
  };
}

/** Returns the rails on which the payee's bank or handle is down. */
function railsDownOf(
  { bankCode, handle }: ReturnType<typeof payeeCodesOf>,
  down: Routing["payeesDown"],
): Rail[] {
  const codes: Partial<Record<Entity, string | null>> = { bank: bankCode, handle };
  return down.flatMap(({ entity, entityCode, mode }) => (codes[entity] === entityCode ? [mode] : []));
}

const LOOK_AGAIN_MS = 60_000;
const LOOK_AGAIN_MS_MIN = 1_000;

/** Returns when a transfer that waits for a bank is checked again: in a minute at the latest. */
export function dueWhenDown(route: Route | NoRoute, now: Date): Date {
  const known = route.kind === "down" ? [route.opensAt, route.againAt] : [];
  const moments = known.flatMap((at) => (at === null ? [] : [at.getTime() - now.getTime()]));
  const ms = Math.min(LOOK_AGAIN_MS, ...moments);
  return new Date(now.getTime() + Math.max(ms, LOOK_AGAIN_MS_MIN));
}

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** The longest reference that each rail's messages can carry, in characters. */
const REFERENCE_LENGTH: Partial<Record<Rail, number>> = { upi: 32 };
const REFERENCE_LENGTH_USUAL = 16;

/**
 * Returns our reference of one attempt. It depends only on the merchant, the transfer key and the attempt's number, so
 * deriving it again after a restore from a backup gives the same reference, and the bank recognizes it.
 */
export function referenceOf(
  ctx: Context,
  {
    merchantId,
    transferKey,
    attempt,
    rail,
  }: { merchantId: string; transferKey: string; attempt: number; rail: Rail },
): string {
  const digest = ctx.vault.hmac("transfers.reference", `${merchantId}|${transferKey}|${attempt}`);
  const length = REFERENCE_LENGTH[rail] ?? REFERENCE_LENGTH_USUAL;
  return [...digest.subarray(0, length)].map((byte) => ALPHABET[byte & 31]).join("");
}
