// The member's second factors and sessions, and what is out of date once a factor has changed.
import type { Outputs } from "#dashboard/api/operations.ts";

export type Security = Outputs["readSecurity"];

export const securityChanges = ["readSecurity", "getSession"] as const;
