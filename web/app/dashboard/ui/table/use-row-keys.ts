// Single-letter shortcuts for a table's rows. They can be switched off (shell/shortcuts.tsx), and none of them moves
// money.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useLetterKeys } from "../letter-keys.ts";
import type { DataTableProps } from "./data-table.tsx";

const places = "a[data-row-link], input[type=checkbox], button, a";

/** Returns the element of a row that gets the focus. */
function placeOf(row: Element | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>("a[data-row-link]") ?? row?.querySelector<HTMLElement>(places) ?? null
  );
}

function step(body: HTMLElement, by: 1 | -1): void {
  const rows = [...body.querySelectorAll("[data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  placeOf(rows[next])?.focus();
}

type Keys<Row> = Pick<DataTableProps<Row>, "list" | "rowKey" | "onPeek" | "copyOf">;

function act<Row>(
  event: KeyboardEvent,
  body: HTMLElement,
  { list, rowKey, onPeek, copyOf }: Keys<Row>,
): boolean {
  if (event.key === "j" || event.key === "k") {
    step(body, event.key === "j" ? 1 : -1);
    return true;
  }
  const element = document.activeElement?.closest<HTMLElement>("[data-row]");
  const row =
    element && body.contains(element) && list.items.find((one) => rowKey(one) === element.dataset["row"]);
  if (!row) return false;
  if (event.key === "x") element.querySelector<HTMLElement>("[data-select] input")?.click();
  else if (event.key === " " && onPeek && document.activeElement?.matches("a")) onPeek(row);
  else if (event.key === "c" && copyOf) void navigator.clipboard.writeText(copyOf(row));
  else return false;
  return true;
}

export function useRowKeys<Row>(body: RefObject<HTMLElement | null>, keys: Keys<Row>): void {
  const letters = useLetterKeys();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (letters === "off") return;
    const listen = (event: KeyboardEvent) => {
      const target = event.target as Element | null;
      const typing = target?.closest(
        "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]",
      );
      if (typing || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || !body.current)
        return;
      if (document.querySelector("[role=dialog]") === null && act(event, body.current, latest.current))
        event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [letters, body]);
}
