// A number with an explanation: how it is computed, and where its rows are.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Popover } from "#dashboard/ui/popover.tsx";
import { useTexts } from "./texts.ts";

interface ExplainProps {
  label: string;
  /** The link to the rows that it counts. Absent if it counts none. */
  rows?: string;
  children: ReactNode;
}

export function Explain({ label, rows, children }: ExplainProps) {
  const t = useTexts();
  return (
    <Popover
      title={t("explain")}
      showTitle
      width="wide"
      trigger={
        <button
          type="button"
          aria-label={t("explainOf", { label })}
          className="inline-grid size-7 place-items-center rounded-field text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <Icon name="help" size={16} />
        </button>
      }
    >
      <p className="text-14 text-ink-2">{children}</p>
      {rows && (
        <Link to={rows} className="mt-3 inline-block text-14 text-link underline">
          {t("seeRows")}
        </Link>
      )}
    </Popover>
  );
}
