import { CodeBlock } from "#ui/code-block.tsx";
import { CodeTabs } from "#ui/code-tabs.tsx";
import highlight from "#docs/highlight.prerender.ts";
import samplePanels from "#docs/samples.prerender.ts";
import { Section } from "./section.tsx";

const panels = samplePanels("direct-transfer", { node: "Node JS" }).filter(
  ({ language }) => language !== "curl",
);

const answer = `{
  "status": "SUCCESS",
  "subCode": "200",
  "message": "Transfer completed successfully",
  "data": {
    "referenceId": "10023",
    "utr": "632514208731",
    "acknowledged": 1
  }
}`;

export function Developers() {
  return (
    <Section
      id="developers"
      title="Developers"
      lead="Two calls to the first payout: authorize, transfer. Samples in Node.js, Java, Python, PHP and cURL, each run by our tests. A sandbox with its own banks, webhooks you can verify, and every error written down."
      sunken
    >
      <div className="grid gap-8 lg:grid-cols-[7fr_4fr]">
        <div className="min-w-0">
          <CodeTabs name="home" title="Language of the sample" panels={panels} />
        </div>
        <div className="min-w-0">
          <p className="mb-2 flex min-h-11 items-center text-14 text-ink-2">
            The answer, usually within 2 to 5 seconds
          </p>
          <CodeBlock label="JSON" lines={highlight(answer, "json")} />
          <ul className="mt-6 space-y-2">
            {[
              ["Quick start", "/payout/quickstart"],
              ["Webhooks and how to verify them", "/payout/make-payouts/webhooks"],
              ["Errors and reasons", "/payout/integrations/errors-and-reasons"],
              ["Sandbox values", "/payout/integrations/sandbox"],
            ].map(([label, path]) => (
              <li key={path}>
                <a className="text-link underline underline-offset-4" href={path}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <a
            href="#contact"
            className="mt-8 inline-flex min-h-11 items-center rounded-field border border-control bg-surface px-6 font-semibold hover:bg-bg"
          >
            Contact Us
          </a>
        </div>
      </div>
    </Section>
  );
}
