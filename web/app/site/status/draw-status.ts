// Draws the figures of the status page as HTML. The server inserts them into the built page for every request.
import { spanOf, timeOf } from "./times.ts";

/** One bank on one rail. Shares are in hundredths of a percent, and null if there were too few calls. */
export interface BankStatus {
  readonly banks: "simulated" | "live";
  readonly bankName: string;
  readonly rail: string;
  /** Null for a simulated bank, because its state differs for each merchant. */
  readonly state: keyof typeof states | null;
  readonly calls: number;
  readonly successBp: number | null;
  readonly lowBp: number | null;
  readonly highBp: number | null;
}

export interface StatusIncident {
  /** A bank that sends payments, or a bank where payees have their accounts. */
  readonly of: "our_bank" | "payees_bank";
  readonly name: string;
  readonly rail: string;
  readonly severity: "low" | "high";
  readonly known: keyof typeof origins;
  readonly state: "planned" | "active" | "resolved";
  readonly startedAt: Date;
  /** The end of the incident, or its announced end. Null if there is none yet. */
  readonly endsAt: Date | null;
}

export interface Status {
  readonly asOf: Date;
  /** The share is not shown if there were fewer calls than this. */
  readonly callsToldMin: number;
  readonly items: readonly BankStatus[];
  readonly incidents: readonly StatusIncident[];
}

const looks = {
  ok: { badge: "bg-ok-bg text-ok", edge: "border-l-ok" },
  warn: { badge: "bg-warn-bg text-warn", edge: "border-l-warn" },
  bad: { badge: "bg-bad-bg text-bad", edge: "border-l-bad" },
  info: { badge: "bg-info-bg text-info", edge: "border-l-info" },
  neu: { badge: "bg-neu-bg text-neu", edge: "border-l-line" },
} as const;

const states = {
  healthy: { tone: "ok", says: "Working" },
  degraded: { tone: "warn", says: "More failures than usual" },
  down: { tone: "bad", says: "Down" },
  probing: { tone: "bad", says: "Down, being tested" },
  recovering: { tone: "info", says: "Recovering" },
} as const;

const incidentStates = {
  planned: { tone: "info", says: "Planned" },
  active: { tone: "bad", says: "Ongoing" },
  resolved: { tone: "ok", says: "Resolved" },
} as const;

const origins = {
  scheduled: "scheduled by the bank",
  announced: "reported by the bank",
  found: "detected from its responses",
} as const;

const railNames: Record<string, string> = { paytm: "Paytm", amazonpay: "Amazon Pay", card: "Card" };

/** Puts two things at the two ends of a line. */
const apart = "flex flex-wrap justify-between gap-x-3 gap-y-1";

/** Draws all figures. */
export function drawStatus(status: Status): string {
  const { asOf, items, incidents } = status;
  const [live, simulated] = (["live", "simulated"] as const).map((banks) =>
    items.filter((one) => one.banks === banks),
  ) as [BankStatus[], BankStatus[]];
  const least = scaleStart(items);
  return [
    `<p class="text-14 text-ink-2">As of ${timeOf(asOf)}. Reload the page for new figures.</p>`,
    drawHeadline(live),
    drawSection(
      "Banks of live payments",
      live.length === 0
        ? drawNone("No payments yet", "Figures appear here after the first live payment.")
        : drawBanks(live, { status, least }),
    ),
    drawSection("Incidents of the last 90 days", drawIncidents(incidents)),
    drawSection(
      "Simulated banks of the sandbox",
      `<p class="mb-4 max-w-[72ch] text-ink-2">Each sandbox merchant has its own simulated banks and can make ` +
        `them fail. These figures cover all of them.</p>` +
        (simulated.length === 0
          ? drawNone("No payments yet", "Send one in the sandbox, and its bank appears here.")
          : drawBanks(simulated, { status, least })),
    ),
  ].join("");
}

function drawSection(title: string, content: string): string {
  return `<section class="mt-12"><h2 class="mb-4 text-26">${title}</h2>${content}</section>`;
}

const drawNone = (title: string, lead: string): string =>
  `<div class="rounded-card border border-line bg-surface p-5"><p class="font-semibold">${title}</p>` +
  `<p class="mt-1 text-14 text-ink-2">${lead}</p></div>`;

/** Summarizes the banks of live payments in one line. */
function drawHeadline(live: readonly BankStatus[]): string {
  const ill = live.filter(({ state }) => state !== null && state !== "healthy");
  const isDown = ill.some(({ state }) => state === "down" || state === "probing");
  const [tone, title] =
    live.length === 0
      ? (["neu", "No payments yet"] as const)
      : ill.length === 0
        ? (["ok", "All banks are working"] as const)
        : isDown
          ? (["bad", "Some banks are down"] as const)
          : (["warn", "Some banks have more failures than usual"] as const);
  const said = ill.map(({ bankName, rail, state }) => {
    const words = states[state!].says.toLowerCase();
    return `<li>${escape(bankName)}, ${railOf(rail)}: ${words}</li>`;
  });
  const lead =
    live.length === 0
      ? "No live payment has been sent to a bank yet."
      : "Every bank and rail used for live payments works normally.";
  const more =
    said.length > 0
      ? `<ul class="mt-1 text-14">${said.join("")}</ul>`
      : `<p class="mt-1 text-14">${lead}</p>`;
  return (
    `<div class="mt-4 rounded-card border border-line border-l-3 bg-surface p-5 ${looks[tone].edge}">` +
    `<p class="text-21 font-semibold">${title}</p>${more}</div>`
  );
}

