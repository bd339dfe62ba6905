import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { checkAmount, isIndianMobile, railsOf } from "#rails";
import { readRules } from "#risk";
import { CLAIM_MODES, type ClaimMode } from "./claim.ts";
import type { Link } from "./link.ts";

/** Returns the modes that the amount, the payee's phone, the merchant and its banks allow for a link. */
export async function readOfferedModes(ctx: Context, tx: Tx, link: Link): Promise<ClaimMode[]> {
  const [connections, rules] = await Promise.all([listBankConnections(ctx, tx), readRules(tx)]);
  const rails = new Set(
    connections
      // A claim made while its bank is stopped waits for the bank.
      .filter(({ enabled, stopped }) => enabled || stopped)
      .flatMap((connection) => adapterOf(connection).capabilities(connection.bankId).rails),
  );
  return CLAIM_MODES.filter((mode) => {
    if (checkAmount(mode, link.amountPaise, tx.now) !== null) return false;
    if (rules.unavailableModes.includes(mode) || rules.disabledModes.includes(mode)) return false;
    const isWallet = mode === "paytm" || mode === "amazonpay";
    if (isWallet && !isIndianMobile(link.phone)) return false;
    return railsOf(mode, link.amountPaise).some((rail) => rails.has(rail));
  });
}
