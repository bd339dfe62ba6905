/** An organization with people whose addresses are at one domain, for tests of log-ins by a provider. */
import { createMerchant, createOrganization, findOrCreateMember, type Role } from "#access";
import { makeDashboard, type Browser, type Reply } from "#test/dashboard";
import type { World } from "#test/world";

export const PASSWORD = "a quiet banyan 27";

let made = 0;

/** Opens a sandbox office; `domain` is its own. */
export async function openOffice(world: World) {
  made += 1;
  const domain = `office${made}.example`;
  const dashboard = makeDashboard(world);
  const { organizationId } = await createOrganization(world.ctx, { name: `Office ${made}` });
  const { merchantId } = await createMerchant(world.ctx, {
    organizationId,
    name: "Sandbox",
    mode: "sandbox",
  });
  const addMember = async (name: string, role: Role): Promise<Browser> => {
    const person = { organizationId, email: `${name}@${domain}`, name, role, password: PASSWORD };
    const { memberId } = await findOrCreateMember(world.ctx, person);
    return dashboard.logInAs(memberId);
  };
  const owner = await addMember("olga", "owner");
  /** Begins a log-in by the organization's link, and returns what the page keeps. */
  const start = (email: string): Promise<{ ticket: string; url: string }> =>
    dashboard.stranger.ask("startProviderLogIn", { email, organization: organizationId });
  const answer = (ticket: string, query: string): Promise<Reply> =>
    dashboard.stranger.call("answerProviderLogIn", { ticket, query });
  return { dashboard, organizationId, merchantId, domain, owner, addMember, start, answer };
}

/** Returns the token of the session that an answer starts; null if there is none. */
export function sessionIn({ headers }: Reply): string | null {
  const cookies = [headers["set-cookie"]].flat().map(String);
  return cookies.map((one) => /vitaran_session=([^;]+)/.exec(one)?.[1]).find(Boolean) ?? null;
}

/** Returns the code of a refusal; "entered" if a session began. */
export const outcomeOf = (reply: Reply): string =>
  reply.status < 300 ? (sessionIn(reply) === null ? "asked for more" : "entered") : reply.body.error.code;
