/** Why an operation on a beneficiary is not done, as the dashboard says it. */
export const notFound = { not_found: { status: 404, message: "This beneficiary does not exist." } } as const;

/** What may be wrong with the details of one that is added. */
export const detailRefusals = {
  id_invalid: {
    status: 422,
    message: "An ID has 1 to 50 letters, digits and underscores, and is not a card number.",
  },
  id_exists: { status: 409, message: "Another beneficiary has this ID." },
  name_invalid: {
    status: 422,
    message: "A name has 1 to 100 letters, without digits and most symbols.",
  },
  email_invalid: { status: 422, message: "Enter a valid e-mail address." },
  phone_invalid: { status: 422, message: "Enter an Indian phone number: ten digits, with or without +91." },
  account_invalid: { status: 422, message: "An account number has 9 to 18 letters and digits." },
  ifsc_invalid: { status: 422, message: "{says}" },
  vpa_invalid: { status: 422, message: "A UPI ID looks like name@bank." },
  address_invalid: {
    status: 422,
    message: "An address has letters, digits, spaces and the usual punctuation.",
  },
  city_invalid: { status: 422, message: "Enter the name of a city." },
  state_invalid: { status: 422, message: "Enter the name of a state." },
  pincode_invalid: { status: 422, message: "A PIN code has six digits." },
  card_invalid: { status: 422, message: "Only Visa and Mastercard cards can be stored." },
  card_not_masked: { status: 422, message: "Give the first six and last four digits only, the rest as X." },
  details_invalid: { status: 422, message: "Enter a bank account, UPI ID or other payment details." },
  account_registered: { status: 409, message: "Another beneficiary has this bank account." },
  own_account: { status: 422, message: "This is one of your own fund sources." },
  platform_account: {
    status: 422,
    message: "Virtual accounts and UPI IDs of this platform cannot be added.",
  },
} as const;

/** The field of the form that each of them is about. */
export const FIELD_OF: Readonly<Record<string, string>> = {
  id_invalid: "beneId",
  id_exists: "beneId",
  name_invalid: "name",
  email_invalid: "email",
  phone_invalid: "phone",
  account_invalid: "accountNumber",
  account_registered: "accountNumber",
  own_account: "accountNumber",
  platform_account: "accountNumber",
  ifsc_invalid: "ifsc",
  vpa_invalid: "vpa",
  address_invalid: "address1",
  city_invalid: "city",
  state_invalid: "state",
  pincode_invalid: "pincode",
  card_invalid: "card",
  card_not_masked: "card",
};
