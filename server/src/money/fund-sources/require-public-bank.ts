import type { Config } from "#lib/config";
import { classifyAddress, findAddresses, resolveHost, type Resolve } from "#webhooks";
import { FundSourceError } from "./errors.ts";

/**
 * Checks that money may be sent to a real bank's address: https, and every IP address of the host public; or
 * a folder of this computer. An installation in sandbox mode may also reach this computer, where the
 * simulator acts as services. `resolve` replaces the name servers. Throws
 * FundSourceError.bank_address_refused.
 */
export async function requirePublicBank(
  { mode }: Pick<Config, "mode">,
  baseUrl: string,
  resolve: Resolve = resolveHost,
): Promise<void> {
  const refuse = (reason: string) => FundSourceError.bank_address_refused({ reason });
  if (!URL.canParse(baseUrl)) throw refuse("it is not a complete address");
  const { protocol, hostname, username, password, hash } = new URL(baseUrl);
  if (protocol === "file:") return;
  if (username !== "" || password !== "" || hash !== "")
    throw refuse("it holds a user name, a password or a part after #");
  const addresses = await findAddresses(hostname, resolve);
  if (addresses.length === 0) throw refuse("its host name has no address");
  const classes = new Set(addresses.map(classifyAddress));
  if (mode === "sandbox" && classes.size === 1 && classes.has("loopback")) return;
  if (protocol !== "https:") throw refuse("it does not begin with https://");
  if (classes.size > 1 || !classes.has("public")) throw refuse("it leads to an address that is not public");
}
