/** The table of causes: for each answer of the API, the way to cause it. */
import type { Cause } from "./cause.ts";
import { causesOfAccess } from "./causes-of-access.ts";
import { causesOfBatches } from "./causes-of-batches.ts";
import { causesOfBeneficiaries } from "./causes-of-beneficiaries.ts";
import { causesOfCards } from "./causes-of-cards.ts";
import { causesOfEveryCall } from "./causes-of-every-call.ts";
import { causesOfFundSources } from "./causes-of-fund-sources.ts";
import { causesOfIncidents } from "./causes-of-incidents.ts";
import { causesOfLending } from "./causes-of-lending.ts";
import { causesOfLinks } from "./causes-of-links.ts";
import { causesOfPhone } from "./causes-of-phone.ts";
import { causesOfNotifications } from "./causes-of-notifications.ts";
import { causesOfReading } from "./causes-of-reading.ts";
import { causesOfRecalls } from "./causes-of-recalls.ts";
import { causesOfReports } from "./causes-of-reports.ts";
import { causesOfTransfers } from "./causes-of-transfers.ts";
import { causesOfValidation } from "./causes-of-validation.ts";

export const allCauses: readonly Cause[] = [
  ...causesOfEveryCall,
  ...causesOfAccess,
  ...causesOfBeneficiaries,
  ...causesOfTransfers,
  ...causesOfPhone,
  ...causesOfValidation,
  ...causesOfBatches,
  ...causesOfCards,
  ...causesOfLending,
  ...causesOfLinks,
  ...causesOfFundSources,
  ...causesOfReading,
  ...causesOfRecalls,
  ...causesOfIncidents,
  ...causesOfReports,
  ...causesOfNotifications,
];
