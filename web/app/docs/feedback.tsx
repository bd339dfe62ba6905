// "Was this page helpful?" thanks the reader and keeps the answer on this device, where the reader can change it. If
// there is a server, it counts the answer. This is a form, so that it works without scripts too.
import { useEffect, useState } from "react";

type Helpful = "yes" | "no";

const storageKey = (path: string) => `helpful:${path}`;

function remembered(path: string): Helpful | undefined {
  try {
    const kept = localStorage.getItem(storageKey(path));
    return kept === "yes" || kept === "no" ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Only our own server accepts feedback. Readers of other servers are thanked as well. */
async function tell(page: string, helpful: boolean, changed: boolean): Promise<void> {
  const body = new Blob([JSON.stringify({ page, helpful, changed })], { type: "application/json" });
  const heard = await fetch("/docs-feedback", { redirect: "manual" }).catch(() => undefined);
  if (heard?.ok) navigator.sendBeacon("/docs-feedback", body);
}

export function Feedback({ path }: { path: string }) {
  const [given, setGiven] = useState<Helpful>();
  useEffect(() => setGiven(remembered(path)), [path]);
  function answer(event: React.MouseEvent, helpful: Helpful): void {
    event.preventDefault();
    if (helpful === given) return;
    setGiven(helpful);
    void tell(path, helpful === "yes", given !== undefined);
    try {
      localStorage.setItem(storageKey(path), helpful);
    } catch {
      // Storage may be forbidden. The thanks are shown anyway.
    }
  }
  return (
    <form
      aria-labelledby="helpful"
      method="post"
      action="/docs-feedback"
      className="mt-14 flex min-h-11 flex-wrap items-center gap-4 print:hidden"
    >
      <p id="helpful" className="font-semibold">
        Was this page helpful?
      </p>
      <input type="hidden" name="page" value={path} />
      {(["yes", "no"] as const).map((helpful) => (
        <button
          key={helpful}
          name="helpful"
          value={helpful}
          aria-pressed={given ? given === helpful : undefined}
          onClick={(event) => answer(event, helpful)}
          className="min-h-11 min-w-16 rounded-field border border-control px-4 hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-sunken aria-pressed:font-semibold"
        >
          {helpful === "yes" ? "Yes" : "No"}
        </button>
      ))}
      <p role="status" className="text-ink-2">
        {given ? "Thank you. You can change your answer." : ""}
      </p>
      <p id="thanks" className="only-no-js hidden text-ink-2 target:block">
        Thank you for your answer.
      </p>
    </form>
  );
}
