import { defineErrors } from "#lib/errors";

export const RiskError = defineErrors("risk", {
  kind_unknown: "This kind of rule does not exist.",
  parameters_invalid: "The parameters do not fit this kind of rule.",
  scope_invalid: "A rule applies to the merchant, its fund sources, beneficiaries or rails, or one of them.",
  effect_invalid: "A trusted amount can only allow; all other rules review or block.",
  place_invalid: "The position must be a whole number from 0 to 1000000.",
  approval_needed: "This change requires approval. Request it instead.",
  rule_changed: "The rule was changed after this request.",
  rule_not_found: "This rule does not exist.",
  too_many_rules: "The merchant has reached the maximum number of rules.",
  too_many_of_member: "This member has reached the maximum number of rules or blocks of one member.",
  nothing_to_undo: "There is nothing here that an Owner can undo at once.",
  undo_passes_more:
    "Other rules have changed since, so this cannot be undone at once. Request the change instead.",
  payee_invalid: "This is not a beneficiary, bank account, UPI ID, phone number, IFSC or bank.",
  reason_missing: "A reason is required to block a payee.",
  expiry_invalid: "The end of a block must be in the future.",
  block_not_found: "This block does not exist.",
  block_lasts_longer: "This payee is blocked for longer already. Request to unblock it instead.",
  mode_unknown: "This transfer mode does not exist.",
  range_invalid: "The period must start before it ends, and cover at most 31 days.",
  trial_under_way: "Another dry run of this merchant is running.",
  too_much_to_try: "The period has too many transfers for a dry run. Choose a shorter one.",
});
