/**
 * The parts of every page of a link: the frame with head, brand, footer and content security policy, and the beginning,
 * which says who pays how much. HTML is made as values: everything in a template is text, unless `html` made it.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { formatRupeesIndian } from "#lib/money";
import { formatLastDay, type Redemption } from "#links";
import { istText } from "#lib/ist";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a moment in India: `22 Nov 2026, 16:12 IST`. */
export function formatMoment(at: Date): string {
  const [date = "", time = ""] = istText(at).split(" ");
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 5)} IST`;
}

/** Formats the time of day in India: `16:12 IST`. */
export function formatTime(at: Date): string {
  return `${istText(at).slice(11, 16)} IST`;
}

export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

/** Makes markup from a template. Every part is escaped, lists are joined, and empty values are omitted. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: texts.reduce((made, text, index) => made + write(parts[index - 1]) + text) };
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return "markup" in part ? part.markup : part.map(write).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Direction marks can make a text look like another, which is dangerous next to an amount. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);
}

export interface RenderedPage {
  readonly status: number;
  /** The title of the tab, without the product's name. */
  readonly title: string;
  readonly isSandbox: boolean;
  readonly body: Markup;
  /** True if the page polls for the outcome of a payment. */
  readonly isWaiting?: boolean;
}

const STYLE = readFileSync(new URL("./style.css", import.meta.url), "utf8");

/** Polls every three seconds for an outcome and shows it. Until then, readers are not disturbed. */
const SCRIPT = `"use strict";
setInterval(async () => {
  try {
    const answer = await fetch(location.pathname + "/state", { cache: "no-store" });
    if (answer.ok && (await answer.json()).state !== "pending") location.reload();
  } catch {
    // Without a connection there is nothing to show; the next look may find one.
  }
}, 3000);`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only our own styles and fonts and, on a page that polls, our own script. */
export function policyOf({ isWaiting = false }: RenderedPage): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    "font-src 'self'",
    "img-src data:",
    ...(isWaiting ? [`script-src ${hashOf(SCRIPT)}`, "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function writeDocument({ title, isSandbox, body, isWaiting = false }: RenderedPage): string {
  const shownTitle = `${isSandbox ? "[Sandbox] " : ""}${title} · Vitaran`;
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${shownTitle}</title>
        <link rel="icon" href="data:," />
        <link
          rel="preload"
          href="/pay/fonts/ibm-plex-sans-latin.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        ${isWaiting && html`<noscript><meta http-equiv="refresh" content="5" /></noscript>`}
        ${{ markup: `<style>${STYLE}</style>` }}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          ${isSandbox && html`<p class="sandbox">Sandbox: no real money moves</p>`}
          <p class="frame brand">${MARK} Vitaran</p>
        </header>
        <main class="frame" id="content" tabindex="-1">${body}</main>
        <footer class="frame">
          <p>You never need a PIN, a password or a card number to be paid. Never share the code.</p>
          <p>Payouts by Vitaran</p>
        </footer>
        ${isWaiting && { markup: `<script>${SCRIPT}</script>` }}
      </body>
    </html>`.markup;
}

/** Two rails that part from one point, over the margin rule of an account book. */
const MARK = html`<svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
  <path d="M5 3v22" stroke="var(--margin)" stroke-width="1.5" />
  <path d="M5 14h5c6 0 5-8 13-8" fill="none" stroke="var(--primary)" stroke-width="2.5" />
  <path d="M5 14h5c6 0 5 8 13 8" fill="none" stroke="var(--ink)" stroke-width="2.5" />
  <circle cx="23" cy="6" r="2.5" fill="var(--primary)" />
  <circle cx="23" cy="22" r="2.5" fill="var(--ink)" />
</svg>`;

interface Step {
  readonly redemption: Redemption;
  readonly content: Markup;
  readonly status?: number;
  /** True to mark the title if there is something to correct. */
  readonly isError?: boolean;
  readonly isWaiting?: boolean;
}

/** Renders a page of a link: the offer, and below it the current step. */
export function renderStep({
  redemption,
  content,
  status = 200,
  isError = false,
  isWaiting = false,
}: Step): RenderedPage {
  const { merchantName, amountPaise, remarks, name, isSandbox, state } = redemption;
  const amount = formatRupeesIndian(amountPaise);
  return {
    status,
    title: `${isError ? "Error: " : ""}${amount} from ${merchantName}`,
    isSandbox,
    isWaiting,
    body: html`<div class="card">
      <h1><span class="amount">${amount}</span> <span class="payer">from ${merchantName}</span></h1>
      <dl>
        <dt>To</dt>
        <dd>${name}</dd>
        ${
          remarks !== "" &&
          html`<dt>For</dt>
            <dd>${remarks}</dd>`
        }
        ${
          state === "open" &&
          html`<dt>Until</dt>
            <dd>${formatLastDay(redemption)}</dd>`
        }
      </dl>
      ${content}
    </div>`,
  };
}

const STEPS = ["Your code", "Where to", "Confirm"] as const;

/** Renders one of the three steps, with its number. */
export function stepOf(place: 1 | 2 | 3, content: Markup): Markup {
  return html`<section class="step">
    <ol class="progress" aria-label="Steps">
      ${STEPS.map(
        (title, index) =>
          html`<li data-mark="${index + 1 < place ? "✓" : index + 1}" ${index + 1 === place && CURRENT}>
            ${title}
          </li>`,
      )}
    </ol>
    ${content}
  </section>`;
}

const CURRENT = html`aria-current="step"`;

/** Renders a box with an error or a notice, which screen readers read out when the page opens. */
export function notice(kind: "bad" | "warn", title: string, content: Markup | null = null): Markup {
  return html`<div class="notice ${kind}" role="alert" tabindex="-1" autofocus>
    <h2>${title}</h2>
    ${content}
  </div>`;
}
