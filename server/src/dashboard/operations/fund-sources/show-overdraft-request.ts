import type { OverdraftRequest } from "#fund-sources";
import { formatRupees } from "#lib/money";

/** A request for an overdraft limit as the dashboard shows it. */
export function showOverdraftRequest({ limitPaise, ...request }: OverdraftRequest) {
  return { ...request, limit: formatRupees(limitPaise) };
}
