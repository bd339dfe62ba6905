// The home page. Everything but the contact form is prerendered HTML that needs no script.
import { redirect } from "react-router";
import { brand } from "#app/brand.ts";
import { fetchStills } from "#ui/fetch-still.ts";
import { Still } from "#ui/still.tsx";
import { ContactForm } from "./contact/contact-form.tsx";
import homeSections from "./home/home.prerender.tsx";
import type { Route } from "./+types/home-page";

interface HomeData {
  html?: string;
}

export const loader = (): HomeData => ({});

export async function clientLoader(): Promise<HomeData> {
  const html = (await fetchStills("/"))?.parts["home"];
  if (html === undefined) throw redirect("/contact-page");
  return { html };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: `${brand.name}: payouts for businesses in India` },
    {
      name: "description",
      content:
        "Send rupees to bank accounts, cards, UPI IDs and wallets, 24x7 and on holidays. Multi-bank routing, webhooks, a sandbox, and an API for Node.js, Java, Python and PHP.",
    },
  ];
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Still name="home" html={homeSections ?? loaderData.html} />
      <section
        id="contact"
        aria-labelledby="contact-title"
        className="frame grid gap-10 pt-24 lg:grid-cols-[2fr_3fr]"
      >
        <div>
          <div className="margin-rule">
            <h2 id="contact-title" className="text-34">
              Contact Us
            </h2>
            <p className="mt-3 text-18 text-ink-2">
              Tell us what you pay, to whom, and how often. We answer in plain words.
            </p>
            <p className="mt-3 text-14 text-ink-2">
              By e-mail:{" "}
              <a className="text-link underline" href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>
            </p>
          </div>
        </div>
        <ContactForm />
      </section>
    </>
  );
}
