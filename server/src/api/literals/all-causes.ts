/** The table of causes: how each thing that the API says is made to be said. */
import type { Cause } from "./cause.ts";
import { causesOfAccess } from "./causes-of-access.ts";
import { causesOfBeneficiaries } from "./causes-of-beneficiaries.ts";
import { causesOfEveryCall } from "./causes-of-every-call.ts";
import { causesOfReading } from "./causes-of-reading.ts";
import { causesOfTransfers } from "./causes-of-transfers.ts";

export const allCauses: readonly Cause[] = [
  ...causesOfEveryCall,
  ...causesOfAccess,
  ...causesOfBeneficiaries,
  ...causesOfTransfers,
  ...causesOfReading,
];
