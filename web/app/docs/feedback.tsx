// "Was this page helpful?" thanks the reader and remembers the answer on this device; the server counts it, where there
// is one. A form, so that it works without scripts too.
import { useEffect, useState } from "react";

const storageKey = (path: string) => `helpful:${path}`;

function remembered(path: string): boolean {
  try {
    return localStorage.getItem(storageKey(path)) !== null;
  } catch {
    return false;
  }
}

/** Only a server of ours says that it takes answers; whoever answers elsewhere is thanked all the same. */
async function tell(page: string, helpful: boolean): Promise<void> {
  const body = new Blob([JSON.stringify({ page, helpful })], { type: "application/json" });
  const heard = await fetch("/docs-feedback", { redirect: "manual" }).catch(() => undefined);
  if (heard?.ok) navigator.sendBeacon("/docs-feedback", body);
}

export function Feedback({ path }: { path: string }) {
  const [answered, setAnswered] = useState(false);
  useEffect(() => setAnswered(remembered(path)), [path]);
  function answer(event: React.MouseEvent, helpful: "yes" | "no"): void {
    event.preventDefault();
    setAnswered(true);
    void tell(path, helpful === "yes");
    try {
      localStorage.setItem(storageKey(path), helpful);
    } catch {
      // Storage may be forbidden; the thanks are shown all the same.
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
      {!answered &&
        (["yes", "no"] as const).map((helpful) => (
          <button
            key={helpful}
            name="helpful"
            value={helpful}
            onClick={(event) => answer(event, helpful)}
            className="min-h-11 min-w-16 rounded-field border border-control px-4 hover:bg-sunken"
          >
            {helpful === "yes" ? "Yes" : "No"}
          </button>
        ))}
      <p role="status" className="text-ink-2">
        {answered ? "Thank you. Your answer is noted." : ""}
      </p>
      <p id="thanks" className="only-no-js hidden text-ink-2 target:block">
        Thank you for your answer.
      </p>
    </form>
  );
}
