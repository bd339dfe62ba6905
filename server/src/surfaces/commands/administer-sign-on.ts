/** Operator commands for the log-in by an organization's OpenID provider. */
import type { Command } from "commander";
import { listMembers } from "#access";
import type { Context } from "#lib/context";
import {
  connectProvider,
  disconnectProvider,
  logInAddress,
  readProvider,
  returnAddress,
  unlinkMember,
} from "#sign-on";
import { needed, optional, organizationCommand } from "./define-command.ts";
import { OptionError, readSwitch } from "./option-values.ts";
import { terminal } from "./terminal.ts";

/** Adds the operator's commands for single sign-on to the command line. */
export function addSignOn(program: Command): void {
  organizationCommand(program, {
    name: "connect-provider",
    says:
      "test an organization's OpenID provider and connect it at once; the client secret is read from the environment " +
      "variable OIDC_CLIENT_SECRET",
    options: {
      issuer: needed("--issuer <address>"),
      clientId: needed("--client <id>"),
      domains: needed("--domains <names>", "e-mail domains of the members, separated by commas"),
      isRequired: optional("--required <on|off>", "on: members log in with it only", readSwitch),
      emergency: optional(
        "--emergency <email>",
        "the Owner who can log in without it; needed with --required on",
      ),
      claim: optional("--claim <name>", "the claim from which people are added with roles"),
      roles: optional("--roles <value=role>", "values of the claim with their roles, separated by commas"),
      giver: optional(
        "--member <email>",
        "the Owner who gives these roles, so that powers wait in live for another person; needed with --claim",
      ),
    },
    run: async (
      ctx,
      organizationId,
      { domains, isRequired = false, emergency, claim, roles, giver, by, ...given },
    ) => {
      if (claim !== undefined && giver === undefined)
        throw new OptionError("--claim needs --member, the Owner who gives the roles");
      if (claim === undefined && roles !== undefined) throw new OptionError("--roles needs --claim");
      const emergencyMemberId =
        emergency === undefined ? null : await memberAt(ctx, organizationId, emergency);
      await connectProvider(ctx, organizationId, {
        ...given,
        clientSecret: terminal().environment["OIDC_CLIENT_SECRET"] ?? null,
        domains: domains.split(","),
        isRequired,
        emergencyMemberId,
        joins: claim === undefined ? null : { claim, roles: readRoles(roles ?? "") },
        by,
        ...(giver === undefined ? {} : { giverMemberId: await memberAt(ctx, organizationId, giver) }),
      });
      return readProvider(ctx, organizationId);
    },
  });
  addUpkeep(program);
}

function addUpkeep(program: Command): void {
  organizationCommand(program, {
    name: "show-provider",
    says: "show an organization's OpenID provider, and the redirect address to enter there",
    run: async (ctx, organizationId) => ({
      redirectAddress: returnAddress(ctx),
      logInAddress: logInAddress(ctx, organizationId),
      provider: await readProvider(ctx, organizationId),
    }),
  });
  organizationCommand(program, {
    name: "disconnect-provider",
    says: "end the log-in by the provider; members then log in with passwords and passkeys",
    run: async (ctx, organizationId, { by }) => {
      await disconnectProvider(ctx, organizationId, by);
      return { provider: null };
    },
  });
  organizationCommand(program, {
    name: "disconnect-member",
    says: "forget which account of the provider a member logs in with",
    options: { email: needed("--member <email>") },
    run: async (ctx, organizationId, { email, by }) => {
      await unlinkMember(ctx, organizationId, { memberId: await memberAt(ctx, organizationId, email), by });
      return { member: email };
    },
  });
}

async function memberAt(ctx: Context, organizationId: string, email: string): Promise<string> {
  const [member] = await ctx.db.inMerchant(organizationId, (tx) => listMembers(tx, { limit: 1, email }));
  if (member === undefined) throw new OptionError(`${email} is no member of this organization`);
  return member.memberId;
}

/** Reads `value=role` pairs. Throws OptionError. */
function readRoles(text: string): { value: string; role: string }[] {
  return text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at < 1) throw new OptionError(`--roles ${pair} is not value=role`);
    return { value: pair.slice(0, at).trim(), role: pair.slice(at + 1).trim() };
  });
}
