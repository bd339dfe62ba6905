// The whole site has one preferred code language: the one in the address (?lang=), else the stored one, else the first
// of the group. It also has one preferred way to call: with the language's client library if there is one, or over
// plain HTTP.
export const languages = [
  { id: "curl", label: "cURL" },
  { id: "node", label: "Node.js" },
  { id: "java", label: "Java" },
  { id: "python", label: "Python" },
  { id: "php", label: "PHP" },
] as const;

export type LanguageId = (typeof languages)[number]["id"];

function activeTab(group: Element): HTMLElement | null {
  const wanted = document.documentElement.dataset["lang"];
  return (
    group.querySelector<HTMLElement>(`[role="tab"][data-lang="${wanted}"]`) ??
    group.querySelector<HTMLElement>('[role="tab"]')
  );
}

/** Updates the state of all tab lists and buttons to the preferences. CSS shows the panels. */
export function syncTabs(): void {
  const way = document.documentElement.dataset["way"] ?? "library";
  for (const button of document.querySelectorAll<HTMLElement>("button[data-way]")) {
    button.setAttribute("aria-pressed", String(button.dataset["way"] === way));
  }
  for (const group of document.querySelectorAll("[data-code-tabs]")) {
    const active = activeTab(group);
    for (const tab of group.querySelectorAll<HTMLElement>('[role="tab"]')) {
      tab.setAttribute("aria-selected", String(tab === active));
      tab.tabIndex = tab === active ? 0 : -1;
    }
  }
}

export function choose(what: "lang" | "way", chosen: string): void {
  document.documentElement.dataset[what] = chosen;
  try {
    localStorage.setItem(what, chosen);
  } catch {
    // Storage may be forbidden. The choice then lasts as long as the page.
  }
  syncTabs();
}
