import { coversSource, type Caller } from "#access";
import { WALLET_ID } from "#fund-sources";

/**
 * The fund source that a call asks about: the one that is named, else the wallet. Where the key pair may not use the
 * wallet, it is the first that it may use: orders that name none are paid from these too. Null: the key pair may not
 * use the one that is named, which is answered like one that does not exist.
 */
export function sourceAsked(
  { fundSourceIds }: Pick<Caller, "fundSourceIds">,
  named: string | undefined,
): string | null {
  if (named !== undefined) return coversSource(fundSourceIds, named) ? named : null;
  return coversSource(fundSourceIds, WALLET_ID) ? WALLET_ID : fundSourceIds![0]!;
}
