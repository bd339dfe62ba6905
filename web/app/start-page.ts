// The script of every page of the site and the documentation, except the home page, which has its own. The pages are
// HTML, so there is neither a router nor React. What needs React is loaded when a reader first uses it.
import { startDocs } from "#docs/start-docs.ts";
import { runContactForm } from "#site/contact/run-contact-form.ts";
import { repeatEarlyClick } from "#ui/early-click.ts";
import { scrollToHash } from "#ui/scroll-to-hash.ts";
import { showCode, watchCode } from "#ui/watch-code.ts";
import { watchMenu } from "#ui/watch-menu.ts";
import { watchThemes } from "#ui/watch-themes.ts";

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)];

const said = document.getElementById("code-said");

for (const menu of all<HTMLDetailsElement>("[data-menu]")) watchMenu(menu);
for (const themes of all("[data-themes]")) watchThemes(themes);
for (const form of all<HTMLFormElement>('form[aria-label="Contact"]')) runContactForm(form);
watchCode((text) => {
  if (said) said.textContent = text;
});
showCode();
if (document.querySelector("[data-docs]")) startDocs();
else {
  const { pathname } = location;
  addEventListener("popstate", () => {
    if (location.pathname !== pathname) location.reload();
  });
}
scrollToHash(location.hash);
// The page handles every key and click from now on.
document.documentElement.dataset["live"] = "";
repeatEarlyClick();
