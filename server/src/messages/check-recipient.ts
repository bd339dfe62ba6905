/** Whether a message can be sent to an address at all. */

// One mailbox, written plainly: no name, no comment, no quotes, nothing that could become a second address.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
const PHONE = /^\+?\d{10,15}$/;

/** Longest e-mail address that SMTP carries (RFC 5321). */
const EMAIL_LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/** Whether `text` is one plain e-mail address in ASCII. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > LOCAL_PART_LENGTH_MAX || text.length > EMAIL_LENGTH_MAX) return false;
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** Whether `text` is a phone number: 10 to 15 digits, perhaps after a plus. */
export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text);
}
