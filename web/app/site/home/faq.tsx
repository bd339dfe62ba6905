import { homeQuestions } from "./questions.ts";
import { Section } from "./section.tsx";

const structured = {
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: homeQuestions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
};

const half = Math.ceil(homeQuestions.length / 2);

function Questions({ from, to }: { from: number; to: number }) {
  return (
    <div className="border-line lg:border-b">
      {homeQuestions.slice(from, to).map(({ question, answer }, at) => (
        <details key={question} name="home-faq" open={from + at === 0} className="group border-t border-line">
          <summary className="flex min-h-14 items-center justify-between gap-4 font-semibold">
            {question}
            <span
              aria-hidden="true"
              className="text-21 text-ink-3 before:content-['+'] group-open:before:content-['−']"
            />
          </summary>
          <p className="max-w-[40rem] pb-5 text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  );
}

export function Faq() {
  return (
    <Section id="faq" title="Frequently asked questions" sunken>
      <div className="items-start max-lg:border-b max-lg:border-line lg:grid lg:grid-cols-2 lg:gap-x-14">
        <Questions from={0} to={half} />
        <Questions from={half} to={homeQuestions.length} />
      </div>
      <p className="mt-6 text-14 text-ink-2">
        40 more answers:{" "}
        <a className="text-link underline underline-offset-4" href="/payout/faqs">
          General FAQs
        </a>
        .
      </p>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(structured) }} />
    </Section>
  );
}
