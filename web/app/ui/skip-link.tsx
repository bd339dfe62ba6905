// The first link of the page, for people who use a keyboard. It is visible only while it has the focus.
import type { ReactNode } from "react";

export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a
      href="#main"
      className="print:hidden fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-primary px-4 py-2 text-on-primary focus:translate-y-0"
    >
      {children}
    </a>
  );
}
