/** Errors of a beneficiary. Sentences of the classic contract are its literal texts. */
import { defineErrors } from "#lib/errors";

export const BeneficiaryError = defineErrors("beneficiaries", {
  id_invalid: "Please provide a valid Beneficiary Id",
  email_invalid: "Please provide a valid email",
  name_invalid: "Please provide a valid name",
  phone_invalid: "Please provide a valid Phone Number",
  account_invalid: "Please provide a valid Bank Account",
  ifsc_invalid: "Please provide a valid Bank IFSC code",
  vpa_invalid: "Please provide a valid Virtual Payee Address",
  address_invalid: "Please provide a valid Address",
  city_invalid: "Please provide a valid City Name",
  state_invalid: "Please provide a valid State Name",
  pincode_invalid: "Please provide a valid Pin code",
  card_invalid: "Please provide a valid MasterCard or Visa card number",
  card_not_masked: "Please provide a masked card number of a valid MasterCard or Visa card",
  // Also for the interfaces, if a field is not text at all.
  details_invalid: "Invalid details provided",
  group_inactive: "Beneficiary group is not an active group",
  id_exists: "Beneficiary Id already exists",
  account_registered: "Entered bank Account is already registered",
  own_account: "Cannot add yourself as a beneficiary",
  platform_account: "A virtual account or UPI ID of this platform cannot be added as a beneficiary",
  // For a UPI network that does not know the address, as bank adapters with address validation report.
  vpa_unknown: "Please provide a valid VPA",
  // Kept for the catalogue and never thrown: the contract's own sample request has both.
  account_and_vpa_given:
    "Bank account and VPA are both provided in the request. " +
    "Please add either of them to add the beneficiary.",

  not_found: "Beneficiary does not exist",
  nothing_to_verify: "Only bank accounts and UPI IDs can be verified.",
  account_not_found: "Beneficiary not found with given bank account details",
  lookup_incomplete: "Please provide both bank account and ifsc",
  lookup_invalid: "Please provide a valid bank account and ifsc",
  lookup_ifsc_invalid: "Please provide a valid ifsc",
  id_missing: "BeneId missing in the request",
  removal_not_found: "Beneficiary does not exist with given Id",
  too_many: "Too many beneficiaries at once",
  too_many_added: "A member has added too many beneficiaries in seven days. Ask an Owner to add more",
  too_many_verifications: "A member has verified too many beneficiaries in 24 hours",
  too_many_of_member: "A member has removed too many beneficiaries in seven days",
  nothing_to_restore: "No member removed this beneficiary alone in the last seven days",
  id_given_again: "The ID was given to a beneficiary again",
});

export type BeneficiaryErrorCode = keyof typeof BeneficiaryError.texts;

/** Errors in what an operator enters about IFSCs. */
export const IfscError = defineErrors("beneficiaries", {
  malformed: "An IFSC has four letters, a zero and six letters or digits",
  replaced_by: "A code is replaced by another one that is on the list or was added",
  too_few: "This is no whole list of IFSCs: it must have at least 100,000 codes. Nothing was changed",
  too_old: "The list in use is newer. Nothing was changed",
});
