// Simple parts of screens: cards, lists of facts, notes.
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface CardProps {
  title?: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** True for content that reaches the edges, such as a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, lead, actions, flush, className, children }: CardProps) {
  const hasHead = title !== undefined || actions !== undefined;
  const flushClass = hasHead ? "mt-3" : "";
  return (
    <section className={`min-w-0 rounded-card border border-line bg-surface ${className ?? ""}`}>
      {hasHead && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 md:px-5">
          <div className="min-w-0">
            <h2 className="text-18">{title}</h2>
            {lead && <p className="text-13 text-ink-2">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? flushClass : "p-4 md:p-5"}>{children}</div>
    </section>
  );
}

export interface Fact {
  label: ReactNode;
  value: ReactNode;
  /** A total, which has a double rule. */
  total?: boolean;
  /** Takes a full row in a stacked list. */
  wide?: boolean;
}

/** Facts about one thing, with labels beside the values. `stacked` puts the labels above. */
export function KeyValues({
  facts,
  stacked,
}: {
  facts: readonly (Fact | false | undefined)[];
  stacked?: boolean;
}) {
  const shown = facts.filter((fact) => fact !== false && fact !== undefined);
  return (
    <dl className={stacked ? "grid grid-cols-2 gap-4 lg:grid-cols-3" : "grid"}>
      {shown.map((fact, at) => (
        <div
          key={at}
          className={
            stacked
              ? `min-w-0 ${fact.wide ? "col-span-full" : ""}`
              : `flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2 last:border-b-0 ${fact.total ? "double-rule font-semibold" : ""}`
          }
        >
          <dt className={stacked ? "text-13 text-ink-3" : "text-ink-2"}>{fact.label}</dt>
          <dd className={`min-w-0 wrap-anywhere ${stacked ? "" : "ml-auto text-right"}`}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

const noteTones = {
  info: "border-l-info bg-info-bg",
  warn: "border-l-warn bg-warn-bg",
  bad: "border-l-bad bg-bad-bg",
  ok: "border-l-ok bg-ok-bg",
} as const;

interface NoteProps {
  tone?: keyof typeof noteTones;
  /** The subject in a few words. */
  title?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Something to know before continuing. Results of an action are shown as toasts and error boxes instead. */
export function Note({ tone = "info", title, actions, children }: NoteProps) {
  return (
    <div className={`flex gap-3 rounded-card border-l-3 p-3 text-ink ${noteTones[tone]}`}>
      <Icon name={tone === "ok" ? "check" : tone === "info" ? "info" : "warning"} className="mt-px" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-[min(100%,15rem)] flex-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-14">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-start gap-2">{actions}</div>}
      </div>
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  /** One sentence that explains the list. */
  children: ReactNode;
  /** An example of the future content, greyed and marked as an example. */
  example?: ReactNode;
  exampleLabel?: string;
  action?: ReactNode;
  /** A page of the documentation about it. */
  docs?: ReactNode;
}

/** Replaces a list that never had content. It says what the list is for and how to begin. */
export function EmptyState({ title, children, example, exampleLabel, action, docs }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-surface px-4 py-8 in-[section]:border-none md:px-8 md:py-10">
      <div>
        <h2 className="text-18">{title}</h2>
        <p className="mt-1 max-w-[60ch] text-ink-2">{children}</p>
      </div>
      {example && (
        <figure className="w-full max-w-160 rounded-card border border-line bg-surface p-3">
          <figcaption className="text-12 text-ink-3">{exampleLabel}</figcaption>
          <div aria-hidden="true" inert className="text-ink-3">
            {example}
          </div>
        </figure>
      )}
      {(action || docs) && (
        <div className="flex flex-wrap items-center gap-4">
          {action}
          {docs && <span className="text-14 [&_a]:text-link [&_a]:underline">{docs}</span>}
        </div>
      )}
    </div>
  );
}
