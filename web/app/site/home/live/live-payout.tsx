// The transfer record at the top of the home page, during and after a sandbox payout.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { exampleCaption, exampleTransfer } from "../example-transfer.ts";
import { RailMapDrawing } from "../rail-map.tsx";
import type { Weather } from "../example-card.tsx";
import { TransferRecord } from "../transfer-card.tsx";
import type { ShownTransfer } from "../transfer-card.tsx";
import { payoutAmount, performPayout, PayoutProblem } from "./perform-payout.ts";
import { isOver, shownAmount, shownOf } from "./story.ts";
import type { Story } from "./story.ts";
import { banksOf, wasAsked, wayOf } from "./way-of.ts";
import { WholeStory } from "./whole-story.tsx";

interface Run {
  isRunning: boolean;
  story?: Story;
  isSilent?: boolean;
  problem?: string;
}

const { words } = payoutAmount;
const nothingYet: ShownTransfer = {
  amount: shownAmount(payoutAmount.amount),
  words,
  badge: { tone: "neu", text: "Sending" },
  reached: 0,
  lines: [],
};

/** If nothing could be sent, the example is shown again. */
function recordOf({ story, isRunning }: Run): ShownTransfer {
  if (story) return { ...shownOf(story), words };
  return isRunning ? nothingYet : exampleTransfer;
}

const wordsFor = (error: unknown): string =>
  error instanceof PayoutProblem
    ? error.message
    : "The server did not respond. Check that it is running, then send the payout again.";

function useRuns(weather: Weather, bankIds: readonly string[]): [Run, () => void] {
  const [run, setRun] = useState<Run>({ isRunning: true });
  const busy = useRef(false);
  const inOrder = useRef(bankIds);
  function start(): void {
    if (busy.current) return;
    busy.current = true;
    setRun({ isRunning: true });
    performPayout(weather, inOrder.current, (story, isSilent) => setRun({ isRunning: true, story, isSilent }))
      .then((story) => {
        inOrder.current = banksOf(story) ?? inOrder.current;
        setRun({ isRunning: false, story });
      })
      .catch((error: unknown) => setRun({ isRunning: false, problem: wordsFor(error) }))
      .finally(() => (busy.current = false));
  }
  return [run, start];
}

/** Returns the outcome, which is shown under the record and read out by screen readers. */
function outcomeOf({ isRunning, story, isSilent, problem }: Run): string {
  if (problem !== undefined) return problem;
  if (isSilent)
    return "The bank does not answer, so the outcome is unknown and nothing is sent again. The sandbox's clock moves two minutes ahead, when Vitaran asks the bank.";
  if (isRunning) return "Sent to the sandbox of this server. Each line is read from the transfer's record.";
  if (story?.utr && isOver(story))
    return `${wasAsked(story) ? "Paid once: the bank was asked, not paid again" : "Paid"}. UTR ${story.utr}`;
  if (story && isOver(story)) return "Not paid. The money is in the wallet.";
  return "Still with the bank. Vitaran keeps asking it; a webhook reports the outcome.";
}

/** Draws the last payout that has a story on the map, which keeps its example until there is one. */
function OnMap({ run, place }: { run: Run; place: Element | null }) {
  const shown = useRef<Run>(undefined);
  if (run.story) shown.current = run;
  useLayoutEffect(() => {
    // React adds its own drawing to what is there.
    if (run.story) place?.querySelectorAll("[data-example]").forEach((one) => one.remove());
  }, [run.story, place]);
  if (!place || !shown.current?.story) return null;
  return createPortal(<RailMapDrawing way={wayOf(shown.current.story, shown.current.isSilent)} />, place);
}

interface LivePayoutProps {
  weathers: readonly Weather[];
  bankIds: readonly string[];
  first: number;
  map: Element | null;
}

function LivePayout({ weathers, bankIds, first, map }: LivePayoutProps) {
  const [chosen, setChosen] = useState(first);
  const [run, start] = useRuns(weathers[chosen]!, bankIds);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaces the one that was pressed.
    button.current?.focus();
    start();
  }, []);
  const { isRunning, story, problem } = run;
  return (
    <figure className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <TransferRecord isNew={run.story !== undefined} transfer={recordOf(run)} />
      <figcaption className="border-t border-line pt-3 text-13">
        {!isRunning && !story && <p className="text-12 text-ink-3">{exampleCaption}</p>}
        <p role="status" className={problem === undefined ? "text-ink-2" : "mt-1 text-bad"}>
          {outcomeOf(run)}
        </p>
      </figcaption>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
        <button
          ref={button}
          type="button"
          aria-disabled={isRunning}
          onClick={start}
          className="min-h-11 rounded-field border border-control px-4 font-semibold hover:bg-sunken aria-disabled:text-ink-3"
        >
          {buttonText(run)}
        </button>
        <label className="flex min-h-11 items-center gap-2 text-ink-2">
          when
          <select
            aria-label="Send when"
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
            className="min-h-9 rounded-field border border-line bg-surface px-2 text-ink"
          >
            {weathers.map(({ label }, at) => (
              <option key={label} value={at}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!isRunning && story && <WholeStory story={story} />}
      <OnMap run={run} place={map} />
    </figure>
  );
}

function buttonText({ isRunning, story }: Run): string {
  if (isRunning) return "Sending…";
  return story ? "Send another" : "Send a sandbox payout";
}

const roots = new WeakMap<Element, Root>();

/** Replaces the example inside `holder` and sends the first payout. */
export default function startPayout(holder: HTMLElement): void {
  if (roots.has(holder)) return;
  const given = JSON.parse(holder.dataset["livePayout"] ?? "{}") as Pick<
    LivePayoutProps,
    "weathers" | "bankIds"
  >;
  const first = Number(holder.querySelector<HTMLSelectElement>('[name="weather"]')?.value ?? 0);
  const root = createRoot(holder);
  roots.set(holder, root);
  root.render(<LivePayout {...given} first={first} map={document.querySelector("[data-rail-map]")} />);
}