interface Scale {
  readonly status: Status;
  /** The value at which the bars begin, in hundredths of a percent. */
  readonly least: number;
}

/**
 * Starts the scale below the worst interval, in steps of ten percent. Shares are close to 100%, so a full scale would
 * show no differences.
 */
function scaleStart(items: readonly BankStatus[]): number {
  const lows = items.flatMap(({ lowBp }) => (lowBp === null ? [] : [lowBp]));
  return Math.floor(Math.min(9_000, ...lows) / 1_000) * 1_000;
}

/** Draws a card for each bank, with a row for each of its rails. */
function drawBanks(items: readonly BankStatus[], scale: Scale): string {
  const cards = [...Map.groupBy(items, ({ bankName }) => bankName)].map(
    ([bankName, rails]) =>
      `<div class="rounded-card border border-line bg-surface p-5">` +
      `<h3 class="text-18 font-semibold">${escape(bankName)}</h3>` +
      `<ul>${rails.map((one) => drawRail(one, scale)).join("")}</ul></div>`,
  );
  return (
    `<div class="grid gap-4 md:grid-cols-2">${cards.join("")}</div>` +
    `<p class="mt-3 text-13 text-ink-2">Bars run from ${scale.least / 100}% to 100%. The mark is the share of successful ` +
    `calls; the band is its 95% confidence interval.</p>`
  );
}

function drawRail(one: BankStatus, { status, least }: Scale): string {
  const { rail, state, calls, successBp, lowBp, highBp } = one;
  const isTold = successBp !== null && lowBp !== null && highBp !== null;
  const counted = `${calls.toLocaleString("en-IN")} ${calls === 1 ? "payment" : "payments"}`;
  const share = isTold
    ? `<span class="font-semibold tabular-nums">${percent(successBp)}</span> ` +
      `<span class="text-13 text-ink-2">succeeded (${percent(lowBp)} to ${percent(highBp)})</span>`
    : `<span class="text-13 text-ink-2">${tooFew(calls, status)}</span>`;
  return (
    `<li class="grid gap-1 border-b border-line py-3 last:border-b-0 last:pb-0">` +
    `<div class="${apart} items-center"><span class="font-semibold">${railOf(rail)}</span>` +
    `${state === null ? "" : drawBadge(states[state])}</div>` +
    `${isTold ? drawBar({ successBp, lowBp, highBp }, least) : ""}` +
    `<div class="${apart} items-baseline"><span>${share}</span>` +
    `<span class="text-13 text-ink-2 tabular-nums">${counted}</span></div></li>`
  );
}

const tooFew = (calls: number, { callsToldMin }: Status): string =>
  calls === 0 ? "No recent payments" : `Rates appear after ${callsToldMin} payments`;

const drawBadge = ({ tone, says }: { tone: keyof typeof looks; says: string }): string =>
  `<span class="rounded-field px-2 py-0.5 text-13 font-semibold ${looks[tone].badge}">${says}</span>`;

/** Draws the interval as a band and the share as a mark. The words beside it say the same. */
function drawBar(told: { successBp: number; lowBp: number; highBp: number }, least: number): string {
  const x = (bp: number): number => Math.round(((bp - least) / (10_000 - least)) * 1_000) / 10;
  const [low, high] = [x(told.lowBp), x(told.highBp)];
  const mark = Math.min(x(told.successBp), 99);
  return (
    `<svg viewBox="0 0 100 8" preserveAspectRatio="none" class="h-2 w-full" aria-hidden="true">` +
    `<rect y="2" width="100" height="4" class="fill-sunken"/>` +
    `<rect x="${low}" y="2" width="${(high - low).toFixed(1)}" height="4" class="fill-primary opacity-35"/>` +
    `<rect x="${mark}" width="1" height="8" class="fill-primary"/></svg>`
  );
}

function drawIncidents(incidents: readonly StatusIncident[]): string {
  if (incidents.length === 0)
    return drawNone("No incidents", "No bank used for live payments had an incident in the last 90 days.");
  const rows = incidents.map((one) => {
    const { of, name, rail, severity, known, state, startedAt, endsAt } = one;
    const about = [
      of === "our_bank" ? "Paying bank" : "Beneficiary bank",
      origins[known],
      severity === "high" ? "high severity" : "low severity",
    ];
    return (
      `<li class="grid gap-1 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">` +
      `<div class="${apart} items-center"><span class="font-semibold">${escape(name)}, ${railOf(rail)}</span>` +
      `${drawBadge(incidentStates[state])}</div><p class="text-14">${spanOf(startedAt, endsAt)}</p>` +
      `<p class="text-13 text-ink-2">${about.join(", ")}</p></li>`
    );
  });
  return `<ul class="rounded-card border border-line bg-surface p-5">${rows.join("")}</ul>`;
}

const percent = (bp: number): string => `${(bp / 100).toFixed(2)}%`;
const railOf = (rail: string): string => escape(railNames[rail] ?? rail.toUpperCase());

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => escapes[mark]!);
