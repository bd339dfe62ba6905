import { useId } from "react";

const choices = [
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
  { id: "system", label: "System" },
] as const;

export function ThemeSwitch() {
  const name = useId();
  return (
    <fieldset data-themes className="only-js flex items-center gap-1 text-13 print:hidden">
      <legend className="sr-only">Colour theme</legend>
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="rounded-field px-2 py-1 text-ink-2 hover:text-ink has-checked:bg-sunken has-checked:text-ink has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={choice.id}
            defaultChecked={choice.id === "system"}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
