// Which columns a table shows; kept with the filters in the address.
import { Menu as Base } from "@base-ui/react/menu";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
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
          <Base.CheckboxItem
            key={column.id}
            checked={shown.includes(column)}
            onCheckedChange={(on) => toggle(column.id, on)}
            closeOnClick={false}
            className="flex min-h-9 cursor-default items-center gap-2.5 rounded-field px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="size-4">
              <Base.CheckboxItemIndicator>
                <Icon name="check" size={16} />
              </Base.CheckboxItemIndicator>
            </span>
            {column.header}
          </Base.CheckboxItem>
        ))}
    </Menu>
  );
}
