// Everything about one transfer: its amount, an explanation, where the money is, what happened, and what can be done.
import { Suspense } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { lazyPart } from "#dashboard/ui/lazy-part.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { MoneyBar } from "./money-bar.tsx";
import { destinationOf } from "./payee.tsx";
import { StateBadge } from "./state-badge.tsx";
import { StoryActions } from "./story-actions.tsx";
import { Side } from "./story-side.tsx";
import { Timeline } from "./timeline.tsx";
import { useTexts } from "./texts.ts";
import { useSay } from "./use-say.ts";

type Story = Outputs["getTransferStory"];

const WhyRoute = lazyPart(() => import("./route/why-route.tsx"), "WhyRoute");

interface StoryViewProps {
  id: string;
  /** True in a drawer, where everything is in one column. */
  inDrawer?: boolean;
}

export function StoryView({ id, inDrawer }: StoryViewProps) {
  const merchantId = useMerchantId();
  const { data: story, error, isPending, refetch } = useCall("getTransferStory", { merchantId, id });
  if (story === undefined || (story.transfer.transferKey !== id && story.transfer.transferId !== id)) {
    if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
    return <Skeleton lines={isPending ? 8 : 4} />;
  }
  const isRouted = story.timeline.some(({ kind }) => kind === "routing");
  return (
    <div className={`grid items-start gap-6 ${inDrawer ? "" : "lg:grid-cols-[minmax(0,1fr)_22rem]"}`}>
      <div className="grid min-w-0 gap-6">
        <Head story={story} />
        <StoryActions story={story} />
        <Timeline story={story} />
        {!inDrawer && isRouted && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <WhyRoute transferKey={story.transfer.transferKey} />
          </Suspense>
        )}
      </div>
      <Side story={story} />
    </div>
  );
}

function Head({ story: { transfer, explanation } }: { story: Story }) {
  const t = useTexts();
  const say = useSay();
  const { state, holder, where, why, next, todo } = explanation;
  const isUnknown = state === "with_bank" || state === "under_review";
  return (
    <section className="grid gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Money amount={transfer.amount} size="figure" />
          <StateBadge state={state} reason={transfer.reason} why={why && say(why)} next={say(next)} />
        </p>
        <MoneyWords amount={transfer.amount} />
        <p className="mt-1 break-words text-ink-2">
          {t("to", { name: transfer.payee.name })} · {destinationOf(transfer.payee)}
        </p>
      </div>
      {isUnknown && (
        <Note tone="warn" title={t(state === "under_review" ? "reviewTitle" : "unknownTitle")}>
          {t("unknownLead")}
        </Note>
      )}
      <p className="text-18 break-words">{say(where)}</p>
      <MoneyBar holder={holder} />
      <dl className="grid gap-3 sm:grid-cols-2">
        {why && <Told name={t("whyNot")} text={say(why)} />}
        <Told name={t("whatNext")} text={say(next)} />
        <Told name={t("whatToDo")} text={say(todo)} />
      </dl>
    </section>
  );
}

function Told({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-ink-3">{name}</dt>
      <dd className="break-words">{text}</dd>
    </div>
  );
}
