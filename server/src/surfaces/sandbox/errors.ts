import { defineErrors } from "#lib/errors";

export const SandboxError = defineErrors("sandbox", {
  bad_request: "The request does not say what is needed.",
  not_sandbox: "Only a sandbox merchant may do this.",
  clock_is_moving: "The clock is still on an earlier way; read it, and move it again when it has arrived.",
  unavailable: "The service is not available at the moment; try again in a few seconds.",
  too_many_requests: "Too many requests; try again when the time given has passed.",
  transfer_not_found: "The transfer does not exist, or no bank has been told of it yet.",
  member_not_found: "The organization has no member with this e-mail address.",
  bank_not_found: "The merchant has no such bank.",
  rail_not_offered: "The bank does not offer this rail.",
  drill_running: "A drill goes on at this bank already.",
  drill_not_running: "No drill goes on at this bank.",
  too_little_money: "The wallet has too little money for these payments.",
  source_takes_nothing: "No money can arrive for that fund source.",
  organization_is_live: "The organization has a live merchant, for which this counts too.",
  control_not_found: "The sandbox has no such control; the documentation lists them all.",
  simulator_refused: "The bank simulator refused.",
  idempotency_key_invalid: "An idempotency key has 1 to 255 printable ASCII characters and is sent once.",
  idempotency_key_reused: "The idempotency key belongs to another request, which the details name.",
  idempotency_key_in_use:
    "The first request with this idempotency key is still under way; send it again in a second.",
});
