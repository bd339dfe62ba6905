// Progress: a bar with its figure, and the steps of a task on several pages.
import { Link } from "react-router";
import { Icon } from "./icon.tsx";
import { useTexts } from "./texts.ts";

interface ProgressProps {
  label: string;
  done: number;
  of: number;
}

export function Progress({ label, done, of }: ProgressProps) {
  const t = useTexts();
  const share = of === 0 ? 0 : Math.floor((done / of) * 100);
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-13">
        <span>{label}</span>
        <span className="text-ink-2 tabular-nums">{t("doneOf", { done, of })}</span>
      </div>
      <div role="progressbar" aria-label={label} aria-valuenow={share} aria-valuemin={0} aria-valuemax={100}>
        <svg width="100%" height="6" className="block rounded-full bg-neu-bg" aria-hidden="true">
          <rect width={`${share}%`} height="6" className="fill-primary" />
        </svg>
      </div>
    </div>
  );
}

export interface Step {
  label: string;
  /** The address of the step. Without it, the user cannot go back to it. */
  to?: string | undefined;
}

/** The steps of a task and the current one. Those before it are done. */
export function Stepper({ label, steps, at }: { label: string; steps: readonly Step[]; at: number }) {
  const t = useTexts();
  return (
    <nav aria-label={label} className="mb-6">
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {steps.map((step, index) => {
          const isDone = index < at;
          return (
            <li
              key={step.label}
              aria-current={index === at ? "step" : undefined}
              className={`flex items-center gap-2 text-14 ${index === at ? "font-semibold" : "text-ink-2"}`}
            >
              <span
                className={`grid size-6 place-items-center rounded-full border text-12 ${index === at ? "border-primary bg-primary text-on-primary" : "border-control"}`}
              >
                {isDone ? <Icon name="check" size={14} /> : index + 1}
              </span>
              {isDone && step.to !== undefined ? (
                <Link to={step.to} className="text-link underline">
                  {step.label}
                </Link>
              ) : (
                step.label
              )}
              {isDone && <span className="sr-only">{t("stepDone")}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
