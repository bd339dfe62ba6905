/** Tests connections to banks before they are stored, and those that are. No transaction is open meanwhile. */
import {
  adapterOf,
  CONNECTION_FAULTS,
  type ConnectionFailure,
  type ConnectionTest,
  type Connection,
  UPSTREAMS,
} from "#banks";
import type { Context } from "#lib/context";
import { istDate } from "#lib/ist";
import { formatRupees } from "#lib/money";
import {
  type BankToConnect,
  environmentOf,
  requireSafeBank,
  upstreamBank,
  type UpstreamKeys,
} from "./connect-bank.ts";

/**
 * Tests the key, the address and the account of a connection by a call that moves nothing. Throws
 * FundSourceError.bank_address_refused and secret_too_short.
 */
export async function testConnection(
  ctx: Pick<Context, "config">,
  connection: Omit<BankToConnect, "by">,
): Promise<ConnectionTest> {
  await requireSafeBank(ctx, connection);
  return adapterOf(connection).test(connection, istDate(new Date()));
}

/**
 * Tests keys of a service, at its own address. Throws FundSourceError.upstream_unknown, key_of_other_environment and
 * secret_too_short.
 */
export async function testUpstream(
  ctx: Pick<Context, "config">,
  keys: UpstreamKeys,
): Promise<ConnectionTest> {
  return testConnection(ctx, upstreamBank(keys).input);
}

type Tested = Pick<Connection, "adapter" | "baseUrl" | "keyId" | "debitAccount">;

/** Says in sentences what a test has proved. */
export function describeSuccess(
  test: Exclude<ConnectionTest, ConnectionFailure>,
  connection: Tested,
): string {
  const { baseUrl, debitAccount } = connection;
  if (baseUrl.startsWith("file:")) return "Files can be written, renamed and moved in the folder.";
  const account = `account that ends in ${debitAccount.slice(-4)}`;
  const holds = test.balancePaise === null ? "" : ` and holds ${formatRupees(test.balancePaise)} rupees`;
  const about = test.accountKnown
    ? `The ${account} belongs to it${holds}.`
    : `The bank does not tell whether the ${account} belongs to it: the first payment will show it.`;
  const isTest = isTestKey(connection) ? " This is a test key: payments with it move no money." : "";
  return `The bank accepts the key. ${about}${isTest}`;
}

/** Says in sentences what a failure means, what was seen, and what to do. */
export function describeFailure({ fault, detail }: ConnectionFailure): string {
  const { means, todo } = CONNECTION_FAULTS[fault];
  return `${means} (${detail})\nWhat to do: ${todo}`;
}

function isTestKey({ adapter, keyId = "", baseUrl }: Tested): boolean {
  const upstream = UPSTREAMS.find(({ id }) => id === adapter);
  return upstream !== undefined && environmentOf(upstream, { keyId, baseUrl }) === "test";
}
