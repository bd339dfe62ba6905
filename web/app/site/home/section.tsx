import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
  /** True for a section with a sunken background, from edge to edge. */
  sunken?: boolean;
}

export function Section({ id, title, lead, children, sunken = false }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={sunken ? "border-y border-line bg-sunken" : undefined}
    >
      <div className="frame py-16 md:py-24">
        <div className="margin-rule mb-10 max-w-[45rem]">
          <h2 id={`${id}-title`} tabIndex={-1} className="text-34">
            {title}
          </h2>
          {lead && <p className="mt-3 text-18 text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
