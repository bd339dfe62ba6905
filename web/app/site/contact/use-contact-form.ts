// The state of the contact form: its values, the touched fields, the challenge, and the message after sending.
import { useEffect, useState } from "react";
import { makeCaptcha } from "./captcha.ts";
import { makeSender } from "./send-contact.ts";
import { contactFields, emptyContact, validateContact } from "./validate-contact.ts";
import type { ContactErrors, ContactField } from "./validate-contact.ts";

export type ContactAlert = "none" | "mismatch" | "thanks" | "unsent";

/** Nothing is sent unless the operator set an endpoint at build time. */
const deliver = makeSender(import.meta.env.CONTACT_ENDPOINT);

export function useContactForm() {
  const [values, setValues] = useState(emptyContact);
  const [touched, setTouched] = useState<ReadonlySet<ContactField>>(new Set());
  const [captcha, setCaptcha] = useState("");
  const [alert, setAlert] = useState<ContactAlert>("none");
  useEffect(() => setCaptcha(makeCaptcha()), []);

  const found = validateContact(values);
  const errors: ContactErrors = {};
  for (const field of contactFields) if (touched.has(field) && found[field]) errors[field] = found[field];

  const touch = (field: ContactField) => setTouched((before) => new Set(before).add(field));

  function change(field: ContactField, value: string): void {
    setValues((before) => ({ ...before, [field]: value }));
    touch(field);
  }

  /** Returns the first field with an error, if there is one. */
  async function submit(): Promise<ContactField | undefined> {
    const wrong = contactFields.find((field) => found[field]);
    if (wrong) {
      setTouched(new Set(contactFields));
      setAlert("none");
      return wrong;
    }
    if (values.captchaInput !== captcha) {
      setAlert("mismatch");
      setCaptcha(makeCaptcha());
      setValues((before) => ({ ...before, captchaInput: "" }));
      setTouched((before) => new Set([...before].filter((field) => field !== "captchaInput")));
      return "captchaInput";
    }
    if (!(await deliver(values))) {
      setAlert("unsent");
      return undefined;
    }
    setAlert("thanks");
    setValues(emptyContact);
    setTouched(new Set());
    setCaptcha(makeCaptcha());
    return undefined;
  }

  return { values, errors, captcha, alert, touch, change, submit, refresh: () => setCaptcha(makeCaptcha()) };
}
