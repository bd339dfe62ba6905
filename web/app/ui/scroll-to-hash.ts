// Scrolls to the element that a hash names, and waits for it to appear.
const targetWaitMs = 10_000;

function prefersStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function show(target: HTMLElement): void {
  const disclosure = target.closest("details");
  if (disclosure) disclosure.open = true;
  target.scrollIntoView({ behavior: prefersStillness() ? "instant" : "smooth", block: "start" });
  const heading = target.matches("h1, h2, h3") ? target : target.querySelector<HTMLElement>("h1, h2, h3");
  const receiver = heading ?? target;
  if (!receiver.hasAttribute("tabindex")) receiver.setAttribute("tabindex", "-1");
  receiver.focus({ preventScroll: true });
}

/** Returns the ID that a hash names, or none if the hash cannot be decoded. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** Old links may write an ID in small letters. */
function find(id: string): HTMLElement | null {
  const exact = document.getElementById(id);
  return exact ?? document.querySelector<HTMLElement>(`main [id="${CSS.escape(id)}" i]`);
}

/** Returns a function that stops waiting. */
export function scrollToHash(hash: string): () => void {
  const id = idOf(hash);
  if (id === "") return () => {};
  const present = find(id);
  if (present) {
    show(present);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const target = find(id);
    if (!target) return;
    stop();
    show(target);
  });
  const timer = setTimeout(stop, targetWaitMs);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
