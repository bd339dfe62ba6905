// A form that shows the faults that the server found: beside each field, and in a list at the top.
import { createContext, useContext, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { ApiError } from "../api/api-error.ts";
import type { FieldRefusal } from "../api/api-error.ts";
import { ErrorBox } from "./error-box.tsx";
import { useTexts } from "./texts.ts";

const FaultsContext = createContext<readonly FieldRefusal[]>([]);

/** Returns the message of the last answer about a field. */
export function useFieldError(name: string | undefined): string | undefined {
  const faults = useContext(FaultsContext);
  return name === undefined ? undefined : faults.find((fault) => fault.field === name)?.message;
}

interface FormProps {
  onSubmit: () => void;
  /** The error of the last call: `error` of useSend. */
  error?: unknown;
  /** Faults that were found before sending. */
  faults?: readonly FieldRefusal[];
  id?: string;
  className?: string;
  children: ReactNode;
}

function faultsOf(error: unknown): readonly FieldRefusal[] {
  return error instanceof ApiError ? error.refusal.fields : [];
}

function focusField(form: HTMLFormElement | null, field: string): void {
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)?.focus();
}

export function Form({ onSubmit, error, faults, id, className, children }: FormProps) {
  const t = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const found = faults?.length ? faults : faultsOf(error);
  useEffect(() => {
    if (found.length > 0) summary.current?.focus();
    // Each new answer replaces the list, which gets the focus.
  }, [error, faults]);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={className ?? "grid gap-5"}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSubmit();
      }}
    >
      {found.length > 0 && (
        <div
          ref={summary}
          tabIndex={-1}
          role="alert"
          className="rounded-card border border-line border-l-3 border-l-bad bg-surface p-4"
        >
          <p className="font-semibold">{t("faults", { count: found.length })}</p>
          <ul className="mt-1 grid gap-1">
            {found.map((fault) => (
              <li key={fault.field}>
                <button
                  type="button"
                  className="min-h-6 text-left text-13 text-link underline"
                  onClick={() => focusField(form.current, fault.field)}
                >
                  {fault.message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {error !== undefined && error !== null && found.length === 0 && <ErrorBox error={error} />}
      <FaultsContext value={found}>{children}</FaultsContext>
    </form>
  );
}
