import type { Beneficiary, BeneficiaryStatus } from "#beneficiaries";
import { formatV2Time } from "#webhooks";
import type { Written } from "./transfers.ts";

const STATUSES: Readonly<Record<BeneficiaryStatus, string>> = {
  verified: "VERIFIED",
  invalid: "INVALID",
  awaiting_approval: "INITIATED",
};

/** Writes a beneficiary in the fields of the v2 contract: unknown fields are absent. */
export function writeBeneficiary(beneficiary: Beneficiary, { isDeleted = false } = {}): Written {
  const { accountNumber, ifsc, vpa, email, phone, city, state, pincode, address1, address2 } = beneficiary;
  const address = [address1, address2].filter((line) => line !== null).join(", ");
  return {
    beneficiary_id: beneficiary.beneId,
    beneficiary_name: beneficiary.name,
    beneficiary_instrument_details: {
      ...(accountNumber === null ? {} : { bank_account_number: accountNumber }),
      ...(ifsc === null ? {} : { bank_ifsc: ifsc, ifsc }),
      ...(vpa === null ? {} : { vpa }),
    },
    beneficiary_contact_details: {
      ...(email === null ? {} : { beneficiary_email: email }),
      ...(phone === null ? {} : { beneficiary_phone: phone, beneficiary_country_code: "+91" }),
      ...(address === "" ? {} : { beneficiary_address: address }),
      ...(city === null ? {} : { beneficiary_city: city }),
      ...(state === null ? {} : { beneficiary_state: state }),
      ...(pincode === null ? {} : { beneficiary_postal_code: pincode }),
    },
    beneficiary_status: isDeleted ? "DELETED" : STATUSES[beneficiary.status],
    added_on: formatV2Time(beneficiary.addedAt),
  };
}
