// The tabs of a screen. Each tab has an address, so the browser's Back button works as expected.
import type { ReactNode } from "react";
import { NavLink } from "react-router";

export interface Tab {
  to: string;
  label: ReactNode;
  /** Set only if someone must act. */
  count?: number | undefined;
  /** True if only the address itself counts, and not those below it. */
  end?: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-5 relative overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to}
              end={tab.end ?? true}
              className="-mb-px flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink pointer-coarse:min-h-11"
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="rounded-full bg-info-bg px-2 text-12 text-info tabular-nums">
                  {tab.count}
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { id: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice between two or three views of the same figures, such as 7 or 30 days. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="relative flex max-w-full flex-wrap rounded-field border border-control p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.id}
          className="relative flex min-h-7 cursor-pointer items-center rounded-field px-2.5 text-13 whitespace-nowrap text-ink-2 hover:text-ink has-checked:bg-sunken has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
        >
          <input
            type="radio"
            className="sr-only"
            name={label}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
