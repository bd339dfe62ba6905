// One preferred code language for the whole site: address (?lang=) before storage before the group's first.
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

/** Makes the state of all tab lists agree with the preferred language. CSS shows the panels. */
export function syncTabs(): void {
  for (const group of document.querySelectorAll("[data-code-tabs]")) {
    const active = activeTab(group);
    for (const tab of group.querySelectorAll<HTMLElement>('[role="tab"]')) {
      tab.setAttribute("aria-selected", String(tab === active));
      tab.tabIndex = tab === active ? 0 : -1;
    }
  }
}

export function chooseLanguage(language: string): void {
  document.documentElement.dataset["lang"] = language;
  try {
    localStorage.setItem("lang", language);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  syncTabs();
}
