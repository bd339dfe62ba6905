// "Was this page helpful?" thanks the reader and keeps the answer on this device, where the reader can change it. If
// there is a server, it counts the answer.

const storageKey = (path: string) => `helpful:${path}`;

function remembered(path: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(path)) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(path: string, helpful: string): void {
  try {
    localStorage.setItem(storageKey(path), helpful);
  } catch {
    // Storage may be forbidden. The thanks are shown anyway.
  }
}

/** Only our own server accepts feedback. Readers of other servers are thanked as well. */
async function tell(page: string, helpful: boolean, changed: boolean): Promise<void> {
  const body = new Blob([JSON.stringify({ page, helpful, changed })], { type: "application/json" });
  const heard = await fetch("/docs-feedback", { redirect: "manual" }).catch(() => undefined);
  if (heard?.ok) navigator.sendBeacon("/docs-feedback", body);
}

/** Makes the question of the shown page work. */
export function watchFeedback(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>("form[data-feedback]");
  if (!form) return;
  const path = form.querySelector<HTMLInputElement>('input[name="page"]')?.value ?? "";
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[name="helpful"]')];
  let given = buttons.find(({ value }) => value === remembered(path))?.value;

  function show(): void {
    if (given === undefined) return;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === given));
    const thanks = form?.querySelector('[role="status"]');
    if (thanks) thanks.textContent = "Thank you. You can change your answer.";
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = (event.submitter as HTMLButtonElement | null)?.value;
    if (answer === undefined || answer === given) return;
    void tell(path, answer === "yes", given !== undefined);
    given = answer;
    remember(path, answer);
    show();
  });
  show();
}
