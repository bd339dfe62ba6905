/** Tickets are random texts that allow their holder one action, once, for some time. They are stored as hashes. */
import { randomBytes } from "node:crypto";
import type { DirectoryTx } from "#lib/db";
import { digest } from "./credentials.ts";
import { AccessError } from "./errors.ts";

const MINUTES = {
  prove_email: 24 * 60,
  reset_password: 30,
  invitation: 7 * 24 * 60,
  second_factor: 5,
  passkey_log_in: 5,
  passkey_set_up: 5,
  provider_log_in: 15,
  provider_proof: 15,
  keep_factors: 7 * 24 * 60,
} as const;

type TicketPurpose = keyof typeof MINUTES;

/** Marks tickets whose link only the addressee gets: from the mail server, or from the operator. */
export const CARRIED = "mailed";

/** Wrong codes allowed per ticket. */
export const TRIES_MAX = 5;

interface Ticket {
  readonly memberId: string | null;
  readonly challenge: string | null;
  /** The number of times that it has been tried. */
  readonly tries: number;
}

/** The most open tickets of one member for strangers' browsers, each at an address of its own. */
const STRANGERS_MAX = 20;

interface LogInTicket {
  readonly memberId: string;
  readonly browser: Buffer | null;
  readonly address: string;
  /** The first proof, which the member has given already. */
  readonly by: "password" | "provider";
}

/** Marks tickets of log-ins in which the organization's provider stands in the place of the password. */
const BY_PROVIDER = " provider";

export const wasByProvider = ({ challenge }: Ticket): boolean => challenge?.endsWith(BY_PROVIDER) === true;

/**
 * Makes the ticket of a log-in after the right password or the provider, and returns its text. It replaces earlier
 * tickets of the same browser if the member is known to use it, and otherwise those of the same address, so a stranger
 * who knows the password cannot end anyone else's log-in. A member has twenty tickets at most; the oldest end first.
 */
export async function makeLogInTicket(
  tx: DirectoryTx,
  { memberId, browser, address, by }: LogInTicket,
): Promise<string> {
  const holder = browser === null ? `${STRANGER}${address}` : `browser:${browser.toString("hex")}`;
  const challenge = by === "provider" ? holder + BY_PROVIDER : holder;
  const text = randomBytes(32).toString("base64url");
  await tx.execute(END_OF_HOLDER, [memberId, challenge]);
  await tx.execute(MAKE, [digest(text), "second_factor", memberId, challenge, MINUTES.second_factor]);
  await Promise.all([tx.execute(END_OLDEST, [memberId, STRANGER, STRANGERS_MAX]), tx.execute(FORGET)]);
  return text;
}

const STRANGER = "address:";

const END_OF_HOLDER = `
  update access.ticket
  set used_at = now()
  where member_id = $1 and purpose = 'second_factor' and challenge = $2 and used_at is null`;

const END_OLDEST = `
  update access.ticket
  set used_at = now()
  where token_hash in (
    select token_hash
    from access.ticket
    where member_id = $1
      and purpose = 'second_factor'
      and starts_with(challenge, $2)
      and used_at is null
      and expires_at > now()
    order by created_at desc, token_hash
    offset $3
  )`;

/**
 * Makes a ticket and returns its text, which is shown once. Earlier tickets of the member for the same purpose end,
 * except those that stop something: otherwise anyone who causes a new e-mail could end the link in the e-mail before.
 */
export async function makeTicket(
  tx: DirectoryTx,
  purpose: TicketPurpose,
  { memberId, challenge = null }: { memberId: string | null; challenge?: string | null },
): Promise<string> {
  const text = randomBytes(32).toString("base64url");
  await Promise.all([
    ...(purpose === "keep_factors" ? [] : [tx.execute(END_EARLIER, [memberId, purpose])]),
    tx.execute(MAKE, [digest(text), purpose, memberId, challenge, MINUTES[purpose]]),
    tx.execute(FORGET),
  ]);
  return text;
}

/** Returns a valid ticket without changing it. Throws `ticket_invalid`. */
export async function peekTicket(tx: DirectoryTx, purpose: TicketPurpose, text: string): Promise<Ticket> {
  const [found] = await tx.query<Ticket>(PEEK, [digest(text), purpose]);
  if (found === undefined) throw AccessError.ticket_invalid();
  return found;
}

/** Counts a try of a ticket and returns the ticket, which stays valid. Throws `ticket_invalid` for any other. */
export async function tryTicket(tx: DirectoryTx, purpose: TicketPurpose, text: string): Promise<Ticket> {
  const [found] = await tx.query<Ticket>(TRY, [digest(text), purpose, TRIES_MAX]);
  if (found === undefined) throw AccessError.ticket_invalid();
  return found;
}

/**
 * Uses a ticket up. Only one of many concurrent uses succeeds. Throws `ticket_invalid` for any that is no longer valid.
 */
export async function takeTicket(tx: DirectoryTx, purpose: TicketPurpose, text: string): Promise<Ticket> {
  const [found] = await tx.query<Ticket>(TAKE, [digest(text), purpose]);
  if (found === undefined) throw AccessError.ticket_invalid();
  return found;
}

/** Ends a member's tickets of a purpose. */
export async function endTickets(tx: DirectoryTx, purpose: TicketPurpose, memberId: string): Promise<void> {
  await tx.execute(END_EARLIER, [memberId, purpose]);
}

const GOOD = "used_at is null and expires_at > now()";

const MAKE = `
  insert into access.ticket (token_hash, purpose, member_id, challenge, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(mins => $5))`;

const END_EARLIER = `
  update access.ticket
  set used_at = now()
  where member_id = $1 and purpose = $2 and used_at is null`;

// Anyone may ask for a passkey, so such a question is deleted once it can no longer be answered.
const FORGET = `
  delete from access.ticket
  where expires_at < now()
    and (purpose in ('passkey_log_in', 'provider_log_in') or expires_at < now() - interval '7 days')`;

const PEEK = `
  select member_id as "memberId", challenge, tries
  from access.ticket
  where token_hash = $1 and purpose = $2 and ${GOOD}`;

const TRY = `
  update access.ticket
  set tries = tries + 1
  where token_hash = $1 and purpose = $2 and tries < $3 and ${GOOD}
  returning member_id as "memberId", challenge, tries`;

const TAKE = `
  update access.ticket
  set used_at = now()
  where token_hash = $1 and purpose = $2 and ${GOOD}
  returning member_id as "memberId", challenge, tries`;
