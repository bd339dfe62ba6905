// "Stills" are parts of a page that exist as HTML only. When a click opens a page, they are taken from its prerendered
// file, so the same content is never sent as a script as well.
import { chunkTimeoutMs, ChunkLoadError } from "./load-chunk.ts";

interface Stills {
  title: string;
  parts: Record<string, string>;
}

const fetched = new Map<string, Stills>();

/** Returns undefined if the server has no such page (it answered with another one). */
export async function fetchStills(path: string): Promise<Stills | undefined> {
  const known = fetched.get(path);
  if (known) return known;
  const text = await fetchText(path);
  if (text === undefined) return undefined;
  const page = new DOMParser().parseFromString(text, "text/html");
  const parts: Record<string, string> = {};
  for (const element of page.querySelectorAll<HTMLElement>("[data-still]")) {
    parts[element.dataset["still"] ?? ""] = element.innerHTML;
  }
  const stills = { title: page.title, parts };
  fetched.set(path, stills);
  return stills;
}

async function fetchText(path: string): Promise<string | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(chunkTimeoutMs) });
    if (!response.ok) throw new Error(`The server answered ${response.status}`);
    const shown = new URL(response.url).pathname.replace(/(.)\/$/, "$1");
    return shown === path ? await response.text() : undefined;
  } catch (error) {
    throw new ChunkLoadError(`Loading page ${path} failed.`, { cause: error });
  }
}

/** Returns the HTML to show: made now (at build), fetched (after a click), or already in the page (first load). */
export function stillHtml(name: string, made: string | undefined): string {
  return made ?? document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? "";
}
