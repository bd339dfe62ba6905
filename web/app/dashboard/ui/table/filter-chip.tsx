// One filter: a dashed chip to set it, or a solid one with its value.
import { Icon } from "../icon.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { Popover } from "../popover.tsx";
import { formatRupees } from "../rupees.ts";
import { useTexts } from "../texts.ts";
import { formatTime } from "../time.tsx";
import type { Range } from "./use-filters.ts";

// The popover opens when the form has arrived, because it suspends with its content.
const FilterEditor = lazyPart(() => import("../filter-editor/filter-editor.tsx"), "FilterEditor");

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
  "inline-flex min-h-7 min-w-0 items-center gap-1 rounded-full border px-2.5 text-13 pointer-coarse:min-h-11";

export function FilterChip({ field, value, onChange, onClear }: FilterChipProps) {
  const t = useTexts();
  const summary = useSummary();
  const set = isSet(value);
  return (
    <span className={`inline-flex max-w-full items-center ${set ? "" : "max-md:hidden"}`}>
      <Popover
        title={field.label}
        showTitle
        width={field.kind === "days" ? "wide" : "narrow"}
        trigger={
          <button
            type="button"
            className={`${chip} ${set ? "border-control bg-surface font-semibold" : "border-dashed border-control text-ink-2 hover:text-ink"}`}
          >
            <span className="truncate">{set ? `${field.label}: ${summary(field, value)}` : field.label}</span>
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
          className="grid size-7 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
