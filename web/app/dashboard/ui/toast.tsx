// Short messages at the edge of the window, about things that happened in the background or can be undone. They are
// never the only place with the information.
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "./button.tsx";
import { useTexts } from "./texts.ts";

interface Toast {
  id: number;
  text: string;
  tone: "neutral" | "bad";
  action?: { label: string; onPress: () => void };
}

const shownMs = 8_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function remove(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

/** Shows a message for eight seconds, or as long as the pointer or the focus is on it. */
export function toast(text: string, more: { tone?: Toast["tone"]; action?: Toast["action"] } = {}): void {
  lastId += 1;
  const { tone = "neutral", action } = more;
  set([...toasts.slice(-2), { id: lastId, text, tone, ...(action && { action }) }]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function Line({ one }: { one: Toast }) {
  const t = useTexts();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => remove(one.id), shownMs);
    return () => clearTimeout(timer);
  }, [held, one.id]);
  return (
    <li
      className={`toast ${one.tone === "bad" ? "border-l-bad" : "border-l-margin"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="flex-1 py-2">{one.text}</span>
      {one.action && (
        <Button
          look="quiet"
          size="sm"
          onClick={() => {
            one.action?.onPress();
            remove(one.id);
          }}
        >
          {one.action.label}
        </Button>
      )}
      <IconButton icon="close" label={t("dismiss")} onClick={() => remove(one.id)} />
    </li>
  );
}

/** The place where toasts appear. The shell has one. */
export function Toasts() {
  const t = useTexts();
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
  return (
    <section aria-label={t("news")} aria-live="polite" className="toasts print:hidden">
      <ul className="grid gap-2">
        {shown.map((one) => (
          <Line key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}
