// The interactive parts of the home page. Their scripts are loaded when a visitor first touches them.
import { loadChunk } from "#ui/load-chunk.ts";

interface Part {
  on: "click" | "focusin";
  /** The element that the visitor touches. `part` selects the part that it belongs to. */
  selector: string;
  part: string;
  load: () => Promise<{ default: (part: HTMLElement) => void }>;
  failure: string;
}

const parts: readonly Part[] = [
  {
    on: "click",
    selector: "[data-send-payout]",
    part: "[data-live-payout]",
    load: () => import("./live/live-payout.tsx"),
    failure: "The payout could not be started. Check your connection and try again.",
  },
  {
    on: "focusin",
    selector: "[data-calculator] :is(input, select)",
    part: "[data-calculator]",
    load: () => import("./calculator/run-calculator.ts"),
    failure: "The calculator did not load. Check your connection and try again.",
  },
];

async function wake({ load, failure }: Part, part: HTMLElement): Promise<void> {
  part.querySelector("[data-failure]")?.remove();
  try {
    (await loadChunk("home", load)).default(part);
  } catch {
    const message = document.createElement("p");
    Object.assign(message, { role: "alert", className: "mt-2 text-14 text-bad", textContent: failure });
    message.dataset["failure"] = "";
    part.append(message);
  }
}

export function wakeParts(page: HTMLElement): void {
  for (const one of parts)
    page.addEventListener(one.on, (event) => {
      const part = (event.target as Element).closest(one.selector)?.closest<HTMLElement>(one.part);
      if (part) void wake(one, part);
    });
}
