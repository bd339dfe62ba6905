import type { FieldName } from "./formats.ts";

/** The maximum length of each field of a row, in UTF-16 units. Much longer text is not read. */
export const FIELD_LENGTHS: Readonly<Record<FieldName, number>> = {
  transferId: 40,
  // Includes grouping signs and a currency sign, because people type them.
  amount: 40,
  transferMode: 20,
  remarks: 70,
  beneId: 50,
  name: 100,
  // Includes blanks, hyphens and brackets, because people type them.
  phone: 25,
  email: 200,
  bankAccount: 40,
  ifsc: 50,
  vpa: 100,
  cardNo: 40,
  token: 64,
  cardType: 10,
  networkType: 20,
  cryptogram: 600,
  tokenExpiry: 10,
  tokenPANSequenceNumber: 10,
  fundSourceId: 100,
  address1: 150,
  address2: 150,
  city: 50,
  state: 50,
  pincode: 10,
  purpose: 100,
};
