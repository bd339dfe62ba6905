// The waiting requests, each with its amount, its payee and its unusual features. The member can tick those that they
// may decide.
import type { Ref } from "react";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { flagTones, useKindName, useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

interface RequestListProps {
  ref: Ref<HTMLUListElement>;
  requests: readonly Request[];
  chosenId: string;
  onChoose: (index: number) => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

export function RequestList({ ref, requests, chosenId, onChoose, selected, onSelect }: RequestListProps) {
  const t = useTexts();
  const nameOf = useSubjectName();
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <ul
      ref={ref}
      aria-label={t("list")}
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      {requests.map((request, index) => {
        const { requestId, turn } = request;
        const isChosen = requestId === chosenId;
        return (
          <li
            key={requestId}
            className={`flex items-start gap-3 border-b border-line px-3 last:border-b-0 ${isChosen ? "bg-sunken" : ""}`}
          >
            <span className="grid size-9 shrink-0 place-items-center pt-3">
              {turn === "now" && (
                <input
                  type="checkbox"
                  className="checkbox"
                  aria-label={t("select", { what: nameOf(request) })}
                  checked={selected.has(requestId)}
                  onChange={() => toggle(requestId)}
                />
              )}
            </span>
            <button
              type="button"
              data-request={requestId}
              aria-current={isChosen || undefined}
              onClick={() => onChoose(index)}
              className="grid min-w-0 flex-1 gap-1 py-3 text-left"
            >
              <Line request={request} name={nameOf(request)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Line({ request, name }: { request: Request; name: string }) {
  const t = useTexts();
  const kindOf = useKindName();
  const { amount, transfer, maker, turn, expiresAt, aloneUntil } = request;
  const below = transfer?.paidTo ?? kindOf(request);
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        {amount !== null && <Money amount={amount} className="font-semibold" />}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-2">
        {below !== name && <span>{below}</span>}
        <span>
          {t("maker")} <Person person={maker} />
        </span>
        {transfer?.processOn && (
          <span className="font-semibold text-ink">
            {t("processOn")} <Time at={transfer.processOn} shape="minute" />
          </span>
        )}
        <span>
          {t(aloneUntil === null ? "expires" : "takesEffect")}{" "}
          <Time at={aloneUntil ?? expiresAt} shape="minute" />
        </span>
      </span>
      {(transfer?.flags.length ?? 0) > 0 && (
        <span className="flex flex-wrap gap-2">
          {transfer!.flags.map((flag) => (
            <Badge key={flag} tone={flagTones[flag]}>
              {t(`flag_${flag}`)}
            </Badge>
          ))}
        </span>
      )}
      {turn === "own" && aloneUntil === null && <span className="text-13 text-ink-2">{t("turn_own")}</span>}
    </>
  );
}
