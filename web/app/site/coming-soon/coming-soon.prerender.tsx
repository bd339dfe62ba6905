// The pages that are not written yet: the title, 'Coming Soon', what is true today, and links to go on.
import { renderToStaticMarkup } from "react-dom/server";
import { comingSoonPages } from "#site/site-map.ts";
import { announced } from "./what-holds.tsx";

/** Draws a line that is still being built: it ends in dashes, before its next station. */
function Drawing() {
  return (
    <svg viewBox="0 0 480 240" aria-hidden="true" fill="none" className="h-auto w-full max-w-[30rem]">
      {[40, 80, 120, 160, 200].map((y) => (
        <path key={y} d={`M0 ${y}H480`} className="stroke-line" />
      ))}
      <path d="M24.5 8V232" className="stroke-margin" />
      <g strokeWidth="6" strokeLinejoin="round" strokeLinecap="round">
        <path d="M60 200H140L200 120H290" className="stroke-rail-imps" />
        <path d="M60 160H110L150 80H250L290 40H450" className="stroke-rail-neft" />
        <path d="M300 120H392" className="stroke-rail-imps" strokeDasharray="2 14" />
      </g>
      <g strokeWidth="3" className="fill-bg stroke-ink">
        <circle cx="60" cy="160" r="8" />
        <circle cx="60" cy="200" r="8" />
        <circle cx="205" cy="80" r="7" />
        <circle cx="245" cy="120" r="7" />
        <circle cx="370" cy="40" r="7" />
      </g>
      <circle cx="450" cy="40" r="9" className="fill-ink" />
      <circle cx="420" cy="120" r="11" strokeWidth="3" strokeDasharray="4 4" className="stroke-margin" />
      <path d="M305 156l14-24M293 156l14-24" strokeWidth="3" className="stroke-margin" />
    </svg>
  );
}

function ComingSoon({ path, title }: { path: string; title: string }) {
  const { today, holds = [], ways } = announced[path]!;
  return (
    <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
      <div>
        <div className="margin-rule">
          <h1 tabIndex={-1} className="text-34">
            {title}
          </h1>
          <p className="mt-2 text-21 text-ink-2">Coming Soon</p>
        </div>
        <p className="mt-6 max-w-[40rem] text-18">{today}</p>
        {holds.length > 0 && (
          <ul className="mt-4 max-w-[42rem] border-b border-line">
            {holds.map((held, at) => (
              <li key={at} className="border-t border-line py-3 text-ink-2">
                {held}
              </li>
            ))}
          </ul>
        )}
        <ul className="mt-6 flex flex-wrap gap-x-6">
          {[...ways, { label: "Home page", path: "/" }].map(({ label, path: to }) => (
            <li key={to}>
              <a
                className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
                href={to}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <Drawing />
    </div>
  );
}

const pages: Readonly<Record<string, string>> | undefined = Object.fromEntries(
  comingSoonPages.map(({ path, label }) => [
    path,
    renderToStaticMarkup(<ComingSoon path={path} title={label} />),
  ]),
);

export default pages;
