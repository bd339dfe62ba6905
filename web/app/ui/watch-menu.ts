/** Closes an open menu on Escape, on a click elsewhere, and if the focus leaves it. Returns a function that stops watching. */
export function watchMenu(menu: HTMLDetailsElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    },
    { signal },
  );
  menu.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (relatedTarget !== null && !menu.contains(relatedTarget as Node)) menu.open = false;
    },
    { signal },
  );
  return () => stop.abort();
}
