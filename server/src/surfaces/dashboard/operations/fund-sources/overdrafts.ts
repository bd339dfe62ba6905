/** Overdrafts that a merchant asks for. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import {
  listOverdraftRequests as readRequests,
  type OverdraftRequest,
  requestOverdraftLimit,
} from "#fund-sources";
import { amount, prose, text } from "#http";
import { formatRupees } from "#lib/money";
import { overdraftRequest } from "./schemas.ts";

const operation = resource({ at: "", tag: "Fund sources", permission: "access_transfers" });

function showOverdraftRequest({ limitPaise, ...request }: OverdraftRequest) {
  return { ...request, limit: formatRupees(limitPaise) };
}

export const listOverdraftRequests = operation({
  name: "listOverdraftRequests",
  method: "GET",
  path: "/overdraft-requests",
  summary: "The latest requests for overdraft limits and what became of them",
  output: Type.Object({ items: Type.Array(overdraftRequest) }),
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, readRequests),
  show: (requests) => ({ items: requests.map(showOverdraftRequest) }),
});

export const requestOverdraft = operation({
  name: "requestOverdraft",
  method: "POST",
  path: "/fund-sources/{fundSourceId}/overdraft-requests",
  summary: "Request an overdraft limit; granted at once in the sandbox",
  permission: "manage_limits",
  stepUp: true,
  pathFields: { fundSourceId: text({ max: 40 }) },
  body: { limit: amount({ min: 0n }), because: prose({ max: 500 }) },
  output: overdraftRequest,
  refusals: {
    not_found: { status: 404, message: "This fund source does not exist." },
    because_missing: { status: 422, message: "Enter a reason of 1 to 500 characters." },
    overdraft_requested: { status: 409, message: "A request for this fund source is open already." },
  },
  handle: ({ ctx, merchantId, by, input: { fundSourceId, limit, because } }) =>
    requestOverdraftLimit(ctx, merchantId, { fundSourceId, limitPaise: limit, because, by }),
  show: showOverdraftRequest,
});
