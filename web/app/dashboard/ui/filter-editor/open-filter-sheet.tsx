// The content of the sheet with all filters of a list. It is fetched when the sheet is first opened.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Drawer } from "../drawer.tsx";
import { Icon } from "../icon.tsx";
import { useTexts } from "../texts.ts";
import { useSummary } from "../table/filter-chip.tsx";
import type { FilterField } from "../table/filter-chip.tsx";
import { FilterEditor } from "./filter-editor.tsx";

export interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  fields: readonly FilterField[];
  values: Readonly<Record<string, unknown>>;
  /** The keys of the fields that are set. */
  set: readonly string[];
  onChange: (key: string, value: unknown) => void;
  onClear: () => void;
  /** Shown below the filters: saved views, columns, download. */
  tools?: ReactNode;
}

export function OpenFilterSheet(props: FilterSheetProps) {
  const { open, onClose, fields, values, set, onChange, onClear, tools } = props;
  const t = useTexts();
  const [unfolded, setUnfolded] = useState<string>();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t("filters")}
      actions={
        <>
          {set.length > 0 && <Button onClick={onClear}>{t("clearFilters")}</Button>}
          <Button look="primary" onClick={onClose}>
            {t("showRows")}
          </Button>
        </>
      }
    >
      {fields.map((field) => (
        <Fold
          key={field.key}
          field={field}
          value={set.includes(field.key) ? values[field.key] : undefined}
          isOpen={unfolded === field.key}
          onToggle={() => setUnfolded(unfolded === field.key ? undefined : field.key)}
        >
          <FilterEditor
            field={field}
            value={values[field.key]}
            onChange={(value) => onChange(field.key, value)}
            close={() => setUnfolded(undefined)}
          />
        </Fold>
      ))}
      {tools && <div className="flex flex-wrap gap-2 pt-4">{tools}</div>}
    </Drawer>
  );
}

interface FoldProps {
  field: FilterField;
  /** Undefined if the filter is not set. */
  value: unknown;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** One filter. Only one is unfolded at a time, so that the others stay within reach of the thumb. */
function Fold({ field, value, isOpen, onToggle, children }: FoldProps) {
  const summary = useSummary();
  return (
    <section className="border-b border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-3 text-left font-semibold"
        >
          {field.label}
          <span className="min-w-0 flex-1 truncate text-right font-normal text-ink-2">
            {value !== undefined && summary(field, value)}
          </span>
          <Icon name="down" size={14} className={isOpen ? "rotate-180" : ""} />
        </button>
      </h3>
      {isOpen && <div className="pb-4">{children}</div>}
    </section>
  );
}
