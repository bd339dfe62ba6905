// One filter: a dashed chip to set it, or a solid one with its value.
import { useState } from "react";
import { Button } from "../button.tsx";
import { Checkbox } from "../choices.tsx";
import { TextInput } from "../fields.tsx";
import { Icon } from "../icon.tsx";
import { Popover } from "../popover.tsx";
import { useAmountProblem } from "../money.tsx";
import { formatRupees, groupTyped, readAmount } from "../rupees.ts";
import { useTexts } from "../texts.ts";
import { financialYearOf, formatTime, monthBefore, today } from "../time.tsx";
import type { Range } from "./use-filters.ts";

export type FilterField<Key extends string = string> = { key: Key; label: string } & (
  | { kind: "choices"; options: readonly { id: string; label: string }[] }
  | { kind: "days" }
  | { kind: "amounts" }
  | { kind: "text"; hint?: string }
);

interface FilterChipProps {
  field: FilterField;
  value: unknown;
  onChange: (value: string | readonly string[] | Range) => void;
  onClear: () => void;
}

/** Returns a filter's value in a few words. */
export function useSummary(): (field: FilterField, value: unknown) => string {
  const t = useTexts();
  const span = ({ from, to }: Range, show: (end: string) => string) => {
    if (from !== undefined && to !== undefined)
      return from === to ? show(from) : `${show(from)} – ${show(to)}`;
    return from === undefined ? t("upTo", { end: show(to ?? "") }) : t("startingAt", { start: show(from) });
  };
  return (field, value) => {
    if (field.kind === "choices") {
      const labels = (value as readonly string[]).map(
        (id) => field.options.find((one) => one.id === id)?.label ?? id,
      );
      return labels.length > 2 ? t("severalChosen", { count: labels.length }) : labels.join(", ");
    }
    if (field.kind === "text") return String(value);
    if (field.kind === "amounts") return span(value as Range, formatRupees);
    return span(value as Range, (day) => formatTime(`${day}T12:00:00+05:30`, "day", t.language));
  };
}

const isSet = (value: unknown): boolean =>
  typeof value === "string" ? value !== "" : Object.keys((value ?? {}) as object).length > 0;

const chip =
  "inline-flex min-h-7 items-center gap-1 rounded-full border px-2.5 text-13 whitespace-nowrap pointer-coarse:min-h-11";

export function FilterChip({ field, value, onChange, onClear }: FilterChipProps) {
  const t = useTexts();
  const summary = useSummary();
  const set = isSet(value);
  return (
    <span className={`inline-flex items-center ${set ? "" : "max-md:hidden"}`}>
      <Popover
        title={field.label}
        showTitle
        width={field.kind === "days" ? "wide" : "narrow"}
        trigger={
          <button
            type="button"
            className={`${chip} ${set ? "border-control bg-surface pr-1.5 font-semibold" : "border-dashed border-control text-ink-2 hover:text-ink"}`}
          >
            {set ? `${field.label}: ${summary(field, value)}` : field.label}
            <Icon name={set ? "down" : "plus"} size={12} />
          </button>
        }
      >
        {(close) => <FilterEditor {...{ field, value, onChange, close }} />}
      </Popover>
      {set && (
        <button
          type="button"
          aria-label={t("removeFilter", { name: field.label })}
          onClick={onClear}
          className="grid size-7 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}

type FilterEditorProps = Omit<FilterChipProps, "onClear"> & { close: () => void };

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
