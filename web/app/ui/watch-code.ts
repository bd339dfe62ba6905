// Language tabs, copy buttons and "Try it" are plain HTML, on the site and in the docs. One listener on the document
// serves all of them.
import { choose, syncTabs } from "./code-language.ts";
import { loadChunk } from "./load-chunk.ts";

function copyableText(button: Element): string {
  const code = button.closest("[data-code]")?.querySelector("pre code");
  return (code?.textContent ?? "").replace(/^\$ /gm, "").trimEnd();
}

/**
 * The browser lets us write to the clipboard only at the click, so it gets a promise of the text, which is still being
 * fetched.
 */
function copyPage(address: string): Promise<void> {
  const text = fetch(address).then((answer) => answer.blob());
  const plain = text.then((found) => new Blob([found], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
}

function tryIt(button: HTMLElement): void {
  loadChunk("try-it", async () => (await import("#docs/try-it/open-console.tsx")).default).then(
    (open) => open(button.dataset["try"] ?? ""),
    () => {
      const message = { role: "alert", textContent: "The console could not be loaded." };
      button.after(Object.assign(document.createElement("p"), message));
    },
  );
}

/** Resolves when the element is less than one window height away from the visible part of the page. */
const whenNear = (element: Element) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: "100%" },
    );
    observer.observe(element);
  });

/** Only a server on the reader's own computer can offer a key. If there is none, samples stay as they are. */
async function fillKey(): Promise<void> {
  const code = document.querySelector("article [data-code], [data-code-tabs]");
  if (!code || !/^(localhost|127\.|\[::1)/.test(location.hostname)) return;
  await whenNear(code);
  await (await loadChunk("fill-key", () => import("#docs/fill-key.ts"))).fillKey();
}

function onKeyDown(event: KeyboardEvent): void {
  const tab = (event.target as Element).closest<HTMLElement>('[data-code-tabs] [role="tab"]');
  if (!tab) return;
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const at = tabs.indexOf(tab);
  const moves: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const to = moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = tabs[(to + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}

/** Shows the preferred language, and fills the reader's key into the samples of the current page. */
export function showCode(): void {
  syncTabs();
  fillKey().catch(() => undefined);
}

/** `say` gets what screen readers are told. Returns a function that stops listening. */
export function watchCode(say: (text: string) => void): () => void {
  function onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const tab = target.closest<HTMLElement>('[data-code-tabs] [role="tab"]');
    if (tab?.dataset["lang"]) return choose("lang", tab.dataset["lang"]);
    const way = target.closest<HTMLElement>("button[data-way]")?.dataset["way"];
    if (way) return choose("way", way);
    const tried = target.closest<HTMLElement>("[data-try]");
    if (tried) return tryIt(tried);
    const button = target.closest<HTMLElement>("[data-copy],[data-copy-page]");
    if (!button) return;
    const page = button.dataset["copyPage"];
    const copied = page ? copyPage(page) : navigator.clipboard.writeText(copyableText(button));
    copied.then(
      () => {
        say("Copied");
        button.dataset["copied"] = "";
        setTimeout(() => {
          delete button.dataset["copied"];
          say("");
        }, 2000);
      },
      () => say("Copying is not allowed by this browser"),
    );
  }
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKeyDown);
  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKeyDown);
  };
}
