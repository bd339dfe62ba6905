// The home page's sections, in order, as HTML.
import { renderToStaticMarkup } from "react-dom/server";
import { Contact } from "./contact.tsx";
import { Developers } from "./developers.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { PaymentModes } from "./payment-modes.tsx";
import { Pricing } from "./pricing-section.tsx";
import { WhyUs } from "./why-us.tsx";

export default renderToStaticMarkup(
  <>
    <Hero />
    <WhyUs />
    <PaymentModes />
    <Features />
    <Developers />
    <Pricing />
    <Faq />
    <Contact />
  </>,
);
