/** The second and third step: the destination, and the confirmation. */
import type { ClaimMode, DestinationProblem, Redemption, ShownDestination } from "#links";
import { amountInWords, formatRupeesIndian } from "#lib/money";
import { lookUpIfsc } from "#rails";
import { html, notice, renderStep, stepOf, type Markup, type RenderedPage } from "./document.ts";
import { MODE_NAMES, sayProblem, walletOf } from "./payee-words.ts";
import { failureNotice } from "./render-proof.ts";

interface Asking {
  readonly base: string;
  readonly formToken: string;
  readonly mode: ClaimMode;
  readonly problems?: readonly DestinationProblem[];
  /** Input that can be shown again: never an account number. */
  readonly typed?: { readonly ifsc: string; readonly vpa: string };
}

/** Renders the page on which the payee chooses a mode and enters the details. */
export function renderDetails(redemption: Redemption, asking: Asking): RenderedPage {
  const { base, formToken, mode, problems = [] } = asking;
  const modes = redemption.proved?.modes ?? [];
  const form = html`<form method="post" action="${base}/details">
    <input type="hidden" name="form" value="${formToken}" />
    <input type="hidden" name="way" value="${mode}" />
    ${fieldsOf(mode, redemption, asking)}
    <button>Continue</button>
  </form>`;
  const nobody = html`<p>
    ${redemption.merchantName} has no way to pay this at the moment. Try again later.
  </p>`;
  const content = stepOf(
    2,
    html`${problems.length > 0 ? problemNotice(asking) : failureNotice(redemption)}
      <h2>Where should the money go?</h2>
      ${modes.length === 0 ? nobody : html`${modes.length > 1 && waysOf(modes, mode, base)} ${form}`}`,
  );
  return renderStep({
    redemption,
    content,
    status: problems.length > 0 ? 422 : 200,
    isError: problems.length > 0,
  });
}

function waysOf(modes: readonly ClaimMode[], chosen: ClaimMode, base: string): Markup {
  return html`<nav aria-label="Ways to be paid">
    <ul class="ways">
      ${modes.map(
        (mode) =>
          html`<li>
            <a href="${base}/details?way=${mode}" ${mode === chosen && html`aria-current="true"`}
              >${MODE_NAMES[mode]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

function problemNotice({ problems = [], typed }: Asking): Markup {
  const lines = problems.map((problem) => {
    const { field, text } = sayProblem(problem, typed);
    return html`<li><a href="#${field}">${text}</a></li>`;
  });
  return notice(
    "bad",
    "Please check the details",
    html`<ul>
      ${lines}
    </ul>`,
  );
}

function fieldsOf(
  mode: ClaimMode,
  { name, maskedPhone }: Redemption,
  { problems = [], typed }: Asking,
): Markup {
  const field = (given: Omit<Field, "problem">): Markup => {
    const problem = problems.map((one) => sayProblem(one, typed)).find((one) => one.field === given.id);
    return renderField({ ...given, problem: problem?.text ?? null });
  };
  switch (mode) {
    case "banktransfer":
      return html`${field({
        id: "account",
        label: "Account number",
        attributes: ACCOUNT,
        hint: `In the name of ${name}`,
      })}
      ${field({ id: "again", label: "Account number, once more", attributes: ACCOUNT })}
      ${field({
        id: "ifsc",
        label: "IFSC",
        attributes: IFSC,
        hint: "For example HDFC0000001",
        value: typed?.ifsc ?? "",
      })}`;
    case "upi":
      return field({
        id: "vpa",
        label: "UPI ID",
        attributes: VPA,
        hint: "For example name@bank",
        value: typed?.vpa ?? "",
      });
    case "paytm":
      return html`<p>To the ${walletOf(mode)}, ${maskedPhone}. Its KYC must be complete.</p>`;
    case "amazonpay":
      return html`<p>To the ${walletOf(mode)}, ${maskedPhone}.</p>`;
    default: {
      const never: never = mode;
      return never;
    }
  }
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly attributes: Markup;
  readonly hint?: string;
  readonly value?: string;
  readonly problem: string | null;
}

const TYPED = html`type="text" autocomplete="off" autocapitalize="off" spellcheck="false" required`;
const ACCOUNT = html`${TYPED} class="figures" inputmode="numeric" minlength="9" maxlength="24"
pattern="[0-9A-Za-z \\-]{9,24}" title="9 to 18 digits or letters"`;
const IFSC = html`${TYPED} class="figures" minlength="11" maxlength="11" pattern="[A-Za-z]{4}0[A-Za-z0-9]{6}"
title="Four letters, a zero, six letters or digits"`;
const VPA = html`${TYPED} inputmode="email" maxlength="100" pattern="[^@ ]+@[^@ ]+" title="name@bank"`;

function renderField({ id, label, attributes, hint = "", value = "", problem }: Field): Markup {
  const described = [hint === "" ? [] : `${id}-hint`, problem === null ? [] : `${id}-error`].flat().join(" ");
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint !== "" && html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${problem !== null && html`<span class="error" id="${id}-error">${problem}</span>`}
    <input
      id="${id}"
      name="${id}"
      ${attributes}
      ${value !== "" && html`value="${value}"`}
      ${described !== "" && html`aria-describedby="${described}"`}
      ${problem !== null && html`aria-invalid="true"`}
    />
  </div>`;
}

/** Renders the destination: the bank and last four digits, the UPI ID, or the wallet. */
export function destinationLines(to: ShownDestination, { name, maskedPhone }: Redemption): Markup {
  switch (to.mode) {
    case "banktransfer": {
      const bank = lookUpIfsc(to.ifsc ?? "")?.bankName;
      return html`<dt>Account</dt>
        <dd><span class="mono">••••${to.accountLast4}</span>${bank && html`<br />${bank}`}</dd>
        <dt>IFSC</dt>
        <dd class="mono">${to.ifsc}</dd>
        <dt>Name</dt>
        <dd>${name}</dd>`;
    }
    case "upi":
      return html`<dt>UPI ID</dt>
        <dd class="mono">${to.vpa}</dd>`;
    case "paytm":
    case "amazonpay":
      return html`<dt>Wallet</dt>
        <dd>${MODE_NAMES[to.mode]}, ${maskedPhone}</dd>`;
    default: {
      const never: never = to.mode;
      return never;
    }
  }
}

/** Renders the page on which the payee confirms. */
export function renderConfirmation(
  redemption: Redemption,
  { base, formToken, problem = null }: { base: string; formToken: string; problem?: string | null },
): RenderedPage {
  const draft = redemption.proved!.draft!;
  const amount = formatRupeesIndian(redemption.amountPaise);
  const content = stepOf(
    3,
    html`${problem !== null && notice("warn", problem)}
      <h2>Is this right?</h2>
      <p class="quiet">Please check: a payment cannot be taken back.</p>
      <dl>${destinationLines(draft, redemption)}</dl>
      <p class="total"><strong>${amount}</strong> ${amountInWords(redemption.amountPaise)}</p>
      <form method="post" action="${base}/confirm">
        <input type="hidden" name="form" value="${formToken}" />
        <input type="hidden" name="draft" value="${draft.draftId}" />
        <button>Yes, pay me ${amount}</button>
      </form>
      <p><a href="${base}/details?way=${draft.mode}">Change the details</a></p>`,
  );
  return renderStep({ redemption, content, status: problem === null ? 200 : 409, isError: problem !== null });
}
