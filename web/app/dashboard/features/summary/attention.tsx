// The things that need attention now, each with a link. They do not depend on the chosen range.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { useTexts } from "./texts.ts";

type Now = Outputs["getSummary"]["now"];

interface Item {
  id: string;
  words: ReactNode;
  amount?: string;
  more?: ReactNode;
  to: string;
}

const waits = {
  approval: { text: "approvalsWait", next: "nextExpires", path: "transfers/approve" },
  funds: { text: "fundsWait", next: "nextFails", path: "transfers/all?f=1&status=queued_for_funds" },
  window: { text: "windowWait", next: "nextOpens", path: "transfers/all?f=1&status=queued_for_window" },
  downtime: { text: "downtimeWait", next: "nextTried", path: "transfers/all?f=1&status=queued_for_bank" },
  schedule: { text: "scheduleWait", next: "nextGoes", path: "transfers/all?f=1&status=scheduled" },
} as const;

function useItems(now: Now): Item[] {
  const t = useTexts();
  const to = useTo();
  const waiting = now.waiting.map(({ waitingFor, transfers, amount, nextAt }) => ({
    id: waitingFor,
    words: t(waits[waitingFor].text, { count: transfers }),
    amount,
    more: t.rich(waits[waitingFor].next, { time: <Time at={nextAt} shape="minute" /> }),
    to: to(waits[waitingFor].path),
  }));
  const { batches, amount } = now.batchesToApprove;
  return [
    ...waiting,
    ...(batches === 0
      ? []
      : [
          {
            id: "batches",
            words: t("batchesWait", { count: batches }),
            amount,
            to: to("transfers/approve-batches"),
          },
        ]),
    ...(now.inReview.transfers === 0
      ? []
      : [
          {
            id: "review",
            words: t("inReview", { count: now.inReview.transfers }),
            amount: now.inReview.amount,
            to: to("transfers/all?f=1&status=under_review"),
          },
        ]),
    ...now.lowBalances.map(({ fundSourceId, name, available, threshold }) => ({
      id: `low ${fundSourceId}`,
      words: t("lowBalance", { name, threshold: formatRupees(threshold) }),
      amount: available,
      to: to("fund-sources"),
    })),
    ...now.incidents.map(({ incidentNo, entityName, mode, startedAt }) => ({
      id: `incident ${incidentNo}`,
      words: t("incident", { name: entityName, mode: railName(mode) }),
      more: t.rich("incidentSince", { time: <Time at={startedAt} shape="minute" /> }),
      to: to("fund-sources/downtimes"),
    })),
  ];
}

export function Attention({ now }: { now: Now }) {
  const t = useTexts();
  const items = useItems(now);
  return (
    <Card title={t("attention")} flush={items.length > 0}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <Icon name="check" className="text-ok" />
          {t("attentionNone")}
        </p>
      ) : (
        <ul>
          {items.map(({ id, words, amount, more, to }) => (
            <li key={id} data-attention={id} className="border-b border-line last:border-b-0">
              <Link
                to={to}
                className="flex items-baseline justify-between gap-x-4 px-4 py-3 hover:bg-sunken md:px-5"
              >
                <span>
                  <span className="block font-semibold">{words}</span>
                  {more && <span className="text-13 text-ink-2">{more}</span>}
                </span>
                {amount && <Money amount={amount} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
