/** Operator commands for members' access: links, removal of second factors, and who must have one. */
import type { Command } from "commander";
import {
  AccessError,
  listMembers,
  readSecondFactorForAll,
  resetFactors,
  setSecondFactorForAll,
  startPasswordResets,
} from "#access";
import { linkTo } from "#entry";
import { readId, readSwitch } from "./option-values.ts";
import { print, printOf } from "./print-result.ts";

type Options = Readonly<Record<string, string>>;

/** Adds the operator's commands for access to the command line. */
export function addAccess(program: Command): void {
  program
    .command("send-password-link")
    .description("print a link for a member to set a password; it works once, for half an hour")
    .requiredOption("--member <email>")
    .action(({ member }: Options) =>
      print(async (ctx) => {
        const links = (await startPasswordResets(ctx, member!, { carried: true })).map(
          ({ email, organizationName, ticket }) => ({
            member: email,
            organization: organizationName,
            link: linkTo(ctx, "reset-password", ticket),
          }),
        );
        if (links.length === 0) throw AccessError.member_not_found({ email: member });
        return links.length === 1 ? links[0] : links;
      }),
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
        if (forAll !== undefined) await setSecondFactorForAll(ctx, organization, { forAll, by: "system" });
        return { forAll: await ctx.db.inMerchant(organization, readSecondFactorForAll) };
      }),
    );
}
