// The place of a transfer that waits for money: the order that it waits behind, or what waits behind it.
import { Link } from "react-router";
import type { TransferRow } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { useTexts } from "./texts.ts";

export function QueuePlace({ row: { waitsBehind, holdsUp } }: { row: TransferRow }) {
  const t = useTexts();
  const to = useTo();
  // A server of the version before leaves both fields out.
  if (waitsBehind) {
    const { transferKey, referenceId } = waitsBehind;
    return (
      <span className="flex flex-wrap items-center gap-x-1 text-12 text-ink-2">
        {t("waitsBehind")}{" "}
        {transferKey === null ? (
          <span className="font-mono">{referenceId}</span>
        ) : (
          <Link
            to={to(`transfers/all/${encodeURIComponent(transferKey)}`)}
            className="inline-flex min-h-6 items-center font-mono break-all underline"
          >
            {transferKey}
          </Link>
        )}
      </span>
    );
  }
  if (!holdsUp) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-12 text-ink-2">
      {t(holdsUp.exact ? "holdsUp" : "holdsUpMore", { count: holdsUp.count })}{" "}
      <Money amount={holdsUp.amount} />
    </span>
  );
}
