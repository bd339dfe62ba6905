// On small screens the navigation lies over the page. Its buttons, the backdrop and Escape open and close it.

const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;

export function makeOverlay(): { close(): void } {
  const [opener, closer] = [part("[data-opens-navigation]"), part("[data-closes-navigation]")];
  const [navigation, backdrop] = [part("#docs-navigation"), part("[data-backdrop]")];
  const behind = [part("#main"), part('[aria-label="Page tools"]')];

  function setOpen(open: boolean): void {
    if (navigation.hasAttribute("data-open") === open) return;
    navigation.toggleAttribute("data-open", open);
    backdrop.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    for (const one of behind) one.inert = open;
    if (open) closer.focus();
    // The focus returns to the button, which was inert until now, unless the page that the reader chose has taken it.
    else if (document.activeElement === document.body || navigation.contains(document.activeElement))
      opener.focus();
  }

  const close = () => setOpen(false);
  opener.addEventListener("click", () => setOpen(true));
  closer.addEventListener("click", close);
  backdrop.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return { close };
}
