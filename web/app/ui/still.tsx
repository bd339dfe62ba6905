// Shows prerendered HTML and gives its links the router's soft navigation.
import { useState } from "react";
import { useNavigate } from "react-router";
import type { MouseEvent } from "react";
import { stillHtml } from "./fetch-still.ts";
import { scrollToHash } from "./scroll-to-hash.ts";

interface StillProps {
  name: string;
  /** Made at build, or fetched after a click; undefined when it is in the page already. */
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
    // The dashboard is an application of its own, the status page is new for every visit, and few
    // read the changelog: they are loaded whole.
    if (/^\/(?:dashboard|login|signup|status|changelog)\b/.test(href)) return;
    event.preventDefault();
    const { pathname, hash } = window.location;
    // The address does not change when the reader is there already, so nothing else would scroll.
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
