// A word with a mark and a colour, never a colour alone. Clicking the status of a transfer shows an explanation.
import type { ReactNode } from "react";
import type { Tone } from "#app/facts/statuses.ts";
import { StatusBadge as Plain } from "#ui/status-badge.tsx";
import { Popover } from "./popover.tsx";
import { useStatus } from "./status-facts.ts";
import type { StatusOf } from "./status-facts.ts";
import { useTexts } from "./texts.ts";

export type { Tone };

/** A badge for states of other things than transfers, such as endpoints, members and reports. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Plain tone={tone}>{children}</Plain>;
}

interface StatusBadgeProps extends StatusOf {
  /** The reason, as a sentence from the server. */
  why?: ReactNode;
  /** The time by which something happens. */
  by?: ReactNode;
  /** Replaces the sentence of the table if the server knows more. */
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
    <Popover
      title={status.badge}
      trigger={
        <button
          type="button"
          className="rounded-field pointer-coarse:py-2"
          aria-label={t("statusExplain", { status: status.badge })}
        >
          <Plain tone={status.tone}>{status.badge}</Plain>
        </button>
      }
    >
      <dl className="grid gap-3">
        {why && <Fact name={t("statusWhy")}>{why}</Fact>}
        <Fact name={t("statusMoney")}>{status.money}</Fact>
        <Fact name={t("statusNext")}>{next ?? status.next}</Fact>
        {by && <Fact name={t("statusBy")}>{by}</Fact>}
      </dl>
    </Popover>
  );
}
