// The page's headings: a rail on wide screens, a disclosure above the article on narrow ones. The current one is
// marked.
import { useEffect, useState } from "react";
import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Heading } from "./articles.prerender.tsx";
import { scrollToHash } from "#ui/scroll-to-hash.ts";

/** The distance between the bars at the top and a heading after a jump to it. */
const offsetPx = 20;

/**
 * Returns how far down the screen a heading counts as reached. This grows towards the end of the page, so that the last
 * headings can be reached as well.
 */
function reachedPx(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const bars = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const top = bars + offsetPx + 4;
  const way = scrollHeight - clientHeight;
  const lastScreen = Math.min(way, clientHeight - top);
  const left = Math.min(lastScreen, way - scrollTop);
  return lastScreen > 0 ? top + (clientHeight - top) * (1 - left / lastScreen) : top;
}

function useReading(headings: Heading[]): string | undefined {
  const [reading, setReading] = useState<string>();
  const { hash, key } = useLocation();
  useEffect(() => {
    // After a jump to a heading, it stays marked wherever it is on the screen, until the reader scrolls on.
    let asked = headings.find(({ id }) => `#${id}` === hash)?.id;
    function look(): void {
      const line = reachedPx();
      const passed = headings.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line,
      );
      setReading(asked ?? (passed.at(-1) ?? headings[0])?.id);
    }
    const move = new AbortController();
    const forget = () => (asked = undefined);
    for (const input of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      window.addEventListener(input, forget, { passive: true, signal: move.signal });
    }
    look();
    window.addEventListener("scroll", look, { passive: true, signal: move.signal });
    return () => move.abort();
  }, [headings, hash, key]);
  return reading;
}

const indents = { 1: "pl-3", 2: "pl-3", 3: "pl-7" } as const;

export function OnThisPage({ headings, path }: { headings: Heading[]; path: string }) {
  const reading = useReading(headings);
  const navigate = useNavigate();
  function jump(event: MouseEvent, id: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (window.location.hash === `#${id}`) scrollToHash(`#${id}`);
    else void navigate(`${path}#${id}`);
  }
  const list = (
    <ul className="border-l border-line text-14">
      {headings.map((heading) => (
        <li key={heading.id}>
          <a
            href={`#${heading.id}`}
            aria-current={heading.id === reading ? "true" : undefined}
            onClick={(event) => jump(event, heading.id)}
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
