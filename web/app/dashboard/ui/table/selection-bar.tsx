// The selected rows: their number, their exact total in figures and words, and their actions.
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Money, MoneyWords } from "../money.tsx";
import { sumOf } from "../rupees.ts";
import { useTexts } from "../texts.ts";

export interface Selection<Row> {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** Returns the label of a row's checkbox. */
  nameOf: (row: Row) => string;
  /** Returns why a row cannot be selected, such as "You created this". */
  lockOf?: (row: Row) => string | undefined;
  /** Returns the amount of a row, if a total makes sense. */
  amountOf?: (row: Row) => string;
  /** Returns the buttons for the selected rows. */
  actions: (rows: readonly Row[]) => ReactNode;
}

interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

export function SelectionBar<Row>({ selection, rows, rowKey }: SelectionBarProps<Row>) {
  const t = useTexts();
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row)));
  if (chosen.length === 0) return null;
  const total = selection.amountOf && sumOf(chosen.map(selection.amountOf));
  return (
    <section aria-label={t("selection")} className="selection-bar px-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{t("selected", { count: chosen.length })}</span>
          {total !== undefined && <Money amount={total} size="lead" />}
        </p>
        {total !== undefined && <MoneyWords amount={total} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {selection.actions(chosen)}
        <Button look="quiet" onClick={() => selection.onChange(new Set())}>
          {t("unselect")}
        </Button>
      </div>
    </section>
  );
}
