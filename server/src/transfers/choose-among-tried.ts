/** Chooses rail and bank for a transfer that banks have been asked to pay before. Pure. */
import type { PayeeFacts } from "#beneficiaries";
import type { FundSource } from "#fund-sources";
import { standingOf } from "#health";
import type { Config } from "#lib/config";
import { railsOf } from "#rails";
import type { NoRoute, Route } from "#routing";
import { ASK_AGAIN_AFTER_MS, TIMES_MAX } from "./asking-again.ts";
import type { Tried, TroubledBank } from "./read-tried-banks.ts";
import { payeeCodesOf, routeTransfer, type RouteWith } from "./route-transfers.ts";
import type { Transfer } from "./transfer.ts";

export interface ToChoose extends RouteWith {
  readonly transfer: Pick<Transfer, "transferKey" | "mode" | "amountPaise" | "fundSourceId">;
  readonly payee: PayeeFacts;
  /** The fund source that pays. */
  readonly fundSource: Pick<FundSource, "bankId">;
  /** Null if no attempt was given up. */
  readonly tried: Tried | null;
  /** Since when the transfer has waited for a bank that works; null if it does not. */
  readonly downSince: Date | null;
}

/**
 * Prefers banks that were not asked yet, then those that could not be reached, then those that refused
 * because of their own outage. If such an outage is not over, the transfer waits instead of failing. A bank
 * that refused because of the payment itself is never asked again.
 */
export function chooseAmongTried(
  { config: { railCalendar: calendar } }: { readonly config: Pick<Config, "railCalendar"> },
  { transfer, payee, fundSource, tried, downSince, ...routeWith }: ToChoose,
): Route | NoRoute {
  const { refused = [], unreached = [], troubled = [] } = tried ?? {};
  const toRoute = { ...transfer, bankId: fundSource.bankId, payee, calendar };
  const said = [...refused, ...troubled.map(({ bankId }) => bankId)];
  const first = routeTransfer({ ...toRoute, banksTried: [...said, ...unreached] }, routeWith);
  if (first.kind === "route") return first;
  const second = unreached.length === 0 ? first : routeTransfer({ ...toRoute, banksTried: said }, routeWith);
  if (second.kind !== "exhausted" && second.kind !== "down") return second;
  const again = troubled.filter((bank) => mayAskAgain(bank, { transfer, payee, downSince, ...routeWith }));
  if (again.length === 0) return second;
  const third = routeAgain(toRoute, { said, again, routeWith });
  return third.kind === "route" || second.kind === "exhausted" ? third : second;
}

/** Routes with the banks that may be asked again. One that refused a moment ago counts as down. */
function routeAgain(
  toRoute: Omit<Parameters<typeof routeTransfer>[0], "banksTried">,
  {
    said,
    again,
    routeWith,
  }: { said: readonly string[]; again: readonly TroubledBank[]; routeWith: RouteWith },
): Route | NoRoute {
  const { banks, now } = routeWith;
  const find = (bankId: string) => again.find((bank) => bank.bankId === bankId);
  const isFresh = (bank: TroubledBank): boolean => now.getTime() < bank.at.getTime() + ASK_AGAIN_AFTER_MS;
  const resting = banks.map((bank) => {
    const asked = find(bank.bankId);
    return asked !== undefined && isFresh(asked) ? { ...bank, railsDown: bank.rails } : bank;
  });
  const banksTried = said.filter((bankId) => find(bankId) === undefined);
  return routeTransfer({ ...toRoute, banksTried }, { ...routeWith, banks: resting });
}

/** True if the refusal was due to an outage: the bank was known to be down, or the transfer waited since. */
function mayAskAgain(
  { bankId, at, times }: TroubledBank,
  { transfer, payee, downSince, routing, now }: Omit<ToChoose, "tried" | "fundSource">,
): boolean {
  if (times >= TIMES_MAX) return false;
  if (downSince !== null && downSince >= at) return true;
  const { bankCode, handle } = payeeCodesOf(payee);
  return railsOf(transfer.mode, transfer.amountPaise).some((rail) => {
    const payeeCode = rail === "upi" ? handle : bankCode;
    const standing = standingOf(routing.snapshot, { bankId, rail, payeeCode }, now.getTime());
    return standing !== null && standing.state !== "healthy" && standing.wasDown;
  });
}
