// Fetches a page of the documentation and shows it in the frame that is already there. If it cannot be fetched, a
// message takes its place, and the navigation stays.
import { chunkTimeoutMs, ChunkLoadError } from "#ui/load-chunk.ts";

export const isDocsPath = (path: string): boolean => path.startsWith("/payout/");

/** Returns null if the server has no such page and answered with another one. */
async function fetchPage(path: string): Promise<Document | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(chunkTimeoutMs) });
    if (!response.ok) throw new Error(`The server answered ${response.status}`);
    const shown = new URL(response.url).pathname.replace(/(.)\/$/, "$1");
    if (shown !== path.replace(/(.)\/$/, "$1")) return null;
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch (error) {
    throw new ChunkLoadError(`Loading page ${path} failed.`, { cause: error });
  }
}

/** These elements of the head name the page. */
const named =
  'meta[name="description"], meta[property^="og:"], link[rel="canonical"], link[rel="alternate"][type="text/markdown"]';

const crumbs = 'nav[aria-label="Breadcrumb"]';

/** Tells the reader which page is shown now, and moves the focus to its title. */
function announce(main: HTMLElement): void {
  const announcement = document.getElementById("page-announcement");
  if (announcement) announcement.textContent = document.title;
  main.querySelector<HTMLElement>("h1, [aria-level]")?.focus({ preventScroll: true });
}

function markCurrent(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#docs-navigation a")) {
    if (link.pathname === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function put(page: Document): void {
  const [main, next] = [document.getElementById("main"), page.getElementById("main")];
  const [crumb, nextCrumb] = [document.querySelector(crumbs), page.querySelector(crumbs)];
  if (!main || !next || !crumb || !nextCrumb) return;
  document.title = page.title;
  for (const old of document.head.querySelectorAll(named)) old.remove();
  document.head.append(...page.head.querySelectorAll(named));
  crumb.replaceChildren(...nextCrumb.childNodes);
  main.replaceChildren(...next.childNodes);
  announce(main);
}

/** Names a page that could not be fetched, by its link in the navigation. */
function nameCrumbs(path: string): void {
  const link = document.querySelector(`#docs-navigation a[href="${CSS.escape(path)}"]`);
  const [section, title] = document.querySelectorAll(`${crumbs} li:not([aria-hidden])`);
  if (!link || !section || !title) return;
  section.textContent = link.closest("details")?.querySelector("summary")?.textContent ?? "Payouts";
  title.textContent = link.textContent;
}

function putFailure(path: string, error: unknown, again: () => void): void {
  const main = document.getElementById("main");
  const template = document.querySelector<HTMLTemplateElement>("[data-load-failure]");
  if (!main || !template) return;
  nameCrumbs(path);
  main.replaceChildren(template.content.cloneNode(true));
  const reason = main.querySelector("[data-reason]");
  if (reason) reason.textContent = String(error);
  main.querySelector("button")?.addEventListener("click", again);
  document.title = main.querySelector("[aria-level]")?.textContent ?? document.title;
  announce(main);
}

/**
 * Fetches a page. Returns a function that shows it, or the reason why it is not there, and says which of the two.
 * `again` is called if the reader wants to try once more.
 */
export async function showPage(path: string, again: () => void): Promise<() => boolean> {
  try {
    const page = await fetchPage(path);
    return () => {
      if (page === null) location.reload();
      else put(page);
      markCurrent(path.replace(/\/$/, ""));
      return true;
    };
  } catch (error) {
    return () => {
      putFailure(path, error, again);
      markCurrent(path);
      return false;
    };
  }
}
