// The choice of visible columns, which is kept with the filters in the address.
import { Button } from "../button.tsx";
import { Menu, MenuCheck } from "../menu.tsx";
import { useTexts } from "../texts.ts";
import { pickColumns } from "./columns.ts";
import type { Column } from "./columns.ts";

interface ColumnPickerProps<Row> {
  columns: readonly Column<Row>[];
  picked: readonly string[];
  onPick: (ids: readonly string[]) => void;
}

export function ColumnPicker<Row>({ columns, picked, onPick }: ColumnPickerProps<Row>) {
  const t = useTexts();
  const shown = pickColumns(columns, picked);
  function toggle(id: string, on: boolean): void {
    const next = columns
      .filter((column) => (column.id === id ? on : shown.includes(column)))
      .map(({ id: one }) => one);
    const usual = columns.filter((column) => !column.optional).map(({ id: one }) => one);
    onPick(next.join() === usual.join() ? [] : next);
  }
  return (
    <Menu
      trigger={
        <Button size="sm" icon="columns">
          {t("columns")}
        </Button>
      }
    >
      {columns
        .filter((column) => !column.fixed)
        .map((column) => (
          <MenuCheck
            key={column.id}
            checked={shown.includes(column)}
            onChange={(on) => toggle(column.id, on)}
          >
            {column.header}
          </MenuCheck>
        ))}
    </Menu>
  );
}
