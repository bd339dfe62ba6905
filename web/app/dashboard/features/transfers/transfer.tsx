// The page of one transfer.
import { Link, useParams } from "react-router";
import { useTo } from "#dashboard/shell/session.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { StoryView } from "./story-view.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function TransferPage() {
  const t = useTexts();
  const to = useTo();
  const { transferId = "" } = useParams();
  return (
    <>
      <PageHeader
        title={t("detailTitle", { id: transferId })}
        trail={
          <Link to={to("transfers/all")} className="text-link underline">
            {t("backToAll")}
          </Link>
        }
      />
      <StoryView id={transferId} />
    </>
  );
}
