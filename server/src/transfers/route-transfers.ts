/** The routing facts of transfers, and the attempt that a chosen route becomes. */
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

/** What choosing needs of a transfer. */
export interface ToRoute {
  /** The merchant's own id of it, from which its share of the banks follows. */
  transferKey: string;
  mode: TransferMode;
  amountPaise: bigint;
  fundSourceId: string;
  /** The bank that holds the fund source's money; null: it may leave by any. */
  bankId: string | null;
  payee: PayeeFacts;
  banksTried: readonly string[];
  /** The installation's `railCalendar`. */
  calendar: CalendarName;
}

/** The merchant's banks as routing sees them. */
export function bankFactsOf(connections: readonly BankConnection[]): BankFacts[] {
  return connections.map((connection) => {
    const { rails, maxPaise } = adapterOf(connection).capabilities(connection.bankId);
    const { bankId, enabled, recoveringSince } = connection;
    return {
      bankId,
      rails,
      enabled,
      ...(maxPaise === undefined ? {} : { maxPaise }),
      // Until its statements since a restore are in, what it has paid is not known: what is accepted waits.
      ...(recoveringSince === null ? {} : { railsDown: rails }),
    };
  });
}

/** A bank that is switched off takes no new order; one that was accepted waits for it as for a bank that is down. */
export function downWhileOff(bank: BankFacts): BankFacts {
  return bank.enabled ? bank : { ...bank, enabled: true, railsDown: bank.rails };
}

/** The banks as an order meets them that was taken before some of them were stopped. */
export function downWhileStopped(
  banks: readonly BankFacts[],
  { connections }: { readonly connections: readonly BankConnection[] },
  takenAt: Date,
): BankFacts[] {
  const since = connections.filter(({ stopped, stoppedAt }) => stopped && (stoppedAt ?? takenAt) >= takenAt);
  const stopped = new Set(since.map(({ bankId }) => bankId));
  return banks.map((bank) => (stopped.has(bank.bankId) ? downWhileOff(bank) : bank));
}

/** What transfers are routed with, beside themselves. */
export interface RouteWith {
  readonly banks: readonly BankFacts[];
  readonly routing: Routing;
  readonly bankPlaces: BankPlaces;
  readonly now: Date;
}

/** Chooses rail and bank of one transfer now. A place that it needs is not taken yet. */
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

/** Whose health may be known apart from that of all payees: the payee's bank, and who answers for its VPA. */
export function payeeCodesOf({ ifsc, vpa }: Pick<PayeeFacts, "ifsc" | "vpa">): {
  bankCode: string | null;
  handle: string | null;
} {
  return {
    bankCode: ifsc?.slice(0, 4).toUpperCase() ?? null,
    handle: vpa?.split("@")[1]?.toLowerCase() ?? null,
  };
}

/** By which rails the payee's bank or handle is down. */
function railsDownOf(
  { bankCode, handle }: ReturnType<typeof payeeCodesOf>,
  down: Routing["payeesDown"],
): Rail[] {
  const codes: Partial<Record<Entity, string | null>> = { bank: bankCode, handle };
  return down.flatMap(({ entity, entityCode, mode }) => (codes[entity] === entityCode ? [mode] : []));
}

const LOOK_AGAIN_MS = 60_000;
const LOOK_AGAIN_MS_MIN = 1_000;

/** When a transfer that waits for a bank is looked at again, a minute from now at the latest. */
export function dueWhenDown(route: Route | NoRoute, now: Date): Date {
  const known = route.kind === "down" ? [route.opensAt, route.againAt] : [];
  const moments = known.flatMap((at) => (at === null ? [] : [at.getTime() - now.getTime()]));
  const ms = Math.min(LOOK_AGAIN_MS, ...moments);
  return new Date(now.getTime() + Math.max(ms, LOOK_AGAIN_MS_MIN));
}

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Longest reference each rail's messages carry. */
const REFERENCE_LENGTH: Partial<Record<Rail, number>> = { upi: 32 };
const REFERENCE_LENGTH_USUAL = 16;

/**
 * Our reference of one attempt. It follows from the merchant, the merchant's own id of the transfer and the
 * attempt's number alone: made again after a restore from a backup it is the same, and the bank knows it.
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
