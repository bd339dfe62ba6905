import { useId, useRef } from "react";
import type { ComponentProps, SubmitEvent } from "react";
import { brand } from "#app/brand.ts";
import { Icon } from "#ui/icon.tsx";
import { useContactForm } from "./use-contact-form.ts";
import type { ContactAlert } from "./use-contact-form.ts";
import type { ContactField } from "./validate-contact.ts";

type Form = ReturnType<typeof useContactForm>;

const inputLook =
  "w-full rounded-field border border-control bg-surface px-3 text-16 aria-invalid:border-bad min-h-11";

interface FieldProps {
  form: Form;
  field: ContactField;
  label: string;
  input?: ComponentProps<"input">;
  /** The ID of the element that explains the field. */
  hint?: string;
}

function Field({ form, field, label, input, hint = "" }: FieldProps) {
  const id = useId();
  const error = form.errors[field];
  const shared = {
    id,
    name: field,
    value: form.values[field],
    required: true,
    "aria-invalid": error !== undefined,
    "aria-describedby": (error ? `${hint} ${id}-error` : hint).trim() || undefined,
    onBlur: () => form.touch(field),
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14 font-semibold">
        {label}
      </label>
      {field === "message" ? (
        <textarea
          {...shared}
          rows={5}
          className={`${inputLook} block py-2`}
          onChange={(event) => form.change(field, event.target.value)}
        />
      ) : (
        <input
          {...shared}
          {...input}
          className={inputLook}
          onChange={(event) => form.change(field, event.target.value)}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-14 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function Captcha({ form }: { form: Form }) {
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-sunken px-4 pt-2 pb-4">
      <legend className="px-1 text-14 font-semibold">One last check</legend>
      <p className="mb-3 text-14 text-ink-2" id="captcha-hint">
        Copy these six characters into the field below, in capitals. There is no I, O, 0 or 1.
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <output
          aria-label="Captcha code"
          data-testid="captcha"
          className="min-h-12 min-w-44 rounded-field border border-line bg-surface px-4 py-2 text-center font-mono text-21 tracking-[0.25em]"
        >
          {form.captcha}
        </output>
        <button
          type="button"
          onClick={form.refresh}
          className="inline-flex min-h-11 items-center gap-2 rounded-field px-3 text-14 text-link underline hover:bg-bg"
        >
          <Icon name="refresh" className="size-4" /> Refresh
        </button>
      </div>
      <Field
        form={form}
        field="captchaInput"
        label="Captcha"
        input={{ autoComplete: "off", spellCheck: false, autoCapitalize: "characters" }}
        hint="captcha-hint"
      />
    </fieldset>
  );
}

const alerts: Record<ContactAlert, { look: string; text: string }> = {
  none: { look: "sr-only", text: "" },
  mismatch: { look: "bg-bad-bg text-bad", text: "Captcha does not match! Please try again." },
  thanks: { look: "bg-ok-bg text-ok", text: "Thank you for submitting!" },
  unsent: {
    look: "bg-warn-bg text-warn",
    text: `Your message could not be sent. Please write to ${brand.supportEmail}.`,
  },
};

export function ContactForm() {
  const form = useContactForm();
  const element = useRef<HTMLFormElement>(null);
  const alert = alerts[form.alert];

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void form.submit().then((wrong) => {
      if (wrong) element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    });
  }

  return (
    <>
      <form ref={element} noValidate onSubmit={onSubmit} aria-label="Contact" className="only-js grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field form={form} field="firstName" label="First name" input={{ autoComplete: "given-name" }} />
          <Field form={form} field="lastName" label="Last name" input={{ autoComplete: "family-name" }} />
          <Field form={form} field="email" label="Email" input={{ type: "email", autoComplete: "email" }} />
          <Field
            form={form}
            field="phone"
            label="Phone"
            input={{ type: "tel", inputMode: "numeric", autoComplete: "tel-national" }}
          />
        </div>
        <Field form={form} field="message" label="Message" />
        <Captcha form={form} />
        <div
          role="alert"
          className={`rounded-card ${alert.text === "" ? "" : "px-4 py-3 font-semibold"} ${alert.look}`}
        >
          {form.alert === "thanks" && (
            <Icon name="celebration" className="mr-2 inline-block align-[-0.25em]" />
          )}
          {alert.text}
        </div>
        <button
          type="submit"
          className="min-h-11 justify-self-start rounded-field bg-primary px-6 font-semibold text-on-primary hover:bg-primary-hover"
        >
          Submit
        </button>
      </form>
      <p className="only-no-js">
        The form requires JavaScript. Without it, please write to{" "}
        <a className="text-link underline" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        .
      </p>
    </>
  );
}
