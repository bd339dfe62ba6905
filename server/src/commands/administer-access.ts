/** Operator commands for members' access: links, removal of second factors, and who must have one. */
import type { Command } from "commander";
import {
  AccessError,
  findAccounts,
  listMembers,
  readSecondFactorForAll,
  resetFactors,
  startPasswordResets,
} from "#access";
import { linkTo } from "#entry";
import type { Context } from "#lib/context";
import { changeSecondFactorForAll } from "#settings";
import { readId, readSwitch } from "./option-values.ts";
import { print, printOf } from "./print-result.ts";

type Options = Readonly<Record<string, string>>;

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
  program
    .command("send-password-link")
    .description(
      "print a link for a member to set a password, which works once, for half an hour; where several organizations " +
        "have an account with the address, list them: choose one with --organization",
    )
    .requiredOption("--member <email>")
    .option("--organization <id>", "", readId)
    .action(({ member, organization }: Options) =>
      print((ctx) => linkForPassword(ctx, member!, organization)),
    );
  program
    .command("reset-factors")
    .description("remove a member's second factors; the member then logs in with the password only")
    .requiredOption("--organization <id>", "", readId)
    .requiredOption("--member <email>")
    .action(({ organization, member: email }: Options) =>
      printOf(organization!, async (ctx) => {
        const [member] = await ctx.db.inMerchant(organization!, (tx) => listMembers(tx, { limit: 1, email }));
        if (member === undefined) throw AccessError.member_not_found({ email });
        await resetFactors(ctx, organization!, member.memberId);
        return { member: member.email };
      }),
    );
  program
    .command("second-factor-policy")
    .description("show whether every member needs a second factor, or set it")
    .requiredOption("--organization <id>", "", readId)
    .option(
      "--for-all <on|off>",
      "on: also Initiators, Viewers and everyone in the sandbox; off: in live, those who can do more than " +
        "prepare and see; absent: nothing changes",
      readSwitch,
    )
    .action(({ organization, forAll }: { organization: string; forAll?: boolean }) =>
      printOf(organization, async (ctx) => {
        if (forAll !== undefined) await changeSecondFactorForAll(ctx, organization, { forAll, by: "system" });
        return { forAll: await ctx.db.inMerchant(organization, readSecondFactorForAll) };
      }),
    );
}
