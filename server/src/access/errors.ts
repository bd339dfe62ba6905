import { defineErrors } from "#lib/errors";

export const AccessError = defineErrors("access", {
  bad_credentials: "the client id and the client secret do not belong together",
  apis_disabled: "the APIs are switched off for this merchant",
  ip_not_allowed: "calls from this address need the allowlist or a valid signature",
  too_many_attempts: "too many failed attempts; wait for a minute",
  token_invalid: "the token is unknown, expired, revoked or used from another address",
  session_invalid: "there is no such session, or it has ended",
  organization_not_found: "there is no such organization",
  merchant_not_found: "there is no such merchant",
  api_client_exists: "the merchant has a key pair already; reset it instead",
  api_client_not_found: "the merchant has no key pair",
  api_client_changed: "the key pair was reset in the meantime",
  bad_allowlist:
    "an allowlist has at most 25 entries, each an IPv4 or IPv6 address or a network without bits behind its prefix",
  bad_setting: "a setting is out of its range, or not for this mode",
  bad_password: "a password has 8 to 128 characters",
  bad_email: "that is no e-mail address",
  bad_name: "a name is one line of at most 100 characters, with a letter or digit in it",
  email_taken: "a member with this e-mail address exists",
  member_not_found: "the organization has no such member",
  last_manager: "an organization keeps at least one member who may manage members",
  not_permitted: "this needs a permission that the actor does not hold",
  wrong_master_key: "the data was sealed under a master key that is not given",
});
