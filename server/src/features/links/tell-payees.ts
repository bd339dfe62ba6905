/** Messages to payees by SMS and e-mail: the link, the reminder, and the one-time password. */
import type { Merchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupeesIndian } from "#lib/money";
import { forgetMessages, queueMessages, writeMessage, type MessageParts, type NewMessage } from "#messages";
import { istDate } from "#lib/ist";
import { type Link, linkAddressOf } from "./link.ts";

interface Telling {
  readonly links: readonly Link[];
  readonly merchant: Pick<Merchant, "name">;
  /** The message about a new link, or the reminder before it ends. */
  readonly about: "link" | "reminder";
}

/** Sends payees a message about their links, by SMS and, if there is an address, by e-mail. */
export async function tellPayees(ctx: Context, tx: Tx, { links, merchant, about }: Telling): Promise<void> {
  await queueMessages(
    tx,
    links.flatMap((link) => {
      const amount = formatRupeesIndian(link.amountPaise);
      const url = linkAddressOf(ctx, link);
      const lastDay = formatLastDay(link);
      const what =
        about === "link"
          ? `${merchant.name} is sending you ${amount}. Tell us where to send it by ${lastDay}`
          : `${amount} from ${merchant.name} is waiting for you until ${lastDay}`;
      return messagesTo(link, `flowgram_${about}`, {
        // Nothing follows the URL: a full stop would be taken as a part of it.
        sms: `${what}: ${url}`,
        email: {
          subject:
            about === "link" ? `${amount} from ${merchant.name}` : `${amount} is still waiting for you`,
          paragraphs: [`${what}.`, ...(link.remarks === "" ? [] : [`For: ${link.remarks}`])],
          link: { label: "Receive the money", url },
          closing: `Opening the link takes a code that we send you. Never share it, not even with ${merchant.name}.`,
        },
      });
    }),
  );
}

const passwordOf = ({ linkId }: Pick<Link, "linkId">): string => `flowgram_otp:${linkId}`;

/** Sends a one-time password to the payee, and deletes the texts of earlier ones. */
export async function sendPasswordTo(
  tx: Tx,
  link: Link,
  { password, merchant, minutes }: { password: string; merchant: Pick<Merchant, "name">; minutes: number },
): Promise<void> {
  const amount = formatRupeesIndian(link.amountPaise);
  const what = `your code to receive ${amount} from ${merchant.name}`;
  const warning = `It works for ${minutes} minutes. Never share it.`;
  const messages = messagesTo(link, "flowgram_otp", {
    sms: `${password} is ${what}. ${warning}`,
    email: {
      subject: `Your code to receive ${amount}`,
      paragraphs: [`This is ${what}.`, warning],
      code: password,
    },
  });
  await forgetPasswordsOf(tx, link);
  await queueMessages(
    tx,
    messages.map((message) => ({ ...message, about: passwordOf(link) })),
  );
}

/** Deletes the texts of messages with passwords, because the passwords are no longer valid. */
export async function forgetPasswordsOf(tx: Tx, link: Pick<Link, "linkId">): Promise<void> {
  const instead = "The code that stood here was used or replaced, and is no longer kept.";
  await forgetMessages(tx, { about: passwordOf(link), instead });
}

function messagesTo(
  { phone, email }: Link,
  purpose: string,
  { sms, email: parts }: { sms: string; email: MessageParts },
): NewMessage[] {
  return [
    { channel: "sms", to: phone, subject: parts.subject, text: sms, purpose },
    ...(email === null ? [] : [{ channel: "email", to: email, ...writeMessage(parts), purpose } as const]),
  ];
}

/** Formats the last day of a link as people in India write it: `30 Nov 2026`. */
export function formatLastDay({ expiresAt }: Pick<Link, "expiresAt">): string {
  const [year, month, day] = istDate(new Date(expiresAt.getTime() - 1)).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
