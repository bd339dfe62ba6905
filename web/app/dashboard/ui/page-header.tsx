// The head of a screen: its title beside the margin rule, one line about it, and what can be done here.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "./document-title.tsx";

interface PageHeaderProps {
  title: string;
  /** For the browser's tab, when the title alone says too little there. */
  documentTitle?: string;
  /** One line: what this screen is for. */
  lead?: ReactNode;
  /** Beside the title, such as a status. */
  mark?: ReactNode;
  /** Above the title: where this screen belongs. */
  trail?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, documentTitle, lead, mark, trail, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const fullTitle = useDocumentTitle(documentTitle ?? title);
  useEffect(() => {
    // After a move the title takes the focus (PageMoves), unless it was not there yet.
    const isMove = (window.history.state as { idx?: number } | null)?.idx;
    if (isMove && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <title>{fullTitle}</title>
      <div className="margin-rule min-w-0 max-md:basis-full md:flex-1">
        {trail && <div className="mb-1 text-13 text-ink-2">{trail}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="text-26 md:text-34">
            {title}
          </h1>
          {mark}
        </div>
        {lead && <p className="mt-1 max-w-[72ch] text-14 text-ink-2">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
