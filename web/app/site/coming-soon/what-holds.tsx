// The text of each announced page: what is already true, and links to go on.
import type { ReactNode } from "react";
import { brand, entryPaths } from "#app/brand.ts";
import { figures } from "#app/facts/figures.ts";

interface WayOn {
  label: string;
  path: string;
}

interface Announced {
  today: ReactNode;
  /** On legal pages, the statements that apply until the page is written. */
  holds?: readonly ReactNode[];
  ways: readonly WayOn[];
}

const mail = (
  <a className="text-link underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
    {brand.supportEmail}
  </a>
);

const sends = import.meta.env.CONTACT_ENDPOINT !== "";

const trySandbox = { label: "Open a sandbox", path: entryPaths.tryOut };
const introduction = { label: "Payouts Introduction", path: "/payout/introduction" };
const quickStart = { label: "Quick Start", path: "/payout/quickstart" };
const questions = { label: "General FAQs", path: "/payout/faqs" };
const contact = { label: "Contact Us", path: "/contact-page" };
const bankStatus = { label: "Status of the banks", path: "/status" };
const errors = { label: "Errors and reasons", path: "/payout/integrations/errors-and-reasons" };

const company: Record<string, Announced> = {
  "/company-overview": {
    today: "Vitaran is an open-source payouts platform for businesses in India, from Gurgaon.",
    ways: [{ label: "Why Us", path: "/#why-us" }, introduction, contact],
  },
  "/careers": {
    today: <>No positions are listed. If you would like to work on payments, write to {mail}.</>,
    ways: [introduction, contact],
  },
  "/press-media": {
    today: <>For press enquiries, write to {mail}.</>,
    ways: [{ label: "Why Us", path: "/#why-us" }, introduction],
  },
  "/testimonials": {
    today: "There are no testimonials yet. Try a payout in the sandbox and judge for yourself.",
    ways: [trySandbox, bankStatus],
  },
};

const resources: Record<string, Announced> = {
  "/blog": {
    today: "There are no articles yet. The documentation explains payouts in detail.",
    ways: [introduction, quickStart, { label: "Payout Lifecycle", path: "/payout/make-payouts/lifecycle" }],
  },
  "/help-center": {
    today: "The documentation answers most questions.",
    ways: [questions, errors, bankStatus, contact],
  },
  "/events": {
    today: "No events are planned.",
    ways: [{ label: "Webhooks", path: "/payout/make-payouts/webhooks" }, contact],
  },
  "/case-studies": {
    today: "There are no case studies yet. See what businesses use payouts for.",
    ways: [{ label: "Use cases", path: "/payout/introduction#use-cases" }, trySandbox],
  },
};

const help: Record<string, Announced> = {
  "/support": {
    today: (
      <>
        Write to {mail} with the transferId or the X-Request-Id of the response. Never send a client secret.
      </>
    ),
    ways: [
      errors,
      { label: "Recall a transfer", path: "/payout/make-payouts/recall-transfers-made" },
      questions,
    ],
  },
  "/feedback": {
    today: "Rate any page of the documentation at its end. For everything else, use the contact form.",
    ways: [introduction, contact],
  },
  "/community": {
    today: "Vitaran is open source under Apache-2.0: you can read it, run it and change it.",
    ways: [{ label: "Run It Yourself", path: "/payout/run-it-yourself" }, quickStart],
  },
};

const legal: Record<string, Announced> = {
  "/terms-of-use": {
    today: "The full terms are not available yet. Until they are, the following applies.",
    holds: [
      "The software is licensed under Apache-2.0, which allows any use and gives no warranty. The licence is in the source code.",
      "The sandbox uses simulated banks. No real money moves, and a sandbox merchant cannot reach a real bank.",
      `A sandbox opened without an account ends after ${figures.tryOutTime}. You are logged out of it after ${figures.idleTime} without use, or ${figures.sessionTime} at most.`,
      "Live payments go through your own bank or provider, under your agreement with them.",
    ],
    ways: [{ label: "Go Live", path: "/payout/integrations/go-live" }, contact],
  },
  "/privacy-policy": {
    today: "The full policy is not available yet. Until it is, the following applies.",
    holds: [
      "The site loads nothing from other origins. It has no analytics and no advertising.",
      "Your browser stores what you choose on these pages: the theme, the code language, the open groups of the documentation, your answers to “Was this page helpful?” and the language and layout of the dashboard. Of all this, only your answers to “Was this page helpful?” are sent. A tab of the dashboard also keeps the environment and merchant last shown and, while the outcome of an order is unknown, its ID, so that it is not paid twice.",
      sends
        ? "The contact form sends your message to the operator of this site, and nowhere else."
        : "The contact form sends nothing from this installation.",
      "“Was this page helpful?” sends your answer and the address of the page to this server, and nowhere else.",
      `Logging in to the dashboard sets one session cookie, which ends after ${figures.sessionTime} at most. A payout link sets one for the payee, which is valid for ${figures.linkSession}.`,
      "Account numbers, UPI IDs, phone numbers, e-mail and postal addresses of payees are encrypted in the database. Names are not. Account numbers are masked on the dashboard; only members with the permission Reveal Account Numbers can show one in full, and each time is recorded. Full card numbers are refused.",
    ],
    ways: [contact, { label: "Security", path: "/security" }],
  },
  "/security": {
    today: "The full page is not available yet. Until it is, the following applies.",
    holds: [
      <>
        Report a vulnerability to {mail}. You get a reply within three working days. Please give us 90 days
        before you publish it.
      </>,
      `API tokens are valid for ${figures.tokenTime}. Client secrets are shown once, and stored hashed and encrypted.`,
      "Account numbers, personal details of payees and signature keys are encrypted with AES-256-GCM. Row level security in the database separates merchants.",
      "Webhooks are signed. Outside the demo, they go only to public addresses on port 443.",
      "No one can approve their own payment. Changes to keys and permissions are recorded in an audit log.",
      "SECURITY.md in the source code lists every guarantee and the tests that attack it.",
    ],
    ways: [
      { label: "Risk Shield", path: "/payout/risk-shield" },
      { label: "Authentication", path: "/payout/integrations/authentication" },
      contact,
    ],
  },
};

export const announced: Readonly<Record<string, Announced>> = { ...company, ...resources, ...help, ...legal };
