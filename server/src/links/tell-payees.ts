/** What payees are told by SMS and e-mail: of the link, of its end, and the one-time password. */
import type { Merchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupeesIndian } from "#lib/money";
import { forgetMessages, queueMessages, writeMessage, type MessageParts, type NewMessage } from "#messages";
import { istDate } from "#rails";
import type { Link } from "./link.ts";
import { linkAddressOf } from "./link-token.ts";

interface Telling {
  readonly links: readonly Link[];
  readonly merchant: Pick<Merchant, "name">;
  /** Of the link when it is made, or that it ends soon. */
  readonly about: "link" | "reminder";
}

/** Tells payees of their links, by SMS and, where there is an address, by e-mail. */
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
        // Nothing follows the address: a full stop would be taken for a part of it.
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

/** Sends a one-time password to the payee; of those before no words are kept. */
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

/** The passwords that were sent to the payee are of no more use: the words that hold them go. */
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

/** The last day on which a link works, as people in India write it: `30 Nov 2026`. */
export function formatLastDay({ expiresAt }: Pick<Link, "expiresAt">): string {
  const [year, month, day] = istDate(new Date(expiresAt.getTime() - 1)).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
