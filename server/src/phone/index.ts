/** Pay to phone: from a mobile number to the VPA that is paid, and whether its holder is who is meant. */
export { findPhonePayee, type PhonePayee, type PhonePayeeRefusal } from "./find-phone-payee.ts";
export { type PhoneSettings, readPhoneSettings, setPhoneSettings } from "./phone-settings.ts";
export { type LookupView, readLookups } from "./read-lookups.ts";
export { writePhoneSettings } from "./write-phone-settings.ts";
export { type PhoneOrder, type Resolution, resolvePhone } from "./resolve-phone.ts";
export { PARTS_TO_SEAL as PHONE_TO_SEAL } from "./parts-to-seal.ts";
