// Checkboxes, switches and radio cards.
import { useId } from "react";
import type { ReactNode } from "react";
import type { Option } from "./fields.tsx";

interface TickProps {
  label: ReactNode;
  hint?: ReactNode;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

function Tick({
  label,
  hint,
  name,
  checked,
  onChange,
  disabled,
  look,
}: TickProps & { look: "checkbox" | "switch" }) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        type="checkbox"
        id={id}
        name={name}
        role={look === "switch" ? "switch" : undefined}
        className={look === "switch" ? "switch" : "checkbox"}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer text-14">
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-13 text-ink-2">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

/** A checkbox takes effect when the form is sent. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} look="checkbox" />;
}

/** A switch takes effect at once. */
export function Switch(props: TickProps) {
  return <Tick {...props} look="switch" />;
}

interface Card<Value extends string> extends Option<Value> {
  about?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  label: ReactNode;
  value: Value | undefined;
  cards: readonly Card<Value>[];
  onChange: (value: Value) => void;
  /** The number of columns in a wide window. */
  columns?: 1 | 2 | 3;
}

const columnClasses = { 1: "", 2: "md:grid-cols-2", 3: "md:grid-cols-3" };

/** Radio buttons, each with a line that explains it. If one cannot be chosen, its line says why. */
export function RadioCards<Value extends string>({
  label,
  value,
  cards,
  onChange,
  columns = 1,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-semibold">{label}</legend>
      <div className={`grid gap-2 ${columnClasses[columns]}`}>
        {cards.map((card) => (
          <label key={card.id} className="radio-card">
            <input
              type="radio"
              className="radio"
              name={name}
              checked={card.id === value}
              disabled={card.disabled}
              onChange={() => onChange(card.id)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{card.label}</span>
              {card.about && <span className="block text-13 text-ink-2">{card.about}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
