// A word with a mark and a colour; never the colour alone. The status of a transfer explains itself when pressed.
import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import type { Tone } from "#app/facts/statuses.ts";
import { StatusBadge as Plain } from "#ui/status-badge.tsx";
import { useStatus } from "./status-facts.ts";
import type { StatusOf } from "./status-facts.ts";
import { useTexts } from "./texts.ts";

export type { Tone };

/** For states of other things: endpoints, members, reports. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Plain tone={tone}>{children}</Plain>;
}

export interface StatusBadgeProps extends StatusOf {
  /** Why it is so, in a sentence of the server. */
  why?: ReactNode;
  /** Until when something happens. */
  by?: ReactNode;
  /** Instead of the table's sentence, where the server knows better. */
  next?: ReactNode;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="text-14">{children}</dd>
    </div>
  );
}

export function StatusBadge({ why, by, next, ...of }: StatusBadgeProps) {
  const t = useTexts();
  const status = useStatus(of);
  return (
    <Popover.Root>
      <Popover.Trigger
        className="rounded-field pointer-coarse:py-2"
        aria-label={t("statusExplain", { status: status.badge })}
        onClick={(event) => event.stopPropagation()}
      >
        <Plain tone={status.tone}>{status.badge}</Plain>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-40" sideOffset={6} align="start" collisionPadding={8}>
          <Popover.Popup className="overlay-popup w-80 max-w-[calc(100vw-1rem)] p-4">
            <Popover.Title className="sr-only">{status.badge}</Popover.Title>
            <dl className="grid gap-3">
              {why && <Fact name={t("statusWhy")}>{why}</Fact>}
              <Fact name={t("statusMoney")}>{status.money}</Fact>
              <Fact name={t("statusNext")}>{next ?? status.next}</Fact>
              {by && <Fact name={t("statusBy")}>{by}</Fact>}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
