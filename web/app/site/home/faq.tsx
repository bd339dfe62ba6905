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

export function Faq() {
  return (
    <Section id="faq" title="Frequently asked questions" sunken>
      <div className="max-w-[52rem] border-b border-line">
        {homeQuestions.map(({ question, answer }, at) => (
          <details key={question} name="home-faq" open={at === 0} className="group border-t border-line">
            <summary className="flex min-h-14 items-center justify-between gap-4 font-semibold">
              {question}
              <span
                aria-hidden="true"
                className="text-21 text-ink-3 before:content-['+'] group-open:before:content-['−']"
              />
            </summary>
            <p className="pb-5 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(structured) }} />
    </Section>
  );
}
