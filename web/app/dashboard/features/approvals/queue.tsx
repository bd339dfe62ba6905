// The waiting requests: the list on the left, and all details of the chosen request on the right.
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { useLetterKeys } from "#dashboard/ui/letter-keys.ts";
import { Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { sumOf } from "#dashboard/ui/rupees.ts";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { DecisionDialogs } from "./decision-dialogs.tsx";
import type { Asked } from "./decision-dialogs.tsx";
import { NothingWaits } from "./nothing-waits.tsx";
import { RequestList } from "./request-list.tsx";
import { useKindName, useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { QueueTabs } from "./queue-tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const KINDS = "transfer,beneficiary,key_reset,limit,rights,policy,credit";
/** The highest number of requests that can be decided together. */
const CHOSEN_MAX = 50;

export default function Queue() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const kinds = KINDS.split(",") as NonNullable<Inputs["listApprovals"]["kinds"]>;
  const list = useList("listApprovals", { merchantId, kinds, limit: CHOSEN_MAX });
  const openId = useSearchParams()[0].get("open") ?? undefined;
  const isListed = list.items.some(({ requestId }) => requestId === openId);
  // A link elsewhere can lead to a request that is on a later page or has ended in the meantime.
  const linked = useCall(
    "getApproval",
    { merchantId, requestId: openId ?? "" },
    { enabled: openId !== undefined && !list.isPending && !isListed },
  );
  const isOnLaterPage = !isListed && linked.data?.status === "pending";
  const requests = isOnLaterPage ? [linked.data!, ...list.items] : list.items;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <QueueTabs />
      {linked.error && <ErrorBox error={linked.error} className="mb-4" />}
      {linked.data && linked.data.status !== "pending" && <Ended request={linked.data} />}
      {list.error ? (
        <ErrorBox error={list.error} onRetry={list.retry} />
      ) : list.isPending ? (
        <ScreenSkeleton />
      ) : requests.length === 0 ? (
        <NothingWaits>{t("empty")}</NothingWaits>
      ) : (
        <Split requests={requests} openId={openId} />
      )}
      {list.hasMore && (
        <Button className="mt-4" busy={list.isFetchingMore} onClick={list.loadMore}>
          {t("loadMore")}
        </Button>
      )}
    </>
  );
}

function Ended({ request }: { request: Request }) {
  const t = useTexts();
  const nameOf = useSubjectName();
  const kindOf = useKindName();
  return (
    <div className="mb-4">
      <Note title={t("alreadyEnded")}>
        {kindOf(request)}: {nameOf(request)}. {t(`status_${request.status as "approved"}`)}.
      </Note>
    </div>
  );
}

interface SplitProps {
  requests: readonly Request[];
  /** The request that a link led to. */
  openId: string | undefined;
}

function Split({ requests, openId }: SplitProps) {
  const t = useTexts();
  const [chosenId, setChosenId] = useState(openId);
  const [asked, setAsked] = useState<Asked>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  const found = requests.findIndex(({ requestId }) => requestId === chosenId);
  // When the chosen request has left the list, the one in its place is shown.
  const at = found === -1 ? Math.min(place.current, requests.length - 1) : found;
  place.current = at;
  const chosen = requests[at]!;
  const many = requests.filter(({ requestId, turn }) => selected.has(requestId) && turn === "now");
  const focusAt = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>("[data-request]")[index]?.focus();
  const choose = (index: number) => {
    const next = Math.min(Math.max(index, 0), requests.length - 1);
    setChosenId(requests[next]!.requestId);
    focusAt(next);
    showCard(card.current);
  };
  useEffect(() => {
    if (openId !== undefined) showCard(card.current);
  }, [openId]);
  useQueueKeys({ chosen, at, choose, ask: setAsked, isAsking: asked !== undefined });
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid gap-3">
        <RequestList
          ref={list}
          requests={requests}
          chosenId={chosen.requestId}
          onChoose={choose}
          selected={selected}
          onSelect={setSelected}
        />
        <Chosen requests={many} onAsk={setAsked} />
        <p className="text-13 text-ink-2 max-md:hidden">{t("keys")}</p>
      </div>
      <div ref={card} aria-live="polite" className="scroll-mt-20 lg:sticky lg:top-16">
        <DecisionCard key={chosen.requestId} request={chosen} onAsk={setAsked} />
      </div>
      <DecisionDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        onDone={() => {
          setSelected(new Set());
          setChosenId(undefined);
          requestAnimationFrame(() => focusAt(place.current));
        }}
      />
    </div>
  );
}

/** In a narrow window the card is below the list, so the page scrolls to it. */
function showCard(card: HTMLElement | null): void {
  if (!window.matchMedia("(min-width: 64rem)").matches) card?.scrollIntoView();
}

function Chosen({ requests, onAsk }: { requests: readonly Request[]; onAsk: (asked: Asked) => void }) {
  const t = useTexts();
  if (requests.length === 0) return null;
  const amount = sumOf(requests.flatMap((request) => request.amount ?? []));
  return (
    <section aria-label={t("list")} className="selection-bar px-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{t("chosen", { count: requests.length })}</span>
          <Money amount={amount} size="lead" />
        </p>
        <MoneyWords amount={amount} />
      </div>
      <Button look="primary" size="money" onClick={() => onAsk({ verdict: "approve", requests })}>
        {t("approveChosen", { count: requests.length })}
      </Button>
    </section>
  );
}

interface QueueKeys {
  chosen: Request;
  at: number;
  choose: (index: number) => void;
  ask: (asked: Asked) => void;
  isAsking: boolean;
}

/** Letters move through the list and open the dialogs. None of them decides. */
function useQueueKeys(keys: QueueKeys): void {
  const letters = useLetterKeys();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (letters === "off") return;
    function onKey(event: KeyboardEvent): void {
      const { chosen, at, choose, ask, isAsking } = latest.current;
      const isTyping = (event.target as HTMLElement).matches("input:not([type=checkbox]), textarea, select");
      if (isAsking || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "j" || event.key === "k") choose(event.key === "j" ? at + 1 : at - 1);
      else if (event.key === "a" && chosen.turn === "now") ask({ verdict: "approve", requests: [chosen] });
      else if (event.key === "r" && (chosen.turn === "now" || chosen.turn === "later"))
        ask({ verdict: "reject", requests: [chosen] });
      else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [letters]);
}
