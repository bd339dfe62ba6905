// Search over every section of the documentation: the button and its keys. The dialog is fetched on first use.
import { loadChunk } from "#ui/load-chunk.ts";

export function watchSearch(button: HTMLElement, goTo: (address: string) => void): void {
  const failure = button.parentElement?.querySelector<HTMLElement>("[data-search-failure]");

  function open(): void {
    if (failure) failure.hidden = true;
    loadChunk("search", async () => (await import("./open-search.tsx")).default).then(
      (openSearch) => openSearch(goTo),
      (error: unknown) => {
        if (!failure) return;
        failure.textContent = `Search could not be loaded. ${String(error)}`;
        failure.hidden = false;
      },
    );
  }

  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
}
