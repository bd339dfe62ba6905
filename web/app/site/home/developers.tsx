import { figures } from "#app/facts/figures.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { CodeTabs } from "#ui/code-tabs.tsx";
import highlight from "#docs/highlight.prerender.ts";
import samplePanels from "#docs/samples.prerender.ts";
import { Section } from "./section.tsx";

const panels = samplePanels("direct-transfer", { node: "Node JS" }).filter(
  ({ language }) => language !== "curl",
);

const response = `{
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
      lead="Two calls to your first payout: authorize, transfer. Samples in Node.js, Java, Python, PHP and cURL, all run by our tests. A sandbox with its own banks, signed webhooks, and a page that explains every error."
      sunken
    >
      <div className="grid gap-8 lg:grid-cols-[7fr_4fr]">
        <div className="min-w-0">
          <CodeTabs name="home" title="Language of the sample" panels={panels} />
        </div>
        <div className="min-w-0">
          <p className="mb-2 flex min-h-11 items-center text-14 text-ink-2">
            Response, usually within {figures.responseTime}
          </p>
          <CodeBlock label="JSON" lines={highlight(response, "json")} />
          <ul className="mt-6 space-y-2">
            {[
              ["Quick start", "/payout/quickstart"],
              ["Verify webhooks", "/payout/make-payouts/webhooks"],
              ["Errors and reasons", "/payout/integrations/errors-and-reasons"],
              ["Sandbox test values", "/payout/integrations/sandbox"],
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
