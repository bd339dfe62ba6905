// Everything that happened to a transfer, in order. Each event has its own address.
import { useEffect, useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import type { Language } from "#dashboard/texts/language.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { QueuePlace } from "./queue-place.tsx";
import { useTexts } from "./texts.ts";
import { useSay } from "./use-say.ts";

type Story = Outputs["getTransferStory"];
type Event = Story["timeline"][number];

/** Returns the time since the previous event, such as "2.1 s" or "4 min". Empty if both happened at the same moment. */
function gapOf(event: Event, before: Event | undefined): string {
  if (before === undefined) return "";
  const ms = Date.parse(event.at) - Date.parse(before.at);
  if (ms < 1) return "";
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** The time includes milliseconds, because much happens within one second. */
function momentOf(at: string, language: Language): string {
  return formatTime(at, "moment", language).replace(" IST", `.${at.slice(20, 23)} IST`);
}

export function Timeline({ story }: { story: Story }) {
  const t = useTexts();
  const say = useSay();
  const [kind, setKind] = useState<Event["kind"] | "all">("all");
  const kinds = [...new Set(story.timeline.map((event) => event.kind))];
  const shown = story.timeline.filter((event) => kind === "all" || event.kind === kind);
  const asText = () =>
    story.timeline
      .map((event) =>
        `${event.at}  ${say(event.sentence)}  ${Object.values(event.details).join(" | ")}`.trimEnd(),
      )
      .join("\n");
  useShownEvent(story);
  return (
    <Card title={t("timeline")} actions={<CopyButton text={asText} label={t("timelineCopy")} />}>
      <ul className="mb-4 flex flex-wrap gap-1.5 print:hidden">
        {(["all", ...kinds] as const).map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
              className="min-h-7 rounded-full border border-line px-2.5 text-13 text-ink-2 hover:border-control aria-pressed:border-primary aria-pressed:font-semibold aria-pressed:text-ink pointer-coarse:min-h-11"
            >
              {one === "all" ? t("timelineAll") : t(`kind_${one}`)}
            </button>
          </li>
        ))}
      </ul>
      <ol>
        {shown.map((event, at) => (
          <EventLine key={event.no} event={event} gap={gapOf(event, shown[at - 1])} />
        ))}
      </ol>
      <QueuePlace row={story.transfer} />
    </Card>
  );
}

/** Scrolls to the event in the address once the story has loaded. */
function useShownEvent(story: Story): void {
  const { transferId } = story.transfer;
  useEffect(() => {
    const { hash } = window.location;
    if (/^#ev-\d+$/.test(hash)) document.querySelector(hash)?.scrollIntoView({ block: "center" });
  }, [transferId]);
}

const dots: Record<Event["kind"], string> = {
  request: "bg-ink-3",
  check: "bg-warn",
  approval: "bg-info",
  queue: "bg-warn",
  routing: "bg-ink-3",
  bank: "bg-primary",
  ledger: "bg-ok",
  webhook: "bg-rev",
  recall: "bg-bad",
};

function EventLine({ event, gap }: { event: Event; gap: string }) {
  const t = useTexts();
  const say = useSay();
  const details = Object.entries(event.details);
  return (
    <li
      id={`ev-${event.no}`}
      className="grid scroll-mt-24 grid-cols-[0.75rem_1fr] gap-x-3 border-l border-transparent pb-3 target:bg-info-bg"
    >
      <span aria-hidden="true" className={`mt-1.5 size-2 rounded-full ${dots[event.kind]}`} />
      <div className="min-w-0">
        <p className="break-words">{say(event.sentence)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3 tabular-nums">
          <a
            href={`#ev-${event.no}`}
            className="inline-flex min-h-6 items-center underline decoration-line hover:text-ink"
          >
            <span className="sr-only">{t("eventLink", { no: event.no })}: </span>
            <time dateTime={event.at}>{momentOf(event.at, t.language)}</time>
          </a>
          {gap !== "" && <span>{t("after", { time: gap })}</span>}
          <span>{t(`kind_${event.kind}`)}</span>
        </p>
        {details.length > 0 && (
          <details className="text-12">
            <summary className="min-h-6 cursor-pointer text-ink-3 hover:text-ink">{t("details")}</summary>
            <dl className="mt-1 grid gap-x-3 rounded-card bg-sunken p-3 sm:grid-cols-[9rem_1fr]">
              {details.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="min-w-0 font-mono break-words">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}
