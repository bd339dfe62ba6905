/** Pay to phone: from a mobile number to the VPA that is paid, and whether its holder is who is meant. */
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
