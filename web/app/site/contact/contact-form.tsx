// The form is HTML; run-contact-form.ts makes it work.
import type { ComponentProps } from "react";
import { brand } from "#app/brand.ts";
import { Icon } from "#ui/icon.tsx";
import type { ContactField } from "./validate-contact.ts";

const inputLook =
  "w-full rounded-field border border-control bg-surface px-3 text-16 aria-invalid:border-bad min-h-11";

interface FieldProps {
  field: ContactField;
  label: string;
  input?: ComponentProps<"input">;
  /** The ID of the element that explains the field. */
  hint?: string;
}

function Field({ field, label, input, hint }: FieldProps) {
  const id = `contact-${field}`;
  const shared = { id, name: field, required: true, "aria-describedby": hint, "data-hint": hint };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14 font-semibold">
        {label}
      </label>
      {field === "message" ? (
        <textarea {...shared} rows={5} className={`${inputLook} block py-2`} />
      ) : (
        <input {...shared} {...input} className={inputLook} />
      )}
    </div>
  );
}

function Captcha() {
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
        />
        <button
          type="button"
          data-refresh
          className="inline-flex min-h-11 items-center gap-2 rounded-field px-3 text-14 text-link underline hover:bg-bg"
        >
          <Icon name="refresh" className="size-4" /> Refresh
        </button>
      </div>
      <Field
        field="captchaInput"
        label="Captcha"
        input={{ autoComplete: "off", spellCheck: false, autoCapitalize: "characters" }}
        hint="captcha-hint"
      />
    </fieldset>
  );
}

export function ContactForm() {
  return (
    <>
      <form noValidate id="support-form" aria-label="Contact" className="only-js grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field field="firstName" label="First name" input={{ autoComplete: "given-name" }} />
          <Field field="lastName" label="Last name" input={{ autoComplete: "family-name" }} />
          <Field field="email" label="Email" input={{ type: "email", autoComplete: "email" }} />
          <Field
            field="phone"
            label="Phone"
            input={{ type: "tel", inputMode: "numeric", autoComplete: "tel-national" }}
          />
        </div>
        <Field field="message" label="Message" />
        <Captcha />
        <div role="alert" className="sr-only">
          <span data-celebration hidden>
            <Icon name="celebration" className="mr-2 inline-block align-[-0.25em]" />
          </span>
          <span data-alert-text />
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
