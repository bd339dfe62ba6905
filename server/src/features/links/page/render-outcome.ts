/** The outcome of a claim, and pages on which nothing can be done any more. */
import { formatLastDay, type Redemption } from "#links";
import { formatRupeesIndian } from "#lib/money";
import { formatMoment, html, renderStep, type Markup, type RenderedPage } from "./document.ts";
import { endWords } from "./payee-words.ts";
import { destinationLines } from "./render-claim.ts";

/** Renders the page of a claim in progress, which polls for the outcome. */
export function renderPending(redemption: Redemption, base: string): RenderedPage {
  const content = html`<section class="step" aria-live="polite">
    <p class="badge info"><span class="turning" aria-hidden="true"></span> On its way</p>
    <h2>The payment is not confirmed yet</h2>
    <p class="quiet">
      Usually this takes seconds, sometimes hours or days. You can close this page: the payment goes on, and
      this link will show the outcome. Please do not ask for the money in another way meanwhile.
    </p>
    ${claimLines(redemption)}
    <p><a href="${base}">Look again</a></p>
  </section>`;
  return renderStep({ redemption, content, isWaiting: true });
}

export function renderPaid(redemption: Redemption): RenderedPage {
  const { utr, endedAt } = redemption;
  const content = html`<section class="step">
    <p class="badge ok"><span aria-hidden="true">✓</span> Paid</p>
    <h2>${formatRupeesIndian(redemption.amountPaise)} was paid</h2>
    <p class="quiet">
      Your bank or wallet may take a few minutes to show it. If it does not, ask there with the UTR.
    </p>
    ${claimLines(
      redemption,
      html`${
        utr !== null &&
        html`<dt>UTR</dt>
          <dd class="mono">${utr}</dd>`
      }
      ${
        endedAt !== null &&
        html`<dt>Paid on</dt>
          <dd>${formatMoment(endedAt)}</dd>`
      }`,
    )}
  </section>`;
  return renderStep({ redemption, content });
}

/** Renders a payment that the payee's bank has returned. */
export function renderReversed(redemption: Redemption): RenderedPage {
  const { merchantName, utr } = redemption;
  const content = html`<section class="step">
    <p class="badge rev"><span aria-hidden="true">↩</span> Sent back</p>
    <h2>Your bank sent the money back</h2>
    <p class="quiet">
      It is with ${merchantName} again, and this link cannot be used a second time. Ask ${merchantName} for a
      new one, and give another account there.
    </p>
    ${claimLines(
      redemption,
      html`${
        utr !== null &&
        html`<dt>UTR</dt>
          <dd class="mono">${utr}</dd>`
      }`,
    )}
  </section>`;
  return renderStep({ redemption, content });
}

export function renderEnded(redemption: Redemption): RenderedPage {
  const { reason, merchantName } = redemption;
  const { title, text } = endWords(reason, { merchantName, lastDay: formatLastDay(redemption) });
  const content = html`<section class="step">
    <p class="badge neu"><span aria-hidden="true">–</span> Ended</p>
    <h2>${title}</h2>
    <p class="quiet">${text}</p>
  </section>`;
  return renderStep({ redemption, content, status: 410 });
}

/** Renders the destination for the payee only, and `more` for every visitor of the link. */
function claimLines(redemption: Redemption, more: Markup | null = null): Markup {
  const claim = redemption.proved?.claim ?? null;
  return html`<dl>${claim !== null && destinationLines(claim, redemption)}${more}</dl>`;
}

/** Renders a page that belongs to no link. */
export function renderPlain(status: number, title: string, text: string): RenderedPage {
  const body = html`<div class="card plain">
    <h1>${title}</h1>
    <p class="step quiet">${text}</p>
  </div>`;
  return { status, title, isSandbox: false, body };
}
