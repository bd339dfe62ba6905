// One batch as its approver sees it: its content, how it differs from the last one, and the decision about exactly this
// content.
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { BatchReview, Briefs } from "#dashboard/ui/batch-review/batch-review.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { DecisionDialogs } from "./decision-dialogs.tsx";
import type { Asked } from "./decision-dialogs.tsx";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function BatchRequest() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { requestId = "" } = useParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const { data: request, error, refetch } = useCall("getApproval", { merchantId, requestId });
  if (error) {
    return (
      <>
        <PageHeader title={t("batchTitle")} />
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!request) return <ScreenSkeleton />;
  return (
    <>
      <PageHeader
        title={request.batch?.name ?? t("batchTitle")}
        trail={
          <Link className="text-link underline" to={to("transfers/approve-batches")}>
            {t("batchTitle")}
          </Link>
        }
        lead={t("batchLead")}
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5 max-xl:order-2">
          <Reviewed request={request} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5 xl:sticky xl:top-16">
          {request.status !== "pending" && (
            <Note title={t("alreadyEnded")}>{t(`status_${request.status as "approved"}`)}</Note>
          )}
          <DecisionCard request={request} onAsk={setAsked} />
        </div>
      </div>
      <DecisionDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        onDone={() => void navigate(to("transfers/approve-batches"))}
      />
    </>
  );
}

function Reviewed({ request }: { request: Request }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { subjectId: batchId, contentHash } = request;
  const { data: review, error, refetch } = useCall("reviewBatch", { merchantId, batchId });
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!review) return <ScreenSkeleton />;
  return (
    <>
      <BatchReview review={review} />
      <Card title={t("sample")} flush>
        <Briefs rows={review.sample} caption={t("sample")} />
      </Card>
      <Card title={t("contentHash")} lead={t("contentHashHint")}>
        <code className="font-mono text-12 break-all">{contentHash}</code>
        <p className="mt-2">
          <Link className="text-link underline" to={to(`transfers/batches/${batchId}`)}>
            {t("openBatch")}
          </Link>
        </p>
      </Card>
    </>
  );
}
