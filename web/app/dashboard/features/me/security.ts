// The member's second factors and sessions, and the operations whose answers change with a factor.
import type { Outputs } from "#dashboard/api/operations.ts";

export type Security = Outputs["readSecurity"];

export const securityChanges = ["readSecurity", "getSession"] as const;
