// The story of a transfer as the sandbox returns it, and the record lines made from it. The functions are pure.
import { exactRupees } from "#site/rupees.ts";
import type { RecordLine, ShownTransfer } from "../transfer-card.tsx";

/** The fields of `GET /sandbox/transfers/{transferId}` that the record uses. */
export interface Story {
  transferId: string;
  status: string;
  amount: string;
  utr: string | null;
  reason: string | null;
  acknowledged: 0 | 1;
  steps: readonly { to: string; because: string; at: string }[];
  attempts: readonly { bankId: string; rail: string; route: Route | null }[];
  bankMessages: readonly {
    attempt: number;
    source: string;
    code: string;
    detail: string;
    credited: boolean;
    at: string;
  }[];
  ledger: readonly { kind: string; debit: string; credit: string; amount: string; at: string }[];
  events: readonly { type: string; at: string }[];
}

interface Route {
  candidates: readonly { rail: string; bankId: string; skipped: string | null }[];
}

/** Formats "1250.00" as "₹1,250.00". */
export const shownAmount = (amount: string): string => exactRupees(BigInt(amount.replace(".", "")));

export const bankName = (bankId: string): string => `${bankId.slice(0, 1).toUpperCase()}${bankId.slice(1)}`;

const sources: Readonly<Record<string, string>> = {
  response: "Bank response",
  callback: "Bank callback",
  enquiry: "Status check",
  status: "Status check",
};

const ended = new Set(["FAILED", "REJECTED", "REVERSED", "MANUALLY_REJECTED"]);

export const isOver = ({ status, acknowledged }: Story): boolean =>
  ended.has(status) || (status === "SUCCESS" && acknowledged === 1);

/** Returns the time since the first step, such as "0 ms", "+87 ms", "+5.30 s" or "+2 min". */
function since(start: number, at: string): string {
  const ms = Date.parse(at) - start;
  if (ms <= 0) return "0 ms";
  if (ms >= 60_000) return `+${Math.round(ms / 60_000)} min`;
  return ms < 1_000 ? `+${ms} ms` : `+${(ms / 1_000).toFixed(2)} s`;
}

type Happened = { at: string; what: string };

function stepLines({ steps, attempts, ledger, utr, reason }: Story): Happened[] {
  let sent = 0;
  const held = ledger.find(({ kind }) => kind === "hold");
  return steps.map(({ to, because, at }) => {
    if (to === "ready" && held && sent === 0)
      return { at, what: `Accepted. ${shownAmount(held.amount)} held, with fee and GST` };
    if (to === "ready" && sent > 0)
      return { at, what: `${bankName(attempts[sent - 1]?.bankId ?? "")} has not paid, so another bank may` };
    if (to === "sent") {
      const { bankId = "", rail = "" } = attempts[sent++] ?? {};
      return { at, what: `Sent to ${bankName(bankId)} by ${rail.toUpperCase()}` };
    }
    if (to === "succeeded") return { at, what: `Debited. UTR ${utr}` };
    if (to === "failed") return { at, what: `Failed: ${reason}. The money is back in the wallet` };
    return { at, what: `${bankName(to.replaceAll("_", " "))}: ${because}` };
  });
}

const told = ({ bankMessages }: Story): Happened[] =>
  bankMessages.map(({ source, detail, code, at }) => ({
    at,
    what: `${sources[source] ?? "Bank"}: ${detail} (${code})`,
  }));

const credits = ({ bankMessages, acknowledged }: Story): Happened[] =>
  acknowledged === 1
    ? bankMessages
        .filter(({ credited }) => credited)
        .map(({ at }) => ({ at, what: "Credited by the payee's bank" }))
    : [];

const events = (story: Story): Happened[] =>
  story.events.map(({ type, at }) => ({ at, what: `Webhook event ${type}` }));

/** Returns all lines in order of time. At the same moment, a bank's report comes before its consequences. */
export function linesOf(story: Story): RecordLine[] {
  const start = Date.parse(story.steps[0]?.at ?? "");
  const steps = stepLines(story);
  const before = steps.filter(({ what }) => /^(Accepted|Sent)/.test(what));
  const after = steps.filter((line) => !before.includes(line));
  return [...before, ...told(story), ...after, ...credits(story), ...events(story)]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ at, what }) => ({ at: since(start, at), what }));
}

const badges: Readonly<Record<string, ShownTransfer["badge"]>> = {
  RECEIVED: { tone: "neu", text: "Accepted" },
  APPROVAL_PENDING: { tone: "info", text: "Needs approval" },
  QUEUED: { tone: "warn", text: "Queued" },
  PENDING: { tone: "info", text: "With the bank" },
  SUCCESS: { tone: "info", text: "Sent to payee's bank" },
  FAILED: { tone: "bad", text: "Failed" },
  REJECTED: { tone: "bad", text: "Rejected" },
  REVERSED: { tone: "rev", text: "Reversed" },
};

function reachedBy({ status, acknowledged, steps }: Story): ShownTransfer["reached"] {
  if (status === "SUCCESS") return acknowledged === 1 ? 4 : 3;
  return status === "PENDING" && steps.some(({ to }) => to === "sent") ? 1 : 0;
}

export function shownOf(story: Story): Omit<ShownTransfer, "words"> {
  const credited = { tone: "ok", text: "Credited" } as const;
  return {
    amount: shownAmount(story.amount),
    badge:
      story.acknowledged === 1 ? credited : (badges[story.status] ?? { tone: "neu", text: story.status }),
    reached: reachedBy(story),
    lines: linesOf(story),
  };
}
