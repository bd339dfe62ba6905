// The page's headings: a rail on wide screens, a disclosure above the article on narrow ones. watch-reading.ts marks the
// current one.
import type { Heading } from "./articles.prerender.tsx";

const indents = { 1: "pl-3", 2: "pl-3", 3: "pl-7" } as const;

export function OnThisPage({ headings }: { headings: Heading[] }) {
  const list = (
    <ul className="border-l border-line text-14">
      {headings.map((heading) => (
        <li key={heading.id}>
          <a
            href={`#${heading.id}`}
            className={`-ml-px block border-l border-transparent py-1 ${indents[heading.level]} text-ink-2 hover:text-ink aria-[current]:border-margin aria-[current]:text-ink`}
          >
            {heading.text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav
      aria-label="On this page"
      className="[scrollbar-width:thin] xl:max-h-[calc(100vh-19rem)] xl:overflow-y-auto"
    >
      <details className="mb-3 rounded-card border border-line bg-surface px-4 py-2 xl:hidden">
        <summary className="flex min-h-8 items-center justify-between text-14 font-semibold">
          On this page <span aria-hidden="true">+</span>
        </summary>
        <div className="py-2">{list}</div>
      </details>
      <p aria-hidden="true" className="mb-2 hidden text-14 font-semibold xl:block">
        On this page
      </p>
      <div className="hidden xl:block">{list}</div>
    </nav>
  );
}
