import { defineErrors } from "#lib/errors";

export const FundSourceError = defineErrors("fund-sources", {
  not_found: "The merchant has no such fund source.",
  bank_invalid:
    "A bank that is added has a new word as its id, a protocol that takes banks, a name, rails, and known abilities.",
  bank_not_connected: "The merchant has no connection to that bank.",
  mode_mismatch: "A sandbox merchant reaches simulated banks only, a live merchant real ones only.",
  bank_address_refused: "A bank's address begins with https:// and leads to public addresses only.",
  secret_too_short: "A secret that a live merchant shares with its bank has at least 32 characters.",
  upstream_unknown: "There is no such service to connect.",
  key_of_other_environment: "That key is not one of the environment that was chosen.",
  account_taken: "That bank account is a fund source at another bank already.",
  account_invalid: "A bank account number has 6 to 40 letters and digits, without blanks.",
  ifsc_invalid: "{says}",
  holder_invalid: "The name of the account's holder has 1 to 100 characters, and no card number in it.",
  business_type_unknown: "That bank takes some kinds of business only; say first which kind this one is.",
  business_type_not_served:
    "That bank's accounts are fund sources of private limited and partnership businesses only.",
  address_invalid: "A bank's name and address are one line each, of at most 100 and 300 characters.",
  share_invalid: "A share is a whole number of percent, from 0 to 100, named once for a fund source.",
  shares_not_whole: "The shares of the fund sources must total exactly 100 percent.",
  share_in_use: "Give its share to other fund sources first.",
  wallet_stays: "The wallet cannot be switched off.",
  registered_account_missing: "No bank account of the business is registered.",
  top_up_not_suspended: "That money is not waiting to be sent back.",
  amount_invalid: "The amount must be more than nothing.",
  utr_invalid: "That is no UTR: 1 to 35 letters, digits, hyphens, slashes and underscores.",
  top_up_contradiction:
    "Money with that UTR is booked already, with another amount, to another fund source, or as a payment that came " +
    "back. Nothing was booked now. Ask the bank what it is.",
  too_many_entries: "There are too many entries for one file; choose a shorter range.",
  threshold_invalid: "The minimum balance cannot be negative.",
  limit_invalid: "The overdraft limit cannot be negative.",
  because_missing: "Say why, in 1 to 500 characters.",
  overdraft_requested: "A request for that fund source is open already.",
  overdraft_request_not_found: "There is no such request for an overdraft limit.",
  overdraft_request_decided: "The request has been decided already.",
});
