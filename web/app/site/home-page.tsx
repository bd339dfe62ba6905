// The home page. Everything except the contact form is prerendered HTML that needs no script.
import { useEffect, useRef } from "react";
import { redirect } from "react-router";
import { brand } from "#app/brand.ts";
import { fetchStills } from "#ui/fetch-still.ts";
import { Still } from "#ui/still.tsx";
import asides from "./contact/contact-aside.prerender.tsx";
import { ContactForm } from "./contact/contact-form.tsx";
import homeSections from "./home/home.prerender.tsx";
import { wakeParts } from "./home/wake-parts.ts";
import type { Route } from "./+types/home-page";

interface HomeData {
  html?: string;
  besideForm?: string | undefined;
}

export const loader = (): HomeData => ({});

export async function clientLoader(): Promise<HomeData> {
  const { home: html, aside: besideForm } = (await fetchStills("/"))?.parts ?? {};
  if (html === undefined) throw redirect("/contact-page");
  return { html, besideForm };
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
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? wakeParts(page.current) : undefined), []);
  return (
    <div ref={page}>
      <Still name="home" html={homeSections ?? loaderData.html} />
      <section
        id="contact"
        aria-labelledby="contact-title"
        className="frame grid gap-x-16 gap-y-10 pt-24 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]"
      >
        <div className="margin-rule">
          <h2 id="contact-title" className="text-34">
            Contact Us
          </h2>
          <p className="mt-3 text-18 text-ink-2">Tell us what you pay, to whom, and how often.</p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ContactForm />
        </div>
        <Still name="aside" html={asides?.ofSection ?? loaderData.besideForm} />
      </section>
    </div>
  );
}
