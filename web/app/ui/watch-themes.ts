// Switches between light, dark and the system's theme. The inline script in the head applies the stored choice before
// the first paint.
function apply(choice: string): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = choice;
  try {
    if (choice === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", choice);
  } catch {
    // Storage may be forbidden. The choice then lasts as long as the page.
  }
}

/** Shows and applies the choice of a theme switch. Returns a function that stops watching. */
export function watchThemes(themes: HTMLElement): () => void {
  const stored = document.documentElement.dataset["theme"] ?? "system";
  const chosen = themes.querySelector<HTMLInputElement>(`input[value="${stored}"]`);
  if (chosen) chosen.checked = true;
  const listen = (event: Event) => apply((event.target as HTMLInputElement).value);
  themes.addEventListener("change", listen);
  return () => themes.removeEventListener("change", listen);
}
