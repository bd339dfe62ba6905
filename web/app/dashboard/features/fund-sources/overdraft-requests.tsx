// The status of requests for an overdraft limit.
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

const states = {
  requested: { text: "overdraftOpen", tone: "info" },
  granted: { text: "overdraftYes", tone: "ok" },
  declined: { text: "overdraftNo", tone: "bad" },
} as const;

const SHOWN = 3;

export function OverdraftRequests({ fundSourceId }: { fundSourceId: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data } = useCall("listOverdraftRequests", { merchantId });
  const ours = data?.items.filter((one) => one.fundSourceId === fundSourceId).slice(0, SHOWN) ?? [];
  if (ours.length === 0) return null;
  return (
    <Card title={t("overdraftRequests")}>
      <ul className="grid gap-3">
        {ours.map((request) => (
          <li
            key={request.requestId}
            className="grid gap-0.5 border-b border-line pb-3 last:border-b-0 last:pb-0"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Money amount={request.limit} className="font-semibold" />
              <Badge tone={states[request.status].tone}>{t(states[request.status].text)}</Badge>
            </span>
            <span className="text-13 text-ink-2">{request.because}</span>
            {request.status === "declined" && <span className="text-13">{request.answer}</span>}
            <Time at={request.decidedAt ?? request.requestedAt} className="text-13 text-ink-3" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
