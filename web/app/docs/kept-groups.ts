// Keeps the groups of the navigation that the reader opened open after a reload, in this tab.
const key = "docs-groups";

export function openKeptGroups(list: HTMLElement): void {
  try {
    const kept = sessionStorage.getItem(key)?.split("\n");
    for (const group of list.querySelectorAll("details")) {
      if (kept?.includes(group.firstChild?.textContent ?? "")) group.open = true;
    }
  } catch {
    // Storage is switched off, so nothing is kept.
  }
}

export function keepGroups(list: HTMLElement): void {
  try {
    const open = [...list.querySelectorAll("details[open] > summary")];
    sessionStorage.setItem(key, open.map((summary) => summary.textContent).join("\n"));
  } catch {
    // Storage is switched off, so nothing is kept.
  }
}
