/** A session at the dashboard: a browser in which a member is logged in. */
import { randomBytes } from "node:crypto";
import type { MerchantMode } from "./credentials.ts";
import type { Permission } from "./permissions.ts";

/** The rights of the member in one environment. */
export interface SessionRights {
  /** The role's key; null for a custom role, or for permissions given one by one. */
  readonly role: string | null;
  /** Includes the permissions that follow from others. */
  readonly permissions: ReadonlySet<Permission>;
}

export interface SessionMerchant extends SessionRights {
  readonly merchantId: string;
  readonly name: string;
  readonly mode: MerchantMode;
}

/** Its own rights apply to everything that concerns the whole organization. */
export interface Session extends SessionRights {
  /** The environment that counts for the whole organization: live as soon as it has a live merchant. */
  readonly mode: MerchantMode;
  readonly rights: Readonly<Record<MerchantMode, SessionRights>>;
  readonly sessionId: string;
  readonly memberId: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly name: string;
  readonly email: string;
  /** False if the address was typed at sign-up and is not proved yet. Such a member reaches sandbox merchants only. */
  readonly emailProved: boolean;
  /**
   * True if there is a live merchant, and the member has no rights in it or in the organization, because the address
   * was not proved, or only by a link that another person may have read.
   */
  readonly liveClosed: boolean;
  /** The time when the member last gave the password or a second factor in this session. */
  readonly provedAt: Date;
  /** The merchants of the organization in which the member may do anything, the oldest first. */
  readonly merchants: readonly SessionMerchant[];
  /** True if the member has set up an authenticator app or a passkey. */
  readonly secondFactor: boolean;
  /** True if the organization requires a second factor of every member, in the sandbox too. */
  readonly secondFactorForAll: boolean;
  /** The session ends then unless it is used again: after half an hour without use, or after twelve hours. */
  readonly endsAt: Date;
  /** The time when a try-out's organization is removed; null if it stays. */
  readonly organizationEndsAt: Date | null;
}

export const IDLE_MINUTES = 30;
export const ABSOLUTE_HOURS = 12;
/** An action that needs a fresh proof accepts one from this many minutes ago. */
export const PROOF_MINUTES = 5;

/** A new session's token: 256 random bits. Only its SHA-256 is kept. */
export const makeSessionToken = (): string => randomBytes(32).toString("base64url");

/** True if a text looks like a session's token. Other texts are not looked up. */
export const isSessionToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** An SQL condition: a row of `session`, joined with its member and organization, is still valid. */
export const SESSION_LIVES = `
  session.ended_at is null
  and session.expires_at > now()
  and session.used_at > now() - interval '${IDLE_MINUTES} minutes'
  and member.active
  and (organization.ends_at is null or organization.ends_at > now())`;
