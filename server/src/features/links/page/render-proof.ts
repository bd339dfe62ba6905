/** The first step: a one-time password is sent and entered. */
import type { Redemption } from "#links";
import {
  formatMoment,
  formatTime,
  html,
  notice,
  renderStep,
  stepOf,
  type Markup,
  type RenderedPage,
} from "./document.ts";
import { failureWords } from "./payee-words.ts";

/** Renders why the last claim failed, for any visitor who comes back. */
export function failureNotice({
  reason,
  merchantName,
  retryAt,
  triesLeft,
  proved,
}: Redemption): Markup | null {
  if (reason === null) return null;
  const mode = proved?.claim?.mode ?? null;
  const next =
    retryAt === null
      ? html`<p>You can try again${triesLeft === 1 ? " once more" : ` ${triesLeft} times`}.</p>`
      : html`<p>Try again from ${formatMoment(retryAt)} on, with the same details or others.</p>`;
  return notice(
    "warn",
    "You have not been paid yet",
    html`<p>${failureWords(reason, { merchantName, mode })}</p>
      ${next}`,
  );
}

function sentTo({ passwordTo: { phone, email } }: Redemption): string {
  const ways = [phone === null ? [] : `by SMS to ${phone}`, email === null ? [] : `by e-mail to ${email}`];
  return ways.flat().join(" and ");
}

/** Renders the first page of a link. */
export function renderLanding(
  redemption: Redemption,
  base: string,
  { problem = null, status = 200 }: { problem?: string | null; status?: number } = {},
): RenderedPage {
  const { codesRefusedUntil: until, merchantName } = redemption;
  if (until !== null) {
    const title = `No code is accepted until ${formatMoment(until)}`;
    const why = html`<p>
      Too many wrong codes were entered. You can ask for a new code then. If you need the money earlier, ask
      ${merchantName}.
    </p>`;
    return renderStep({ redemption, content: stepOf(1, notice("bad", title, why)), status, isError: true });
  }
  const content = stepOf(
    1,
    html`${problem === null ? failureNotice(redemption) : notice("bad", problem)}
      <h2>First, confirm that it is you</h2>
      <p class="quiet">We send a six-digit code ${sentTo(redemption)}.</p>
      <form method="post" action="${base}/password"><button>Send me the code</button></form>`,
  );
  return renderStep({ redemption, content, status, isError: problem !== null });
}

interface CodeProblem {
  readonly problem?: string | null;
  /** True if the code was wrong. */
  readonly isWrong?: boolean;
  readonly status?: number;
}

/** Renders the page on which the code is entered. */
export function renderCode(
  redemption: Redemption,
  { base, formToken }: { base: string; formToken: string },
  { problem = null, isWrong = false, status = 200 }: CodeProblem = {},
): RenderedPage {
  const { passwordEndsAt, isSandbox } = redemption;
  const content = stepOf(
    1,
    html`${problem !== null && notice("bad", problem)}
      <h2>Enter the code</h2>
      <form method="post" action="${base}/code">
        <input type="hidden" name="form" value="${formToken}" />
        <div class="field">
          <label for="code">Six-digit code</label>
          <span class="hint" id="code-hint">
            Sent ${sentTo(redemption)}.
            ${passwordEndsAt !== null && `It works until ${formatTime(passwordEndsAt)}.`}
          </span>
          <input
            class="code"
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            maxlength="7"
            required
            aria-describedby="code-hint"
            ${isWrong && html`aria-invalid="true"`}
          />
        </div>
        <button>Continue</button>
      </form>
      <form method="post" action="${base}/password"><button class="second">Send another code</button></form>
      ${isSandbox && html`<p class="small">In the sandbox the code stands in the inbox: GET /sandbox/inbox.</p>`}`,
  );
  return renderStep({ redemption, content, status, isError: problem !== null });
}
