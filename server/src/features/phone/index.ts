/** Pay to phone: finds the UPI ID of a mobile number, and checks that its holder is the intended payee. */
export {
  findPhonePayee,
  type LookupView,
  type PhonePayee,
  type PhonePayeeRefusal,
  readLookups,
} from "./lookups.ts";
export {
  type PhoneSettings,
  readPhoneSettings,
  setPhoneSettings,
  writePhoneSettings,
} from "./phone-settings.ts";
export { type PhoneOrder, type Resolution, resolvePhone } from "./resolve-phone.ts";
export { PARTS_TO_SEAL as PHONE_TO_SEAL } from "./parts-to-seal.ts";
