import { ContactAside } from "#site/contact/contact-aside.prerender.tsx";
import { ContactForm } from "#site/contact/contact-form.tsx";

export function Contact() {
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="frame grid gap-x-16 gap-y-10 pt-24 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]"
    >
      <div className="margin-rule">
        <h2 id="contact-title" className="text-34">
          Contact Us
        </h2>
        <p className="mt-3 text-18 text-ink-2">
          Tell the operator who runs this installation what you pay, to whom, and how often.
        </p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ContactForm />
      </div>
      <div data-aside>
        <ContactAside Heading="h3" />
      </div>
    </section>
  );
}
