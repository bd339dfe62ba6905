// Shows prerendered HTML, and lets the router follow its links without loading a new page.
import { useState } from "react";
import { useNavigate } from "react-router";
import type { MouseEvent } from "react";
import { stillHtml } from "./fetch-still.ts";
import { scrollToHash } from "./scroll-to-hash.ts";

interface StillProps {
  name: string;
  /** The HTML was made at build time or fetched after a click. It is undefined if the page already has it. */
  html: string | undefined;
  as?: "article" | "div";
  className?: string;
}

export function Still({ name, html, as: Tag = "div", className }: StillProps) {
  const navigate = useNavigate();
  const [shown] = useState(() => stillHtml(name, html));
  function onClick(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = (event.target as Element).closest("a")?.getAttribute("href");
    if (!href || !/^[/#]/.test(href) || /\.\w+$/.test(href)) return;
    // The home page and the dashboard are documents of their own, the status page changes with every visit, and few
    // people read the changelog, so these pages are loaded in full.
    if (/^\/(?:$|[#?]|(?:dashboard|login|signup|status|changelog)\b)/.test(href)) return;
    event.preventDefault();
    const { pathname, hash } = window.location;
    // If the reader is already there, the address does not change, so nothing else would scroll.
    if (href === hash || href === pathname + hash) scrollToHash(hash);
    else void navigate(href);
  }
  return (
    <Tag
      className={className}
      data-still={name}
      onClick={onClick}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  );
}
