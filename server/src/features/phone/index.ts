/** Pay to phone: finds the UPI ID of a mobile number, and checks that its holder is the intended payee. */
export {
  findPhonePayee,
  type LookupView,
  readLookups,
  readPhoneSettings,
  setPhoneSettings,
  writePhoneSettings,
  PARTS_TO_SEAL as PHONE_TO_SEAL,
} from "./phone-settings.ts";
export { resolvePhone } from "./resolve-phone.ts";
export { PARTS_TO_ERASE as PHONE_TO_ERASE } from "./to-erase.ts";
