// The choice of a report's columns and their order.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { useFieldError } from "#dashboard/ui/form.tsx";
import type { Shape } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface ColumnChoiceProps {
  columns: Shape["columns"];
  /** The columns in the order of the file. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Returns the list with one entry moved up by one place. */
export function moveUp(list: readonly string[], name: string): string[] {
  const at = list.indexOf(name);
  if (at < 1) return [...list];
  return [...list.slice(0, at - 1), name, ...list.slice(at - 1).filter((one) => one !== name)];
}

export function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const t = useTexts();
  const fault = useFieldError("columns");
  const left = columns.filter(({ name }) => !chosen.includes(name));
  const titleOf = (name: string): string => columns.find((one) => one.name === name)?.title ?? name;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-14 font-semibold">{t("columns")}</legend>
      <p className="text-13 text-ink-2">{t("columnsHint")}</p>
      {fault && <p className="text-13 text-bad">{fault}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" look="quiet" onClick={() => onChange(columns.map(({ name }) => name))}>
          {t("allColumns")}
        </Button>
        <Button size="sm" look="quiet" onClick={() => onChange([])}>
          {t("noColumns")}
        </Button>
      </div>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {[...chosen, ...left.map(({ name }) => name)].map((name) => {
          const isChosen = chosen.includes(name);
          return (
            <li key={name} className="flex min-h-9 items-center justify-between gap-2">
              <Checkbox
                label={titleOf(name)}
                checked={isChosen}
                onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name))}
              />
              {isChosen && chosen.indexOf(name) > 0 && (
                <IconButton
                  icon="up"
                  className="size-7"
                  label={t("earlier", { name: titleOf(name) })}
                  onClick={() => onChange(moveUp(chosen, name))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
