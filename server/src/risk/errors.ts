import { defineErrors } from "#lib/errors";

export const RiskError = defineErrors("risk", {
  kind_unknown: "There is no such kind of rule.",
  parameters_invalid: "The rule's parameters are not what its kind asks for.",
  scope_invalid:
    "A rule is of the merchant, or of its fund sources, beneficiaries or rails, or of one of them.",
  effect_invalid: "Rules of trust allow; all others review or block.",
  place_invalid: "A rule's place is a whole number from 0 to 1000000.",
  approval_needed: "This change to a rule requires approval: request it instead.",
  rule_changed: "The rule has been changed since this was asked for.",
  rule_not_found: "The merchant has no such rule.",
  too_many_rules: "The merchant has as many rules as a merchant may have.",
  payee_invalid: "That is no beneficiary, bank account, VPA, phone number, IFSC or bank.",
  reason_missing: "A reason is required to block a payee.",
  expiry_invalid: "A block ends later than now, or never.",
  block_not_found: "The merchant has no such block.",
  mode_unknown: "There is no such transfer mode.",
  range_invalid: "A rule is tried on at most 31 days, and they begin before they end.",
  too_much_to_try: "There are too many transfers for one try; take fewer days.",
});
