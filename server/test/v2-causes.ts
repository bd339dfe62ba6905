/** Causes the refusals of the v2 API: orders with one fault, and a record of the answers. */
import assert from "node:assert/strict";
import { operationsV2, refusalsOf } from "#api";
import { v2Account, type Fields, type HeardV2 } from "./v2-client.ts";

export interface Notes {
  /** Waits for an answer to an operation, and asserts that it has this code. */
  note(operation: string, asking: Promise<HeardV2>, code: string): Promise<void>;
  /** Returns the refusals of these operations that were not answered, each as text. */
  silent(operations: readonly string[]): string[];
}

/** Refusals that access.test.ts causes for every operation alike, or that cannot be caused, with the reason. */
const ELSEWHERE = new Set([
  "x-client-id_missing",
  "x-client-secret_missing",
  "authentication_failed",
  "ip_validation_failed",
  "apis_not_enabled",
  "too_many_attempts",
  "too_many_requests",
  "x-api-version_invalid",
  "internal_server_error",
  "service_unavailable",
  "request_body_invalid",
  "request_body_too_large",
  // Covered by api/card-fields.deep.test.ts.
  "card_details_not_supported",
  // Covered by api/key-scopes.test.ts.
  "scope_missing",
  // Covered by idempotency-surfaces.test.ts.
  "x-idempotency-key_invalid",
  "x-idempotency-key_reused",
  "x-idempotency-key_in_use",
]);

export function takeNotes(): Notes {
  const heard = new Map<string, { code: string; message: string }[]>();
  const isSaid = (operation: string, { code, message }: { code: string; message: string }): boolean => {
    const parts = message.split(/\{\w+\}/);
    return (heard.get(operation) ?? []).some(
      (one) =>
        one.code.replace("transfers[1]", "transfers[0]") === code &&
        parts.every((part) => one.message.includes(part)),
    );
  };
  return {
    async note(operation, asking, code) {
      const { body } = await asking;
      assert.equal(body.code, code, JSON.stringify(body));
      const said = heard.get(operation) ?? [];
      heard.set(operation, [...said, body as { code: string; message: string }]);
    },
    silent: (operations) =>
      operationsV2
        .filter(({ name }) => operations.includes(name))
        .flatMap((operation) =>
          refusalsOf(operation)
            .filter((refusal) => !ELSEWHERE.has(refusal.code) && !isSaid(operation.name, refusal))
            .map(({ code, message }) => `${operation.name}: ${code}: ${message}`),
        ),
  };
}

export const DETAILS = "beneficiary_details.";
export const INSTRUMENTS = `${DETAILS}beneficiary_instrument_details.`;
const CARD_PLACE = `${INSTRUMENTS}card_details.`;
export const CONTACT = `${DETAILS}beneficiary_contact_details.`;
export const NAME = { beneficiary_name: "Asha Rao" };
const CARD = { card_token: "tok_5F2mQ8rXw1Zk", card_type: "CREDIT" };
export const VISA = "4111111111111111";

export const payeeOf = (beneficiary_details: unknown, more: Fields = {}): Fields => ({
  beneficiary_details,
  ...more,
});
export const to = (instruments: unknown, more: Fields = {}): Fields =>
  payeeOf({ ...NAME, beneficiary_instrument_details: instruments }, more);
export const reached = (contact: unknown): Fields =>
  payeeOf({ ...NAME, beneficiary_instrument_details: v2Account(), beneficiary_contact_details: contact });
export const cardOf = (changes: Fields, more: Fields = {}): Fields =>
  payeeOf(
    { ...NAME, beneficiary_instrument_details: { card_details: { ...CARD, ...changes } }, ...more },
    { transfer_mode: "card" },
  );

