// Marks the heading that the reader has reached in the list "On this page".

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

/** Follows the reader on the shown page. Returns a function that stops. */
export function watchReading(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="On this page"] a')];
  const ids = [...new Set(links.map((link) => decodeURIComponent(link.hash.slice(1))))];
  // After a jump to a heading, it stays marked wherever it is on the screen, until the reader scrolls on.
  let asked = ids.find((id) => `#${id}` === location.hash);

  function look(): void {
    const line = reachedPx();
    const passed = ids.filter(
      (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line,
    );
    const reading = asked ?? passed.at(-1) ?? ids[0];
    for (const link of links) {
      if (decodeURIComponent(link.hash.slice(1)) === reading) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  const stop = new AbortController();
  const listen = { passive: true, signal: stop.signal };
  for (const input of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(input, () => (asked = undefined), listen);
  window.addEventListener("scroll", look, listen);
  look();
  return () => stop.abort();
}
