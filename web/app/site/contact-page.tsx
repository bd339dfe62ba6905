import { brand } from "#app/brand.ts";
import { loadWhole } from "#ui/load-whole.ts";
import { Still } from "#ui/still.tsx";
import aside from "./contact/contact-aside.prerender.tsx";
import { ContactForm } from "./contact/contact-form.tsx";

export const loader = () => ({});

export const clientLoader = loadWhole;

export function meta() {
  return [
    { title: `Contact Us · ${brand.name}` },
    {
      name: "description",
      content:
        "Ask the operator of this installation about payouts, plans and co-lending, or say what you want to build.",
    },
  ];
}

export default function ContactPage() {
  return (
    <div className="frame grid gap-x-16 gap-y-10 pt-16 pb-8 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]">
      <div className="margin-rule">
        <h1 tabIndex={-1} className="text-34">
          Contact Us
        </h1>
        <p className="mt-3 text-18 text-ink-2">
          Ask the operator who runs this installation about plans, co-lending or connected bank accounts.
        </p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ContactForm />
      </div>
      <Still name="aside" html={aside} />
    </div>
  );
}
