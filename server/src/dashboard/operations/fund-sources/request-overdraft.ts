import { memberOperation } from "#dashboard/operation";
import { amount, prose, text } from "#http";
import { requestOverdraftLimit } from "#fund-sources";
import { overdraftRequest } from "./schemas.ts";
import { showOverdraftRequest } from "./show-overdraft-request.ts";

export const requestOverdraft = memberOperation({
  name: "requestOverdraft",
  method: "POST",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/overdraft-requests",
  tag: "Fund sources",
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
  handle: async ({ ctx, merchantId, by, input: { fundSourceId, limit, because } }) =>
    showOverdraftRequest(
      await requestOverdraftLimit(ctx, merchantId, { fundSourceId, limitPaise: limit, because, by }),
    ),
});
