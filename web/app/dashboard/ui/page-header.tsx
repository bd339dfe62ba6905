// The head of a screen: its title beside the margin line, one line about it, and its actions.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "./document-title.tsx";

interface PageHeaderProps {
  title: string;
  /** The title in the browser's tab, if the screen's title alone is not clear there. */
  documentTitle?: string;
  /** One line about the purpose of the screen. */
  lead?: ReactNode;
  /** An element beside the title, such as a status. */
  mark?: ReactNode;
  /** An element above the title that shows where the screen belongs. */
  trail?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, documentTitle, lead, mark, trail, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const fullTitle = useDocumentTitle(documentTitle ?? title);
  useEffect(() => {
    // After a change of page the title gets the focus (PageMoves). If it did not exist yet, it takes the focus here.
    const isMove = (window.history.state as { idx?: number } | null)?.idx;
    if (isMove && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="margin-rule mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <title>{fullTitle}</title>
      <div className="min-w-0">
        {trail && <div className="mb-1 text-13 text-ink-2">{trail}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="text-26 md:text-34">
            {title}
          </h1>
          {mark}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      {lead && (
        <div className="w-full">
          <p className="max-w-[72ch] text-14 text-ink-2">{lead}</p>
        </div>
      )}
    </header>
  );
}
