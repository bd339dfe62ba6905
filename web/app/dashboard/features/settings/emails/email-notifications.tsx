// E-mail notifications by category: each can be turned on and off, and has at most ten recipients.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Switch } from "#dashboard/ui/choices.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AddRecipientsDialog } from "./add-recipients-dialog.tsx";
import { useCategoryName } from "./category-name.ts";
import type { Category } from "./category-name.ts";
import { RecipientsDialog } from "./recipients-dialog.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function EmailNotifications() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("getNotifications", { merchantId });
  const [managing, setManaging] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const managed = data?.items.find(({ category }) => category === managing);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <Can operation="addNotificationRecipients">
            <Button look="primary" disabled={!data} onClick={() => setAdding(true)}>
              {t("add")}
            </Button>
          </Can>
        }
      />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && (
        <Card flush>
          <ul>
            {data.items.map((category) => (
              <CategoryRow
                key={category.category}
                category={category}
                onManage={() => setManaging(category.category)}
              />
            ))}
          </ul>
        </Card>
      )}
      <p className="mt-3 text-13 text-ink-2">{t("digest")}</p>
      {isAdding && data && <AddRecipientsDialog categories={data.items} onClose={() => setAdding(false)} />}
      {managed && <RecipientsDialog category={managed} onClose={() => setManaging(null)} />}
    </>
  );
}

function CategoryRow({ category, onManage }: { category: Category; onManage: () => void }) {
  const t = useTexts();
  const may = useCan()("setNotificationCategory");
  const merchantId = useMerchantId();
  const { name, about } = useCategoryName()(category);
  const { enabled, recipients } = category;
  const set = useSend("setNotificationCategory", {
    refreshes: ["getNotifications"],
    onDone: ({ enabled: on }) => toast(`${name}: ${t(on ? "turnedOn" : "turnedOff")}`),
  });
  return (
    <li className="grid gap-2 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[1fr_1fr_auto] md:items-center md:px-5">
      <Switch
        label={
          <>
            <span className="sr-only">{t("toggle", { name })}</span>
            <span aria-hidden="true" className="font-semibold">
              {name}
            </span>
          </>
        }
        hint={about}
        checked={enabled}
        disabled={!may || set.isPending}
        onChange={(on) => set.send({ merchantId, category: category.category, enabled: on })}
      />
      <p className="min-w-0 text-13 break-words text-ink-2">
        {!enabled ? t("isOff") : recipients.length === 0 ? t("noRecipients") : recipients.join(", ")}
      </p>
      <Can operation="setNotificationRecipients" brief>
        <Button
          size="sm"
          onClick={onManage}
          aria-label={`${t(recipients.length === 0 ? "add" : "manage")}: ${name}`}
        >
          {t(recipients.length === 0 ? "add" : "manage")}
        </Button>
      </Can>
      {set.error && <ErrorBox error={set.error} className="md:col-span-3" />}
    </li>
  );
}
