// "Was this page helpful?" thanks the reader and remembers the answer on this device.
import { useEffect, useState } from "react";

const storageKey = (path: string) => `helpful:${path}`;

function remembered(path: string): boolean {
  try {
    return localStorage.getItem(storageKey(path)) !== null;
  } catch {
    return false;
  }
}

export function Feedback({ path }: { path: string }) {
  const [answered, setAnswered] = useState(false);
  useEffect(() => setAnswered(remembered(path)), [path]);
  function answer(helpful: "yes" | "no"): void {
    setAnswered(true);
    try {
      localStorage.setItem(storageKey(path), helpful);
    } catch {
      // Storage may be forbidden; the thanks are shown all the same.
    }
  }
  return (
    <section
      aria-labelledby="helpful"
      className="mt-14 flex min-h-11 flex-wrap items-center gap-4 print:hidden"
    >
      <p id="helpful" className="font-semibold">
        Was this page helpful?
      </p>
      {!answered &&
        (["yes", "no"] as const).map((helpful) => (
          <button
            key={helpful}
            type="button"
            onClick={() => answer(helpful)}
            className="min-h-11 min-w-16 rounded-field border border-control px-4 hover:bg-sunken"
          >
            {helpful === "yes" ? "Yes" : "No"}
          </button>
        ))}
      <p role="status" className="text-ink-2">
        {answered ? "Thank you. Your answer is noted." : ""}
      </p>
    </section>
  );
}
