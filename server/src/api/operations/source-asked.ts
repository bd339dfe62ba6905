import { coversSource, type Caller } from "#access";
import { WALLET_ID } from "#fund-sources";
import { optional, refusing, type Rule } from "#http";
import { anyText } from "./classic-rules.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";

/** The ID of a fund source, where any text may be looked up. */
export const anySourceRule = (description: string): Rule<string> =>
  anyText({ max: FUND_SOURCE_ID_LENGTH_MAX, description });

/** The fund source that a request is about. */
export const askedSource = refusing(optional(anySourceRule("The fund source; the wallet by default.")), {
  wrong: "fund_source_not_available",
});

/**
 * Returns the fund source of a request: the named one, else the wallet. If the key pair may not use the
 * wallet, it is the first one that it may use: orders that name none are paid from these too. Null: the key
 * pair may not use the named one, which is answered like one that does not exist.
 */
export function sourceAsked(
  { fundSourceIds }: Pick<Caller, "fundSourceIds">,
  named: string | undefined,
): string | null {
  if (named !== undefined) return coversSource(fundSourceIds, named) ? named : null;
  return coversSource(fundSourceIds, WALLET_ID) ? WALLET_ID : fundSourceIds![0]!;
}
