// A table of figures by bank.
import type { ReactNode } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Card } from "#dashboard/ui/layout.tsx";
import { FigureTable } from "./figure-table.tsx";
import { useTexts } from "./texts.ts";

type Row = Outputs["getFigures"]["byBank"][number];

interface ByBankProps {
  rows: readonly Row[];
  /** The headers of the columns after the bank's. */
  head: readonly string[];
  cells: (row: Row) => readonly ReactNode[];
}

export function ByBank({ rows, head, cells }: ByBankProps) {
  const t = useTexts();
  return (
    <Card title={t("byBank")} flush>
      <FigureTable
        caption={t("byBank")}
        head={[t("bank"), ...head]}
        rows={rows}
        keyOf={({ bankId }) => bankId ?? ""}
        cells={(row) => [row.bankName ?? t("noBank"), ...cells(row)]}
      />
    </Card>
  );
}
