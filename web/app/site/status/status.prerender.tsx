// The status page without its figures: the server puts them where the marks are, and what stands between them stays
// when it has none.
import { renderToStaticMarkup } from "react-dom/server";
import { figuresEnd, figuresStart } from "./marks.ts";

const away = renderToStaticMarkup(
  <div className="mt-4 rounded-card border border-line border-l-3 border-l-warn bg-surface p-5">
    <p className="text-21 font-semibold">The figures cannot be read at the moment</p>
    <p className="mt-1 text-14">
      Payments that were accepted are safe: they go on as soon as the database answers again. Try again in a
      minute.
    </p>
  </div>,
);

export default renderToStaticMarkup(
  <>
    <div className="margin-rule mb-6">
      <h1 tabIndex={-1} className="text-34">
        Status of the banks
      </h1>
      <p className="mt-3 max-w-[72ch] text-18 text-ink-2">
        How the banks that Vitaran pays by answer, from every payment that is sent to them. What fails through
        the payee&apos;s fault, such as a closed account, does not count; newer calls count more than older
        ones.
      </p>
    </div>
    <div dangerouslySetInnerHTML={{ __html: `${figuresStart}${away}${figuresEnd}` }} />
    <section className="mt-12">
      <h2 className="mb-4 text-26">How to read it</h2>
      <p className="max-w-[72ch] text-ink-2">
        A call is one payment told to a bank. A share is told only with the number of calls behind it, and
        with the interval in which it lies with 95 %: of few calls the interval is wide. Of fewer calls than
        it takes, no share is told at all. An incident is announced by a bank, or found from its answers
        within the first calls that fail. Times are Indian (IST). Nothing here tells anything of a merchant or
        a payee.
      </p>
    </section>
    <p className="mt-12 text-14">
      <a className="text-link underline" href="/status.json">
        The same as JSON
      </a>{" "}
      ·{" "}
      <a className="text-link underline" href="/payout/downtimes">
        How downtimes are found, and what happens to payments
      </a>
    </p>
  </>,
);
