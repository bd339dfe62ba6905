// Checks and sends the contact form. Without a framework, because the home page has none.
import { brand } from "#app/brand.ts";
import { makeCaptcha } from "./captcha.ts";
import { makeSender } from "./send-contact.ts";
import { contactFields, validateContact } from "./validate-contact.ts";
import type { ContactField, ContactValues } from "./validate-contact.ts";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Nothing is sent unless the operator set an endpoint at build time. */
const deliver = makeSender(import.meta.env.CONTACT_ENDPOINT);

const alerts = {
  none: { look: "sr-only", text: "" },
  mismatch: { look: "bg-bad-bg text-bad", text: "Captcha does not match! Please try again." },
  thanks: { look: "bg-ok-bg text-ok", text: "Thank you for submitting!" },
  unsent: {
    look: "bg-warn-bg text-warn",
    text: `Your message could not be sent. Please write to ${brand.supportEmail}.`,
  },
};

/** Shows the error of a field below it, or removes it. */
function showError(control: Control, error: string | undefined): void {
  const id = `${control.id}-error`;
  const shown = document.getElementById(id);
  if (shown?.textContent === error) return;
  shown?.remove();
  const { hint = "" } = control.dataset;
  if (error === undefined) {
    control.removeAttribute("aria-invalid");
    control.setAttribute("aria-describedby", hint);
    return;
  }
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", `${hint} ${id}`.trim());
  const message = Object.assign(document.createElement("p"), { id, className: "mt-1 text-14 text-bad" });
  message.textContent = error;
  control.after(message);
}

function makeContactForm(form: HTMLFormElement) {
  const touched = new Set<ContactField>();
  const controlOf = (field: ContactField) => form.elements.namedItem(field) as Control;
  const part = (selector: string) => form.querySelector<HTMLElement>(selector)!;
  const valuesNow = () =>
    Object.fromEntries(contactFields.map((field) => [field, controlOf(field).value])) as ContactValues;

  const renew = () => (part("output").textContent = makeCaptcha());

  function showErrors(): void {
    const found = validateContact(valuesNow());
    for (const field of contactFields)
      showError(controlOf(field), touched.has(field) ? found[field] : undefined);
  }

  function say(kind: keyof typeof alerts): void {
    const { look, text } = alerts[kind];
    part('[role="alert"]').className = `rounded-card ${text === "" ? "" : "px-4 py-3 font-semibold"} ${look}`;
    part("[data-celebration]").hidden = kind !== "thanks";
    part("[data-alert-text]").textContent = text;
  }

  function touch(fields: readonly ContactField[]): void {
    for (const field of fields) touched.add(field);
    showErrors();
  }

  async function submit(): Promise<void> {
    const values = valuesNow();
    const found = validateContact(values);
    const wrong = contactFields.find((field) => found[field]);
    if (wrong) {
      say("none");
      touch(contactFields);
      return controlOf(wrong).focus();
    }
    const isRight = values.captchaInput === part("output").textContent;
    if (isRight && !(await deliver(values))) return say("unsent");
    say(isRight ? "thanks" : "mismatch");
    renew();
    if (isRight) {
      form.reset();
      touched.clear();
    } else {
      controlOf("captchaInput").value = "";
      touched.delete("captchaInput");
      controlOf("captchaInput").focus();
    }
    showErrors();
  }

  return { renew, touch, submit, refresh: part("[data-refresh]") };
}

/** Returns a function that stops listening. */
export function runContactForm(form: HTMLFormElement): () => void {
  const { renew, touch, submit, refresh } = makeContactForm(form);
  const stop = new AbortController();
  const { signal } = stop;
  const onTouch = ({ target }: Event) =>
    touch(contactFields.filter((field) => field === (target as Control).name));
  form.addEventListener("input", onTouch, { signal });
  form.addEventListener("focusout", onTouch, { signal });
  refresh.addEventListener("click", renew, { signal });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void submit();
    },
    { signal },
  );
  renew();
  return () => stop.abort();
}
