// The rules of the contact form and their error texts.
export const contactFields = ["firstName", "lastName", "email", "phone", "message", "captchaInput"] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
type ContactErrors = Partial<ContactValues>;

const required: Record<ContactField, string> = {
  firstName: "First name is required",
  lastName: "Last name is required",
  email: "Email is required",
  phone: "Phone is required",
  message: "Message is required",
  captchaInput: "Captcha is required",
};

export function validateContact(values: ContactValues): ContactErrors {
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    if (values[field].trim() === "") errors[field] = required[field];
  }
  if (!errors.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()))
    errors.email = "Invalid email format";
  if (!errors.phone && !/^\d{10,15}$/.test(values.phone.trim())) errors.phone = "Phone must be 10–15 digits";
  return errors;
}
