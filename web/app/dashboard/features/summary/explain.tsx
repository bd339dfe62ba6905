// A number that explains itself: how it is computed, and where its rows are.
import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#dashboard/ui/icon.tsx";
import { useTexts } from "./texts.ts";

interface ExplainProps {
  label: string;
  /** The rows that it counts; absent where it counts none. */
  rows?: string;
  children: ReactNode;
}

export function Explain({ label, rows, children }: ExplainProps) {
  const t = useTexts();
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t("explainOf", { label })}
        className="inline-grid size-7 place-items-center rounded-field text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <Icon name="help" size={16} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-40" sideOffset={6} align="end" collisionPadding={8}>
          <Popover.Popup className="overlay-popup w-88 max-w-[calc(100vw-1rem)] p-4">
            <Popover.Title className="mb-1 text-14 font-semibold">{t("explain")}</Popover.Title>
            <p className="text-14 text-ink-2">{children}</p>
            {rows && (
              <Link to={rows} className="mt-3 inline-block text-14 text-link underline">
                {t("seeRows")}
              </Link>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
