import { coversSource, type Caller } from "#access";
import { WALLET_ID } from "#fund-sources";

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
