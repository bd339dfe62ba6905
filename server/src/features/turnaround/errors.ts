import { defineErrors } from "#lib/errors";

export const TurnaroundError = defineErrors("turnaround", {
  nothing_to_claim: "There is nothing to claim from this bank.",
});
