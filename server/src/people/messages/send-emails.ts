/** Sends claimed e-mails through a mail server, while no transaction is open. */
import type { ClaimedMessage } from "./deliver-messages.ts";

/** `unsent`: not tried. `failed`: may be tried again. `refused`: the server will never take it. */
export interface EmailSending {
  readonly message: ClaimedMessage;
  readonly outcome: "sent" | "failed" | "refused" | "unsent";
  /** The server's response without addresses; "" if the e-mail was sent. */
  readonly detail: string;
}

interface EmailOptions {
  readonly smtpUrl: string;
  /** The From of every e-mail, e.g. `Vitaran <payouts@business.example>`. */
  readonly from: string;
  /** Aborted when the worker stops; e-mails that have not been started are left for another worker. */
  readonly signal?: AbortSignal | undefined;
}

const CONNECTIONS = 3;
/**
 * Sending an e-mail starts at most `SENDING_MS` after the claim and takes at most `DEADLINE_MS`, so the lease outlives
 * both.
 */
const SENDING_MS = 60_000;
const DEADLINE_MS = 45_000;

/** Sends each e-mail once and returns the outcomes; never throws because of a mail server. */
export async function sendEmails(
  messages: readonly ClaimedMessage[],
  { smtpUrl, from, signal }: EmailOptions,
): Promise<EmailSending[]> {
  const endsAt = performance.now() + SENDING_MS;
  const mailer = await openMailer(smtpUrl, from);
  const waiting = [...messages];
  const sendings: EmailSending[] = [];
  const lane = async (): Promise<void> => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      const isOver = performance.now() > endsAt || signal?.aborted === true;
      sendings.push(
        isOver
          ? { message, outcome: "unsent", detail: "" }
          : { message, ...(await sendOne(mailer, message)) },
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  } finally {
    mailer.close();
  }
  return sendings;
}

type Mailer = Awaited<ReturnType<typeof openMailer>>;

async function openMailer(smtpUrl: string, from: string) {
  // It is loaded on first use, because few processes send e-mails.
  const { createTransport } = await import("nodemailer");
  return createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      // The transport would repeat what a lost connection may already have delivered. We decide when to try again.
      maxRequeues: 0,
      dnsTimeout: 10_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
}

async function sendOne(
  mailer: Mailer,
  { messageId, senderDomain, recipient, subject, bodyText, bodyHtml }: ClaimedMessage,
): Promise<Pick<EmailSending, "outcome" | "detail">> {
  try {
    await mailer.sendMail({
      to: { name: "", address: recipient },
      subject,
      text: bodyText,
      ...(bodyHtml === null ? {} : { html: bodyHtml }),
      // All tries have the same ID, so that a mailbox can recognize a duplicate.
      messageId: `<${messageId}@${senderDomain}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return { outcome: "sent", detail: "" };
  } catch (error) {
    return judgeError(error as SmtpError);
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * Only a 5xx response of the recipient's server to this recipient or this message is final. Everything else may be due
 * to our settings, the network or the moment.
 */
function judgeError(error: SmtpError): Pick<EmailSending, "outcome" | "detail"> {
  const { code = "", command = "", responseCode = 0, message } = error;
  const isAboutMessage = ["RCPT TO", "DATA"].includes(command) && code !== "EAUTH";
  const isFinal = responseCode >= 500 && responseCode !== 503;
  const words = message.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, "[address]").replaceAll(/\p{Cc}+/gu, " ");
  return {
    outcome: isAboutMessage && isFinal ? "refused" : "failed",
    detail: `${code} ${words}`.trim().slice(0, 300).toWellFormed(),
  };
}
