// Form fields with a label above and a hint or an error below, both linked to the control for screen readers.
import { useId } from "react";
import type { HTMLInputAutoCompleteAttribute, MouseEvent, ReactNode, Ref } from "react";
import { useFieldError } from "./form.tsx";

export interface FieldProps {
  label: ReactNode;
  /** The field's name in the operation's input. Refusals that name it are shown here. */
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** The field is marked as optional. All others are required. */
  optional?: boolean;
}

interface Bound {
  id: string;
  name: string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/** Label, hint and error around any control. `children` gets the attributes that link the control to them. */
export function Field({
  label,
  name,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: (bound: Bound) => ReactNode }) {
  const id = useId();
  const refused = useFieldError(name);
  const problem = error ?? refused;
  const described = [hint ? `${id}-hint` : "", problem ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1" data-field={name}>
      <label htmlFor={id} className="text-14 font-semibold">
        {label}
      </label>
      {children({
        id,
        name,
        "aria-invalid": problem ? true : undefined,
        "aria-describedby": described === "" ? undefined : described,
        "aria-required": optional ? undefined : true,
      })}
      {problem && (
        <p id={`${id}-error`} className="text-13 text-bad">
          {problem}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-13 text-ink-2">
          {hint}
        </div>
      )}
    </div>
  );
}

export interface TextInputProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onClick?: (event: MouseEvent<HTMLInputElement>) => void;
  type?: "text" | "email" | "tel" | "url" | "password" | "search" | "date" | "time";
  inputMode?: "text" | "decimal" | "numeric" | "email" | "tel" | "url";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  maxLength?: number;
  min?: string;
  max?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** True for IDs and numbers that people read digit by digit. */
  mono?: boolean;
  /** Appears before the text inside the frame, such as ₹. */
  prefix?: ReactNode;
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput(props: TextInputProps) {
  const { label, name, hint, error, optional, value, onChange, mono, prefix, suffix, ref, ...rest } = props;
  return (
    <Field {...{ label, name, hint, error, optional: Boolean(optional) }}>
      {(bound) => (
        <span className="field-frame">
          {prefix && (
            <span aria-hidden="true" className="pl-2.5 text-ink-2">
              {prefix}
            </span>
          )}
          <input
            type="text"
            spellCheck={false}
            {...rest}
            {...bound}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={`field-bare ${mono ? "font-mono" : ""}`}
          />
          {suffix}
        </span>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  mono?: boolean;
}

export function TextArea({
  value,
  onChange,
  rows = 3,
  mono,
  maxLength,
  placeholder,
  ...field
}: TextAreaProps) {
  return (
    <Field {...field}>
      {(bound) => (
        <textarea
          {...bound}
          rows={rows}
          {...(maxLength !== undefined && { maxLength })}
          {...(placeholder !== undefined && { placeholder })}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`field-input py-2 ${mono ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}

export interface Option<Value extends string = string> {
  id: Value;
  label: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/**
 * A choice of a few values. It is the browser's own control, which works well on every phone. Use Combobox for many.
 */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  disabled,
  ...field
}: SelectProps<Value>) {
  return (
    <Field {...field}>
      {(bound) => (
        <select
          {...bound}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className="field-input field-select"
        >
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
