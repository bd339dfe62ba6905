/** The frame of every page: head, brand, offer, footer, and the content security policy. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, type Markup } from "./markup.ts";

export interface Page {
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
export function policyOf({ isWaiting = false }: Page): string {
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

export function writeDocument({ title, isSandbox, body, isWaiting = false }: Page): string {
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
