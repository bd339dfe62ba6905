import { brand } from "#app/brand.ts";
import { ContactForm } from "./contact/contact-form.tsx";

export function meta() {
  return [
    { title: `Contact Us · ${brand.name}` },
    {
      name: "description",
      content: "Ask about payouts, plans and co-lending, or tell us what you want to build.",
    },
  ];
}

export default function ContactPage() {
  return (
    <div className="frame max-w-[48rem] pt-16 pb-8">
      <div className="margin-rule mb-10">
        <h1 tabIndex={-1} className="text-34">
          Contact Us
        </h1>
        <p className="mt-3 text-18 text-ink-2">
          Ask about plans, co-lending or connected bank accounts. Or write to{" "}
          <a className="text-link underline" href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
          .
        </p>
      </div>
      <ContactForm />
    </div>
  );
}
