// Switches between light, dark and the system's theme. The inline script in the head applies the stored choice before
// the first paint.
import { useEffect, useId, useState } from "react";

const choices = [
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
  { id: "system", label: "System" },
] as const;

type Choice = (typeof choices)[number]["id"];

function apply(choice: Choice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = choice;
  try {
    if (choice === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", choice);
  } catch {
    // Storage may be forbidden. The choice then lasts as long as the page.
  }
}

export function ThemeSwitch() {
  const name = useId();
  const [chosen, setChosen] = useState<Choice>("system");
  useEffect(() => {
    const stored = document.documentElement.dataset["theme"];
    if (stored === "light" || stored === "dark") setChosen(stored);
  }, []);
  return (
    <fieldset className="only-js flex items-center gap-1 text-13 print:hidden">
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
            checked={chosen === choice.id}
            onChange={() => {
              setChosen(choice.id);
              apply(choice.id);
            }}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
