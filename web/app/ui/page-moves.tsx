// For the dashboard. After a change of page, scrolls, moves the focus to the new title and informs screen readers. After a change of the
// hash, scrolls to its element.
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { scrollToHash } from "./scroll-to-hash.ts";

const positions = new Map<string, number>();

export function PageMoves() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  const shownPath = useRef(pathname);
  const shownKey = useRef(key);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    // The page handles every key and click from now on.
    document.documentElement.dataset.live = "";
    const remember = () => positions.set(shownKey.current, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, []);

  useEffect(() => {
    const samePage = shownPath.current === pathname;
    shownPath.current = pathname;
    shownKey.current = key;
    if (!samePage) {
      setAnnouncement(document.title);
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    if (hash !== "") return scrollToHash(hash);
    if (samePage) return;
    const back = navigationType === "POP" ? positions.get(key) : undefined;
    window.scrollTo({ top: back ?? 0, behavior: "instant" });
  }, [pathname, hash, key, navigationType]);

  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only" id="page-announcement">
      {announcement}
    </p>
  );
}
