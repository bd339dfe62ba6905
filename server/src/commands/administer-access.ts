/** Operator commands for members' access: links, removal of second factors, and who must have one. */
import type { Command } from "commander";
import {
  AccessError,
  findAccounts,
  readSecondFactorForAll,
  resetFactors,
  startPasswordResets,
} from "#access";
import { linkTo } from "#entry";
import type { Context } from "#lib/context";
import { changeSecondFactorForAll } from "#settings";
import { findMember } from "./administer-people.ts";
import { command, needed, optional, organizationCommand } from "./define-command.ts";
import { readId, readSwitch } from "./option-values.ts";

/** Without an organization an address of several accounts gets no link: any of them may be a stranger's. */
async function linkForPassword(ctx: Context, member: string, organization?: string): Promise<object> {
  const accounts = await findAccounts(ctx, member);
  if (organization === undefined && accounts.length > 1)
    return accounts.map(({ email, name, organizationId: id, organizationName }) => ({
      member: email,
      name,
      organization: organizationName,
      id,
    }));
  const wanted = { carried: true, organizationId: organization ?? null };
  const [reset] = await startPasswordResets(ctx, member, wanted);
  if (reset === undefined) throw AccessError.member_not_found({ email: member });
  const link = linkTo(ctx, "reset-password", reset.ticket);
  return { member: reset.email, organization: reset.organizationName, link };
}

/** Adds the operator's commands for access to the command line. */
export function addAccess(program: Command): void {
  command(program, {
    name: "send-password-link",
    says:
      "print a link for a member to set a password, which works once, for half an hour; where several organizations " +
      "have an account with the address, list them: choose one with --organization",
    options: {
      member: needed("--member <email>"),
      organization: optional("--organization <id>", "", readId),
    },
    run: (ctx, { member, organization }) => linkForPassword(ctx, member, organization),
  });
  organizationCommand(program, {
    name: "reset-factors",
    says: "remove a member's second factors; the member then logs in with the password only",
    options: { email: needed("--member <email>") },
    run: async (ctx, organizationId, { email }) => {
      const member = await findMember(ctx, organizationId, email);
      await resetFactors(ctx, organizationId, member.memberId);
      return { member: member.email };
    },
  });
  organizationCommand(program, {
    name: "second-factor-policy",
    says: "show whether every member needs a second factor, or set it",
    options: {
      forAll: optional(
        "--for-all <on|off>",
        "on: also Initiators, Viewers and everyone in the sandbox; off: in live, those who can do more than " +
          "prepare and see; absent: nothing changes",
        readSwitch,
      ),
    },
    run: async (ctx, organizationId, { forAll, by }) => {
      if (forAll !== undefined) await changeSecondFactorForAll(ctx, organizationId, { forAll, by });
      return { forAll: await ctx.db.inMerchant(organizationId, readSecondFactorForAll) };
    },
  });
}
