import type { Actor } from "#audit";
import { type Connection, UPSTREAMS } from "#banks";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { requirePublicBank } from "./require-public-bank.ts";
import { sealConnection, writeConnection } from "./write-connection.ts";

export interface BankToConnect extends Connection {
  /** True for a bank of the simulator. Sandbox merchants may only use those, live merchants none of them. */
  readonly simulated: boolean;
  readonly by?: Actor;
}

/**
 * Connects a merchant to a bank and opens the bank's ledger accounts. A connected bank takes the new address
 * and secrets, keeps its number, and stays switched on or off. Throws FundSourceError.mode_mismatch, and for
 * a bank that is not simulated bank_address_refused and secret_too_short.
 */
export async function connectBank(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  input: BankToConnect,
): Promise<{ bankNo: number }> {
  const { by = "system", ...connection } = input;
  return connecting(ctx, merchantId, input, async (tx) =>
    writeConnection(tx, await sealConnection(tx, ctx.vault, connection), by),
  );
}

/** Checks a connection, and does in a transaction what connects it. Throws as `connectBank` does. */
export async function connecting<T>(
  ctx: Pick<Context, "config" | "db">,
  merchantId: string,
  input: BankToConnect,
  connect: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { bankId, simulated } = input;
  if (!simulated) {
    requireLongSecrets(input);
    if (!isServicesOwn(input)) await requirePublicBank(ctx.config, input.baseUrl);
  }
  try {
    return await ctx.db.inMerchant(merchantId, connect);
  } catch (error) {
    if (!violates(error, "only_sandbox_merchants_use_simulated_banks")) throw error;
    throw FundSourceError.mode_mismatch({ bankId, simulated });
  }
}

const SECRET_LENGTH_MIN = 32;

/**
 * An upstream sets the length of its own keys; the business and its bank choose all other secrets. A folder
 * uses no secret.
 */
function requireLongSecrets({ adapter, baseUrl, apiKey, callbackSecret }: BankToConnect): void {
  if (baseUrl.startsWith("file:")) return;
  const isGiven = UPSTREAMS.some(({ id }) => id === adapter);
  for (const [name, secret] of Object.entries(isGiven ? { callbackSecret } : { apiKey, callbackSecret })) {
    if (secret.length < SECRET_LENGTH_MIN)
      throw FundSourceError.secret_too_short({ secret: name, lengthMin: SECRET_LENGTH_MIN });
  }
}

/** Returns true if the address is a known one of a service, so it was not typed in. */
const isServicesOwn = ({ adapter, baseUrl }: BankToConnect): boolean =>
  UPSTREAMS.some(({ id, baseUrls }) => id === adapter && Object.values(baseUrls).includes(baseUrl));
