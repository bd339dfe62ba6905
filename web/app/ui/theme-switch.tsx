// Light, dark or as the system says. The inline script in the head applies the stored choice before the first paint.
import { useEffect, useId, useState } from "react";
import { Icon } from "./icon.tsx";

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
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** The reader's choice, and what stores another one. */
function useChoice(): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState<Choice>("system");
  useEffect(() => {
    const stored = document.documentElement.dataset["theme"];
    if (stored === "light" || stored === "dark") setChosen(stored);
  }, []);
  const choose = (choice: Choice): void => {
    setChosen(choice);
    apply(choice);
  };
  return [chosen, choose];
}

export function ThemeSwitch() {
  const name = useId();
  const [chosen, choose] = useChoice();
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
            onChange={() => choose(choice.id)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** The same where there is room for an icon only: the system's own list of choices opens over it. */
export function ThemeMenu() {
  const [chosen, choose] = useChoice();
  return (
    <label className="only-js relative grid size-9 place-items-center rounded-field text-ink-2 hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <Icon name="theme" />
      <span className="sr-only">Colour theme</span>
      <select
        className="absolute inset-0 w-full opacity-0"
        value={chosen}
        onChange={({ target }) => choose(choices[target.selectedIndex]?.id ?? "system")}
      >
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