/** Faults of an order by itself, alone or as an entry of a batch: changes and code. */
export const ofOrders: [Fields, string][] = [
  [{ transfer_id: undefined }, "transfer_id_missing"],
  [{ transfer_id: "no/way" }, "transfer_id_invalid"],
  [{ transfer_id: 7 }, "transfer_id_invalid"],
  [{ transfer_id: "x".repeat(41) }, "transfer_id_length_exceeded"],
  [{ transfer_amount: null }, "transfer_amount_missing"],
  [{ transfer_amount: "1" }, "transfer_amount_invalid"],
  [{ transfer_amount: 1.001 }, "transfer_amount_invalid"],
  [{ transfer_amount: 0.99 }, "transfer_amount_invalid"],
  [{ transfer_currency: "USD" }, "transfer_currency_invalid"],
  [{ transfer_mode: "pigeon" }, "transfer_mode_invalid"],
  [{ transfer_mode: "cardupi" }, "transfer_mode_not_available"],
  [{ transfer_remarks: "50% off" }, "transfer_remarks_invalid"],
  [{ transfer_remarks: VISA }, "transfer_remarks_invalid"],
  [{ transfer_remarks: "x".repeat(71) }, "transfer_remarks_invalid"],
  [{ fundsource_id: 7 }, "fundsource_id_invalid"],
  [payeeOf(undefined), "beneficiary_details_missing"],
  [payeeOf("JOHN18011"), "beneficiary_details_invalid"],
  [payeeOf({ beneficiary_id: "no body" }), `${DETAILS}beneficiary_id_invalid`],
  [payeeOf({ beneficiary_id: VISA }), `${DETAILS}beneficiary_id_invalid`],
  [payeeOf({ beneficiary_id: "4111-1111-1111-1111" }), `${DETAILS}beneficiary_id_invalid`],
  [payeeOf({ beneficiary_instrument_details: v2Account() }), `${DETAILS}beneficiary_name_missing`],
  [payeeOf({ beneficiary_name: VISA }), `${DETAILS}beneficiary_name_invalid`],
  [to([]), `${DETAILS}beneficiary_instrument_details_invalid`],
  [to({}), `${INSTRUMENTS}bank_account_number_missing`],
  [to({ bank_account_number: "12@4" }), `${INSTRUMENTS}bank_account_number_invalid`],
  [to({ bank_account_number: 123456789 }), `${INSTRUMENTS}bank_account_number_invalid`],
  [to({ bank_account_number: "123" }), `${INSTRUMENTS}bank_account_number_invalid`],
  [to({ bank_account_number: "123456789" }), `${INSTRUMENTS}bank_ifsc_missing`],
  [to({ bank_account_number: "123456789", bank_ifsc: "HDFC1" }), `${INSTRUMENTS}bank_ifsc_invalid`],
  [to({}, { transfer_mode: "upi" }), `${INSTRUMENTS}vpa_missing`],
  [to({ vpa: "nobody" }, { transfer_mode: "upi" }), `${INSTRUMENTS}vpa_invalid`],
  [to({}, { transfer_mode: "paytm" }), `${CONTACT}beneficiary_phone_missing`],
  [reached("asha"), `${DETAILS}beneficiary_contact_details_invalid`],
  [reached({ beneficiary_email: "nobody" }), `${CONTACT}beneficiary_email_invalid`],
  [reached({ beneficiary_email: `${VISA}@example.com` }), `${CONTACT}beneficiary_email_invalid`],
  [reached({ beneficiary_phone: "12" }), `${CONTACT}beneficiary_phone_invalid`],
  [reached({ beneficiary_country_code: "+1" }), `${CONTACT}beneficiary_country_code_invalid`],
  [reached({ beneficiary_address: "x".repeat(151) }), `${CONTACT}beneficiary_address_invalid`],
  [reached({ beneficiary_address: `Flat ${VISA}` }), `${CONTACT}beneficiary_address_invalid`],
  [reached({ beneficiary_city: "Pune 1" }), `${CONTACT}beneficiary_city_invalid`],
  [reached({ beneficiary_state: "7" }), `${CONTACT}beneficiary_state_invalid`],
  [reached({ beneficiary_postal_code: "56001" }), `${CONTACT}beneficiary_postal_code_invalid`],
  [
    payeeOf({ beneficiary_name: "Asha Rao" }, { transfer_mode: "card" }),
    `${INSTRUMENTS}card_details_missing`,
  ],
  [
    payeeOf(
      { beneficiary_id: "x", beneficiary_instrument_details: { card_details: {} } },
      { transfer_mode: "card" },
    ),
    `${INSTRUMENTS}card_details_missing`,
  ],
  [to({ card_details: "x" }, { transfer_mode: "card" }), `${INSTRUMENTS}card_details_invalid`],
  [cardOf({ card_token: "4111111111111111" }), `${CARD_PLACE}card_token_invalid`],
  [cardOf({ card_token: undefined }), `${CARD_PLACE}card_token_invalid`],
  [cardOf({ card_cryptogram: 7 }), `${CARD_PLACE}card_token_invalid`],
  [cardOf({ card_type: "GOLD" }), `${CARD_PLACE}card_type_invalid`],
  [cardOf({ card_network_type: "AMEX" }), `${CARD_PLACE}card_network_type_invalid`],
  [cardOf({}, { beneficiary_name: "\u0000" }), `${DETAILS}beneficiary_name_invalid`],
];
