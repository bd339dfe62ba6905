// The status page without its figures. The server replaces the text between the marks with the figures, and keeps that
// text if it has none.
import { renderToStaticMarkup } from "react-dom/server";
import { figuresEnd, figuresStart } from "./marks.ts";

const away = renderToStaticMarkup(
  <div className="mt-4 rounded-card border border-line border-l-3 border-l-warn bg-surface p-5">
    <p className="text-21 font-semibold">Figures are not available at the moment</p>
    <p className="mt-1 text-14">
      Accepted payments are safe and continue as soon as the database is available again. Reload this page in
      a minute.
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
        How many of the payments sent to each bank succeed. A payment that fails because of the payee, such as
        one to a closed account, does not count against the bank. Recent payments count more than older ones.
      </p>
    </div>
    <div dangerouslySetInnerHTML={{ __html: `${figuresStart}${away}${figuresEnd}` }} />
    <section className="mt-12">
      <h2 className="mb-4 text-26">How to read it</h2>
      <p className="max-w-[72ch] text-ink-2">
        Next to each success rate is the range in which the true rate lies with 95% confidence. The fewer
        payments, the wider the range; a bank with very few payments has no rate yet. Incidents are reported
        by a bank or by the operator, or detected from how a bank responds. Times are in IST. Nothing on this
        page is about a single merchant or payee.
      </p>
    </section>
    <p className="mt-12 text-14">
      <a className="text-link underline" href="/status.json">
        This page as JSON
      </a>{" "}
      ·{" "}
      <a className="text-link underline" href="/payout/downtimes">
        How downtimes are detected, and what happens to payments
      </a>
    </p>
  </>,
);
