// The one door to the engine's and the simulator's own tables. Pages are written at build time, so none of it is shipped.
export { TRANSFER_REASONS, type TransferReason } from "../../../server/src/rails/failure-reasons.ts";
export { REASON_FACTS } from "../../../server/src/rails/reason-facts.ts";
export {
  FEE_GROUPS,
  type FeeGroup,
  PRICE_LISTS,
  type PriceBand,
  TAX_RATES,
} from "../../../server/src/rails/pricing.ts";
export { PERMISSIONS, ROLES, type Permission, type Role } from "../../../server/src/access/permissions.ts";
export { FORMAT_NAMES, FORMATS } from "../../../server/src/batches/formats.ts";
export {
  isPayable,
  OUTCOMES,
  type Outcome,
  SCORES,
} from "../../../server/src/beneficiaries/name-match/outcome.ts";
export { CATEGORY_LIST } from "../../../server/src/notifications/categories.ts";
export { matchNames } from "../../../server/src/beneficiaries/name-match/match-names.ts";
export { LIMITS } from "../../../server/src/rails/limits.ts";
export { machine, publicStatus, type Status } from "../../../server/src/transfers/machine.ts";
export { BANKS } from "../../../bank-simulator/src/banks.ts";
export { GOOD_PAYEES, magicValuesOf } from "../../../bank-simulator/src/magic.ts";
export {
  NAMED_PAYEES,
  nameOfPayee,
  PHONE_WITHOUT_VPA,
  valuesOfNamed,
} from "../../../bank-simulator/src/payee-names.ts";
export { INVALID, STRANGER, UNAVAILABLE } from "../../../bank-simulator/src/verify-payee.ts";
export { SCENARIOS } from "../../../bank-simulator/src/scenarios.ts";
export { default as openApi } from "../../../contract/openapi.json" with { type: "json" };
export { default as webhookCatalogue } from "../../../contract/webhooks.json" with { type: "json" };
export { default as errorCatalogue } from "../../../contract/errors.json" with { type: "json" };
