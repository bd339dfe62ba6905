// The script of the home page, which needs neither the router nor React: its links load documents, and its parts are HTML
// that these functions make work. The form of the payout, which needs React, is loaded when a visitor sends one.
import { runContactForm } from "#site/contact/run-contact-form.ts";
import { scrollToHash } from "#ui/scroll-to-hash.ts";
import { showCode, watchCode } from "#ui/watch-code.ts";
import { watchMenu } from "#ui/watch-menu.ts";
import { watchThemes } from "#ui/watch-themes.ts";
import { wakeParts } from "./wake-parts.ts";

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)];

/** Marks the link of the section that the address names. */
function markCurrent(): void {
  for (const link of all<HTMLAnchorElement>("[data-section]")) {
    if (link.hash === location.hash) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function showSection(): void {
  markCurrent();
  scrollToHash(location.hash);
}

function goTo(hash: string): void {
  if (hash !== location.hash) history.pushState(null, "", hash || "/");
  showSection();
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.pathname !== "/" || link.origin !== location.origin || link.search !== "") return;
  const menu = link.closest<HTMLDetailsElement>("[data-menu]");
  if (menu) menu.open = false;
  event.preventDefault();
  goTo(link.hash);
  if (link.hash === "") window.scrollTo({ top: 0 });
}

const page = document.querySelector<HTMLElement>("main")!;
const said = document.getElementById("code-said");

document.addEventListener("click", onClick);
addEventListener("hashchange", showSection);
addEventListener("popstate", markCurrent);
for (const menu of all<HTMLDetailsElement>("[data-menu]")) watchMenu(menu);
for (const themes of all("[data-themes]")) watchThemes(themes);
for (const form of all<HTMLFormElement>('form[aria-label="Contact"]')) runContactForm(form);
watchCode((text) => {
  if (said) said.textContent = text;
});
wakeParts(page);
showCode();
showSection();
// The page handles every key and click from now on.
document.documentElement.dataset["live"] = "";
