// The parameters of each kind of rule, and the outcome of a change.
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";

export type Rule = Outputs["listRules"]["items"][number];
export type Kind = Rule["kind"];
export type Parameters = Inputs["addRule"]["parameters"];
export type ParameterName = keyof Parameters;
export type Trial = Outputs["tryRule"];

export const kinds = [
  "transfer_limit",
  "daily_limit",
  "velocity",
  "new_payee",
  "duplicate",
  "unusual_amount",
  "trusted_amount",
] as const satisfies readonly Kind[];

export const scopes = [
  "merchant",
  "fund_source",
  "beneficiary",
  "rail",
] as const satisfies readonly Rule["scope"][];

/** The parameters of each kind with their initial values. */
export const parametersOf: Readonly<Record<Kind, Readonly<Partial<Record<ParameterName, string>>>>> = {
  transfer_limit: { limit: "200000.00" },
  daily_limit: { limit: "1000000.00" },
  velocity: { transfers: "50", periodMinutes: "60" },
  new_payee: { above: "50000.00", addedWithinHours: "24" },
  duplicate: { periodMinutes: "60" },
  unusual_amount: { times: "5", leastKnown: "5", direction: "above" },
  trusted_amount: { upTo: "1000.00" },
};

export const isAmount = (name: string): boolean => name === "limit" || name === "upTo" || name === "above";

const dayMs = 86_400_000;

/** Returns the last thirty days by the merchant's clock, which may be ahead of this computer's. */
export function lastThirtyDays(now: number): { from: string; to: string } {
  return { from: new Date(now - 30 * dayMs).toISOString(), to: new Date(now + 60_000).toISOString() };
}

/** The result of a change of the rules or of a block. */
export type Requested = Pick<Outputs["changeRule"], "requestId" | "aloneUntil">;

/** Returns the key of the text that describes the outcome. `made` is the key for a change that needs no approval. */
export function outcomeOf<Made extends string>({ requestId, aloneUntil }: Requested, made: Made) {
  if (requestId === null) return made;
  return aloneUntil === null ? "waits" : "waitsAlone";
}
