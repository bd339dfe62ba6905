import { generalFaqs } from "#app/facts/general-faqs.ts";
import { docsPages } from "#docs/navigation.ts";
import { Faq } from "./faq.tsx";

function labelOf(more: string): string {
  const path = `/payout/${more.split("#")[0]}`;
  return docsPages.find((page) => page.path === path)?.label ?? "More";
}

/** All groups share one name, so that only one answer is open at a time. */
export function GeneralFaqs() {
  return generalFaqs.map(({ id, title, questions }) => (
    <section key={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <Faq
        name="general-faq"
        questions={questions.map(({ question, answer, more }) => ({
          question,
          answer: (
            <>
              {answer}
              {more && (
                <>
                  {" "}
                  See <a href={`/payout/${more}`}>{labelOf(more)}</a>.
                </>
              )}
            </>
          ),
        }))}
      />
    </section>
  ));
}
