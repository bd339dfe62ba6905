// Labelled fields of the console.
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Key } from "./sandbox-key.ts";

export const inputLook =
  "w-full rounded-field border border-control bg-surface px-3 text-14 min-h-11 max-sm:text-16";

interface Ids {
  id: string;
  "aria-describedby": string | undefined;
}

interface FieldFrameProps {
  label: string;
  mark?: string;
  hint?: string;
  children: (ids: Ids) => ReactNode;
}

export function FieldFrame({ label, mark, hint = "", children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 flex items-baseline gap-2 text-14">
        <span className="font-semibold">{label}</span>
        {mark && <span className="text-12 text-ink-3">{mark}</span>}
      </label>
      {children({ id, "aria-describedby": hint === "" ? undefined : `${id}-hint` })}
      {hint !== "" && (
        <p id={`${id}-hint`} className="mt-1 text-13 text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps extends Ids {
  value: string;
  options: string[];
  /** True if choosing nothing is allowed. */
  empty?: boolean;
  onChange: (value: string) => void;
}

export function Choice({ value, options, empty = false, onChange, ...ids }: ChoiceProps) {
  return (
    <select {...ids} value={value} className={inputLook} onChange={(event) => onChange(event.target.value)}>
      {empty && <option value="">(none)</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

interface KeyFieldsProps {
  demo: Key | undefined;
  value: Key;
  onChange: (key: Key) => void;
}

/** Shows the demo merchant's key if the server offers it, else fields for the reader's own key. */
export function KeyFields({ demo, value, onChange }: KeyFieldsProps) {
  const [own, setOwn] = useState(demo === undefined);
  const name = useId();
  function choose(wantsOwn: boolean): void {
    setOwn(wantsOwn);
    onChange(wantsOwn || demo === undefined ? { clientId: "", clientSecret: "" } : demo);
  }
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-bg px-4 pt-2 pb-4">
      <legend className="px-1 text-14 font-semibold">Sandbox key</legend>
      {demo && (
        <div className="flex flex-wrap gap-x-6 text-14">
          {[false, true].map((wantsOwn) => (
            <label key={String(wantsOwn)} className="flex min-h-11 items-center gap-2">
              <input type="radio" name={name} checked={own === wantsOwn} onChange={() => choose(wantsOwn)} />
              {wantsOwn ? "My own key" : "The demo merchant's key"}
            </label>
          ))}
        </div>
      )}
      {own && (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {(["clientId", "clientSecret"] as const).map((part) => (
            <FieldFrame key={part} label={part === "clientId" ? "Client ID" : "Client secret"}>
              {(ids) => (
                <input
                  {...ids}
                  type={part === "clientId" ? "text" : "password"}
                  value={value[part]}
                  autoComplete="off"
                  spellCheck={false}
                  className={`${inputLook} font-mono`}
                  onChange={(event) => onChange({ ...value, [part]: event.target.value.trim() })}
                />
              )}
            </FieldFrame>
          ))}
        </div>
      )}
      <p className="mt-2 text-13 text-ink-2">
        It stays in this page's memory and goes to this server only. No real money can move.
      </p>
    </fieldset>
  );
}
