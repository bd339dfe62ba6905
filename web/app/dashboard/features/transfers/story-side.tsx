// The details beside the timeline: the transfer's fields, its cost, its bookings, and its notifications.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { sumOf } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Ledger } from "./story-ledger.tsx";
import { useTexts } from "./texts.ts";

type Story = Outputs["getTransferStory"];

export function Side({ story }: { story: Story }) {
  const t = useTexts();
  return (
    <aside aria-label={t("side")} className="grid min-w-0 gap-6">
      <Facts story={story} />
      <Charges story={story} />
      {story.ledger.length > 0 && <Ledger postings={story.ledger} />}
      <Webhooks story={story} />
      <details className="rounded-card border border-line bg-surface p-4 print:hidden">
        <summary className="min-h-6 cursor-pointer font-semibold">{t("raw")}</summary>
        <pre className="mt-3 max-h-96 overflow-auto text-12" tabIndex={0} aria-label={t("raw")}>
          {JSON.stringify(story, null, 2)}
        </pre>
      </details>
    </aside>
  );
}

function Facts({ story }: { story: Story }) {
  const t = useTexts();
  const { transfer, fundSourceName, makerName, origin, explanation } = story;
  const { payee } = transfer;
  const text = (label: string, value: string | null) => value !== null && value !== "" && { label, value };
  const time = (label: string, at: string | null) =>
    at !== null && { label, value: <Time at={at} shape="minute" /> };
  const id = (label: string, value: string | null, copy: string) =>
    value !== null && {
      label,
      value: (
        <span className="inline-flex items-center gap-1 font-mono text-13 break-all">
          {value}
          <CopyButton text={value} label={copy} bare />
        </span>
      ),
    };
  const source = origin === null || origin.name === "" ? t(`source_${transfer.source}`) : origin.name;
  return (
    <Card title={t("side")}>
      <KeyValues
        facts={[
          id(t("transferId"), transfer.transferKey, t("copyId")),
          text(t("referenceId"), transfer.referenceId),
          id(t("utr"), transfer.utr, t("copyUtr")),
          text(t("account"), payee.accountLast4 && `••••${payee.accountLast4}`),
          text(t("ifsc"), payee.ifsc),
          text(t("bank"), payee.bankName),
          text(t("vpa"), payee.vpa),
          text(t("card"), payee.cardLast4 && `••••${payee.cardLast4}`),
          text(t("phone"), payee.phone),
          text(t("beneId"), payee.beneId),
          text(t("rail"), railName(transfer.rail)),
          text(t("fundSource"), fundSourceName),
          text(t("remarks"), transfer.remarks),
          text(t("orderedBy"), makerName === null ? source : `${makerName} · ${source}`),
          time(t("created"), transfer.acceptedAt),
          time(t("sent"), transfer.sentAt),
          time(t("finished"), transfer.finishedAt),
          time(t("expected"), explanation.expectedAt),
          time(t("failsAt"), explanation.failsAt),
        ]}
      />
    </Card>
  );
}

function Charges({ story: { transfer } }: { story: Story }) {
  const t = useTexts();
  const { amount, fee, tax } = transfer;
  return (
    <Card title={t("charges")}>
      <KeyValues
        facts={[
          { label: t("amount"), value: <Money amount={amount} /> },
          { label: t("fee"), value: <Money amount={fee} /> },
          { label: t("tax"), value: <Money amount={tax} /> },
          { label: t("totalPaid"), value: <Money amount={sumOf([amount, fee, tax])} />, total: true },
        ]}
      />
    </Card>
  );
}

const standing = {
  delivered: { tone: "ok", label: "delivered" },
  pending: { tone: "warn", label: "retrying" },
  dead: { tone: "bad", label: "givenUp" },
} as const;

function Webhooks({ story: { deliveries } }: { story: Story }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const resend = useSend("replayWebhookDelivery", {
    refreshes: ["getTransferStory"],
    onDone: () => toast(t("resent")),
  });
  return (
    <Card title={t("webhooks")}>
      {deliveries.length === 0 && <p className="text-ink-2">{t("webhooksNone")}</p>}
      <ul className="grid gap-3">
        {deliveries.map((delivery) => (
          <li key={delivery.deliveryId} className="grid gap-1 border-b border-line pb-3 last:border-b-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-mono text-13">{delivery.type}</span>
              <Badge tone={standing[delivery.status].tone}>{t(standing[delivery.status].label)}</Badge>
            </span>
            <span className="text-13 break-all text-ink-2">{delivery.url}</span>
            <span className="flex flex-wrap items-center justify-between gap-2 text-13 text-ink-3">
              {t("tries", { count: delivery.tries })}
              {delivery.lastStatus !== null && ` · HTTP ${delivery.lastStatus}`}
              <Can operation="replayWebhookDelivery">
                <Button
                  size="sm"
                  look="quiet"
                  icon="refresh"
                  busy={resend.isPending}
                  onClick={() => resend.send({ merchantId, deliveryId: delivery.deliveryId })}
                >
                  {t("resend")}
                </Button>
              </Can>
            </span>
          </li>
        ))}
      </ul>
      {resend.error && <ErrorBox error={resend.error} className="mt-3" />}
    </Card>
  );
}
