// Keeps the ticket of a log-in while this tab is at the provider. Only this tab has it, so the answer of the provider is of no use in
// another one, and a page that someone else has sent here cannot log anyone in.
const name = "vitaran-provider";

interface KeptWay {
  ticket: string;
  /** A log-in, or a fresh proof within a session. */
  purpose: "log-in" | "proof";
  /** The page to show after a log-in. */
  next: string | null;
}

/** Keeps the way and goes to the provider. */
export function goToProvider(url: string, way: KeptWay): void {
  window.sessionStorage.setItem(name, JSON.stringify(way));
  window.location.assign(url);
}

/** Returns the way that this tab went, once. */
export function takeWay(): KeptWay | undefined {
  const kept = window.sessionStorage.getItem(name);
  window.sessionStorage.removeItem(name);
  return kept === null ? undefined : (JSON.parse(kept) as KeptWay);
}
