/** Checks what an Owner enters about a provider, before the provider is asked. */
import { listRoles, memberOf, requireEmergencyFit } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { SignOnError } from "./errors.ts";
import { CLAIMED_ROLES, type Joins } from "./provider.ts";

/** Addresses at these belong to anyone, so they say nothing about an organization. */
const PUBLIC_DOMAINS = new Set(
  `126.com 163.com aim.com aol.com aol.in att.net btinternet.com comcast.net duck.com email.com fastmail.com
   fastmail.fm foxmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.in
   hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.in hotmail.it hushmail.com icloud.com in.com
   inbox.com indiatimes.com keemail.me laposte.net libero.it live.co.in live.co.uk live.com live.fr live.in live.nl
   mac.com mail.com mail.ru mailinator.com me.com msn.com naver.com orange.fr outlook.co.in outlook.com outlook.de
   outlook.es outlook.fr outlook.in pm.me proton.me protonmail.ch protonmail.com qq.com rediff.com rediffmail.com
   rocketmail.com sify.com sina.com t-online.de tuta.com tuta.io tutamail.com tutanota.com tutanota.de verizon.net
   web.de ya.ru yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br
   yahoo.com.sg yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com zoho.in
   zohomail.com zohomail.in`.split(/\s+/),
);

const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const DOMAINS_MAX = 20;
const ROLES_MAX = 50;

export interface ProviderTerms {
  readonly issuer: string;
  readonly domains: readonly string[];
  readonly isRequired: boolean;
  readonly emergencyMemberId: string | null;
  readonly joins: Joins | null;
}

const bad = (reason: string): Error => SignOnError.bad_provider({ reason });

/**
 * Returns the terms in the form in which they are stored. Throws `bad_provider` with the reason, and AccessError
 * `bad_emergency_owner`.
 */
export async function checkTerms(tx: Tx, terms: ProviderTerms, by: Actor): Promise<ProviderTerms> {
  const issuer = terms.issuer.trim();
  if (!URL.canParse(issuer) || !/^https?:\/\/[^?#]+$/.test(issuer))
    throw bad("The issuer is an address that begins with https:// and has no ? or #.");
  const domains = [...new Set(terms.domains.map((one) => one.trim().toLowerCase()))].filter(Boolean);
  if (domains.length === 0) throw bad("Name at least one e-mail domain.");
  if (domains.length > DOMAINS_MAX) throw bad(`At most ${DOMAINS_MAX} e-mail domains are possible.`);
  for (const domain of domains) {
    if (!DOMAIN.test(domain)) throw bad(`${domain.slice(0, 100)} is not an e-mail domain.`);
    if (PUBLIC_DOMAINS.has(domain)) throw bad(`Anyone can have an address at ${domain}.`);
    if (memberOf(by) !== null && !(await isOwnDomain(tx, domain)))
      throw bad(`No member of your organization has confirmed an address at ${domain}.`);
  }
  const { isRequired } = terms;
  const emergencyMemberId = isRequired ? terms.emergencyMemberId : null;
  if (isRequired && emergencyMemberId === null)
    throw bad("Choose the Owner who can log in when the provider is away.");
  if (emergencyMemberId !== null) await requireEmergencyFit(tx, emergencyMemberId);
  return { issuer, domains, isRequired, emergencyMemberId, joins: await checkJoins(tx, terms.joins) };
}

/** A domain is the organization's if one of its members has confirmed an address there. */
async function isOwnDomain(tx: Tx, domain: string): Promise<boolean> {
  return (await tx.directory.query(FIND_AT_DOMAIN, [tx.merchantId, domain])).length > 0;
}

async function checkJoins(tx: Tx, joins: Joins | null): Promise<Joins | null> {
  if (joins === null) return null;
  const claim = joins.claim.trim();
  if (claim === "") throw bad("Name the claim that holds the roles.");
  if (joins.roles.length === 0) throw bad("Name at least one value of the claim with its role.");
  if (joins.roles.length > ROLES_MAX) throw bad(`At most ${ROLES_MAX} values are possible.`);
  const own = await listRoles({ ...tx, ...tx.directory });
  const roles = joins.roles.map(({ value, role }) => ({ value: value.trim(), role }));
  for (const { value, role } of roles) {
    if (value === "") throw bad("A value of the claim is empty.");
    const custom = own.find(({ roleId }) => roleId === role);
    if (custom === undefined && !(CLAIMED_ROLES as readonly string[]).includes(role))
      throw bad(`A claim cannot give the role of ${value.slice(0, 100)}.`);
    if (custom?.permissions.includes("own_organization") === true)
      throw bad("No claim makes anyone an Owner.");
  }
  return { claim, roles };
}

const FIND_AT_DOMAIN = `
  select
  from access.member
  where organization_id = $1 and active and email_proved and split_part(email, '@', 2) = $2
  limit 1`;
