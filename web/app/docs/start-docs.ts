// Makes a page of the documentation work: its navigation, search, list of headings and question at the end. Links to
// other pages of the documentation are followed without loading the frame again.
import { scrollToHash } from "#ui/scroll-to-hash.ts";
import { showCode } from "#ui/watch-code.ts";
import { keepGroups, openKeptGroups } from "./kept-groups.ts";
import { makeOverlay } from "./overlay.ts";
import { watchFeedback } from "./watch-feedback.ts";
import { watchReading } from "./watch-reading.ts";
import { watchSearch } from "./watch-search.ts";
import { isDocsPath, showPage } from "./show-page.ts";

const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;

let stopReading = (): void => {};
let shownPath = location.pathname;
let newest = 0;

function readAgain(): void {
  stopReading();
  stopReading = watchReading();
}

/** Makes the parts of the page work that are replaced with it. */
function wakePage(): void {
  watchFeedback(part("#main"));
  readAgain();
}

/** Follows a change of the address that has already happened. */
async function follow({ pathname, hash }: Location): Promise<void> {
  const mine = ++newest;
  if (pathname === shownPath) {
    readAgain();
    return void scrollToHash(hash);
  }
  // Other pages have other frames, so the browser loads them.
  if (!isDocsPath(pathname)) return location.reload();
  const show = await showPage(pathname, () => void follow(location));
  // The reader may have chosen another page while this one was fetched.
  if (mine !== newest) return;
  shownPath = show() ? pathname : "";
  wakePage();
  showCode();
  if (hash === "") window.scrollTo({ top: 0, behavior: "instant" });
  else scrollToHash(hash);
}

/** Goes to an address of this site. */
export function goTo(address: string): void {
  const url = new URL(address, location.href);
  if (!isDocsPath(url.pathname)) return location.assign(url);
  if (url.href !== location.href) history.pushState(null, "", url);
  void follow(location);
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || link.target !== "" || link.download !== "") return;
  // Files have an ending.
  if (!isDocsPath(link.pathname) || /\.\w+$/.test(link.pathname)) return;
  event.preventDefault();
  const menu = link.closest<HTMLDetailsElement>("[data-menu]");
  if (menu) menu.open = false;
  goTo(link.href);
}

export function startDocs(): void {
  const list = part("#docs-navigation ul");
  openKeptGroups(list);
  for (const group of list.querySelectorAll("details"))
    group.addEventListener("toggle", () => keepGroups(list));
  const overlay = makeOverlay();
  list.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a")) overlay.close();
  });
  watchSearch(part("[data-search]"), goTo);
  document.addEventListener("click", onClick);
  addEventListener("popstate", () => void follow(location));
  wakePage();
}
