// The form that sets one filter. It is fetched when a filter is first opened.
import { useState } from "react";
import { Button } from "../button.tsx";
import { Checkbox } from "../choices.tsx";
import { TextInput } from "../fields.tsx";
import { useAmountProblem } from "../money.tsx";
import { groupTyped, readAmount } from "../rupees.ts";
import type { FilterField } from "../table/filter-chip.tsx";
import type { Range } from "../table/use-filters.ts";
import { useTexts } from "../texts.ts";
import { financialYearOf, monthBefore, today } from "../time.tsx";

interface FilterEditorProps {
  field: FilterField;
  value: unknown;
  onChange: (value: string | readonly string[] | Range) => void;
  close: () => void;
}

/** The form that sets one filter. */
export function FilterEditor({ field, value, onChange, close }: FilterEditorProps) {
  if (field.kind === "choices") {
    const chosen = value as readonly string[];
    return (
      <div className="grid max-h-72 gap-2 overflow-y-auto p-0.5">
        {field.options.map((option) => (
          <Checkbox
            key={option.id}
            label={option.label}
            checked={chosen.includes(option.id)}
            onChange={(on) => onChange(on ? [...chosen, option.id] : chosen.filter((id) => id !== option.id))}
          />
        ))}
      </div>
    );
  }
  if (field.kind === "text")
    return <TextEditor {...{ value: String(value ?? ""), onChange, close }} label={field.label} />;
  return <RangeEditor kind={field.kind} value={value as Range} {...{ onChange, close }} />;
}

interface TextEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  close: () => void;
}

function TextEditor({ label, value, onChange, close }: TextEditorProps) {
  const t = useTexts();
  const [typed, setTyped] = useState(value);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
        close();
      }}
    >
      <TextInput label={label} value={typed} onChange={setTyped} optional />
      <Button look="primary" size="sm" type="submit">
        {t("apply")}
      </Button>
    </form>
  );
}

interface RangeEditorProps {
  kind: "days" | "amounts";
  value: Range;
  onChange: (value: Range) => void;
  close: () => void;
}

/** Returns the most common ranges of days. */
function usePresets(): { label: string; range: Range }[] {
  const t = useTexts();
  const month = `${today().slice(0, 8)}01`;
  const year = financialYearOf(today());
  return [
    { label: t("today"), range: { from: today(), to: today() } },
    { label: t("yesterday"), range: { from: today(1), to: today(1) } },
    { label: t("last7Days"), range: { from: today(6), to: today() } },
    { label: t("last30Days"), range: { from: today(29), to: today() } },
    { label: t("thisMonth"), range: { from: month, to: today() } },
    { label: t("lastMonth"), range: monthBefore(month) },
    { label: t("thisYear"), range: { from: year, to: today() } },
  ];
}

function RangeEditor({ kind, value, onChange, close }: RangeEditorProps) {
  const t = useTexts();
  const presets = usePresets();
  const [from, setFrom] = useState(value.from ?? "");
  const [to, setTo] = useState(value.to ?? "");
  const isDays = kind === "days";
  const read = (typed: string) => (isDays ? typed : readAmount(typed)) || undefined;
  const problemIn = useAmountProblem();
  const problem = (typed: string) => (isDays ? undefined : problemIn(typed));
  const bound = (typed: string, set: (text: string) => void) => ({
    value: typed,
    onChange: (text: string) => set(isDays ? text : groupTyped(text, typed)),
    error: problem(typed),
  });
  const field = isDays ? ({ type: "date" } as const) : ({ prefix: "₹", inputMode: "decimal" } as const);
  function apply(range: Range): void {
    onChange(range);
    close();
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem(from) === undefined && problem(to) === undefined)
          apply({ from: read(from), to: read(to) });
      }}
    >
      {isDays && (
        <div className="flex flex-wrap gap-1.5">
          {presets.map((preset) => (
            <Button key={preset.label} size="sm" onClick={() => apply(preset.range)}>
              {preset.label}
            </Button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <TextInput label={t("from")} {...bound(from, setFrom)} optional {...field} />
        <TextInput label={t("to")} {...bound(to, setTo)} optional {...field} />
      </div>
      {isDays && <p className="text-12 text-ink-3">{t("indianDays")}</p>}
      <Button look="primary" size="sm" type="submit">
        {t("apply")}
      </Button>
    </form>
  );
}
