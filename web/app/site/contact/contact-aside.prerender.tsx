// The text beside the contact form: what happens to a message, and what to do in the meantime.
import { renderToStaticMarkup } from "react-dom/server";
import { brand, entryPaths } from "#app/brand.ts";

/** If the operator has not set an address, the form checks the input and sends nothing. */
const sends = import.meta.env.CONTACT_ENDPOINT !== "";

const mail = (
  <a className="text-link underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
    {brand.supportEmail}
  </a>
);

const steps = [
  {
    title: "You fill in the form",
    text: "Each field is checked as you type. The captcha keeps bots out.",
  },
  sends
    ? {
        title: "The operator gets your message",
        text: "It goes to the people who run this installation, and nowhere else.",
      }
    : {
        title: "The form is checked here",
        text: "This installation has no mailbox connected, so your message stays in your browser.",
      },
  {
    title: "You get a reply",
    text: sends ? (
      <>By e-mail, at the address you gave. You can also write to {mail}.</>
    ) : (
      <>For a personal reply, write to {mail}.</>
    ),
  },
];

const meanwhile = [
  { label: "Open a sandbox, without signing up", path: entryPaths.tryOut },
  { label: "Send a payout with the Quick Start", path: "/payout/quickstart" },
  { label: "Read the General FAQs", path: "/payout/faqs" },
];

/** Its headings are one level below the heading of the page or the section. */
export function ContactAside({ Heading }: { Heading: "h2" | "h3" }) {
  return (
    <>
      <Heading className="text-18">What happens next</Heading>
      <ol className="next-steps mt-4">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <p className="font-semibold">{title}</p>
            <p className="mt-0.5 text-14 text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
      <Heading className="mt-8 text-18">In the meantime</Heading>
      <ul className="mt-2 text-14">
        {meanwhile.map(({ label, path }) => (
          <li key={path}>
            <a
              className="inline-flex min-h-8 items-center text-link underline underline-offset-4"
              href={path}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const aside: string | undefined = renderToStaticMarkup(<ContactAside Heading="h2" />);

export default aside;
