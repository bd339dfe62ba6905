/** The beginning of every page of a link: who pays how much. */
import { formatLastDay, type Redemption } from "#links";
import { formatRupeesIndian } from "#lib/money";
import { html, type Markup } from "./markup.ts";
import type { Page } from "./document.ts";

export interface Step {
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
}: Step): Page {
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
