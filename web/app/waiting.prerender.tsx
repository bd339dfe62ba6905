// The dashboard's page before its scripts run. It is in the HTML, so the browser never gets it as a script.
import { renderToStaticMarkup } from "react-dom/server";

const waiting: string | undefined = renderToStaticMarkup(
  <>
    <div className="only-js grid gap-4" aria-busy="true">
      <p className="sr-only">Loading…</p>
      {["h-12 max-w-60", "h-16", "min-h-[60vh]"].map((shape) => (
        <span key={shape} aria-hidden="true" className={`rounded-card bg-sunken ${shape}`} />
      ))}
    </div>
    <div className="only-no-js margin-rule max-w-[40rem]">
      <h1 className="text-34">The Vitaran dashboard</h1>
      <p className="mt-4 text-18 text-ink-2">
        Here a team sends, approves and follows its payouts. The dashboard draws its screens with JavaScript,
        which this browser does not run.
      </p>
      <p className="mt-4">
        Everything it does is an API call too:{" "}
        <a className="text-link underline" href="/payout/quickstart">
          start with the API
        </a>
        , or read the{" "}
        <a className="text-link underline" href="/payout/introduction">
          documentation
        </a>
        .
      </p>
    </div>
  </>,
);

export default waiting;
