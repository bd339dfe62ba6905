// The keyboard shortcuts of every screen, and the two overlays that they open. Both are fetched on first use.
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useLetterKeys } from "../ui/letter-keys.ts";
import { navOf } from "./nav.ts";
import { useSession, useTo } from "./session.tsx";
import { onOpenPalette, onOpenShortcuts } from "./shell-events.ts";

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx"));

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null
  );
}

/** The time to press a letter after "g". */
const chordMs = 1_500;

function useKeys(onKey: (key: string, event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const palette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k";
      if (palette) return onKey("mod+k", event);
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      onKey(event.key, event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [onKey]);
}

export function Shortcuts() {
  const { environment } = useSession();
  const to = useTo();
  const navigate = useNavigate();
  const letters = useLetterKeys();
  const [shown, setShown] = useState<"palette" | "sheet">();
  const [chord] = useState({ at: -Infinity });
  useEffect(() => onOpenPalette(() => setShown("palette")), []);
  useEffect(() => onOpenShortcuts(() => setShown("sheet")), []);
  useKeys((key, event) => {
    const afterG = performance.now() - chord.at < chordMs;
    chord.at = -Infinity;
    if (key === "mod+k" || (letters === "on" && key === "/")) {
      event.preventDefault();
      setShown("palette");
    } else if (letters === "off") {
      return;
    } else if (key === "?") {
      setShown("sheet");
    } else if (key === "g") {
      chord.at = performance.now();
    } else if (afterG || key === "n") {
      const goKey = afterG ? key : "n";
      const entry = navOf(environment)
        .flatMap((group) => group.entries)
        .find((one) => (afterG ? one.goKey === goKey : one.path === "transfers/quick"));
      if (entry) {
        event.preventDefault();
        void navigate(to(entry.path));
      }
    }
  });
  return (
    <Suspense fallback={null}>
      {shown === "palette" && <Palette onClose={() => setShown(undefined)} />}
      {shown === "sheet" && <ShortcutSheet onClose={() => setShown(undefined)} />}
    </Suspense>
  );
}
