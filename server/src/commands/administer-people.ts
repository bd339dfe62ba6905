/** Operator commands for people: members, their permissions, approval policies and their decisions. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  AccessError,
  addMember,
  disableMember,
  enableMember,
  isPermission,
  listMembers,
  PERMISSIONS,
  ROLES,
  setPermissions,
  type Grant,
  type Grants,
  type Role,
} from "#access";
import {
  ApprovalError,
  decideRequests,
  listPolicies,
  listRequests,
  parseExceptions,
  parsePolicies,
  setPolicies,
  WAYS,
  SUBJECT_KINDS,
  type Request,
  type SubjectKind,
  type Verdict,
} from "#approvals";
import type { Context } from "#lib/context";
import { maskVpasIn } from "#lib/mask-account";
import { print, printFor, printOf } from "./print-result.ts";
import { OptionError, readHash, readId, readWhole, readWord } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

interface ToSet {
  readonly merchant: string;
  readonly kind: SubjectKind;
  readonly file: string;
  readonly expireAfter: number;
  readonly except: string;
}

interface ToDecide {
  readonly merchant: string;
  readonly request: string;
  readonly member: string;
  readonly content: Buffer;
  readonly remarks: string;
}

const EXPIRE_AFTER_MAX_HOURS = 366 * 24;

/** Adds the operator's commands for people to the command line. */
export function addPeople(program: Command): void {
  addMembers(program);
  addApprovals(program);
}

function addMembers(program: Command): void {
  const roles = `none, ${Object.keys(ROLES).join(", ")}, or permissions separated by commas: ${PERMISSIONS.join(", ")}`;
  program
    .command("add-member")
    .description("add a member to an organization")
    .requiredOption("--organization <id>", "", readId)
    .requiredOption("--email <email>")
    .requiredOption("--name <name>")
    .requiredOption("--may <role>", roles)
    .option("--may-in-sandbox <role>", "the same for the sandbox; default: as --may")
    .action(({ organization, email, name, may, mayInSandbox }: Options) =>
      print((ctx) =>
        addMember(ctx, {
          organizationId: organization!,
          email: email!,
          name: name!,
          grant: readGrants(may!, mayInSandbox),
          by: "system",
        }),
      ),
    );
  program
    .command("list-members")
    .description("list the members of an organization")
    .requiredOption("--organization <id>", "", readId)
    .action(({ organization }: Options) =>
      printOf(organization!, (ctx) =>
        ctx.db.inMerchant(organization!, (tx) => listMembers(tx, { limit: 500 })),
      ),
    );
  program
    .command("set-permissions")
    .description("set a member's permissions")
    .requiredOption("--organization <id>", "", readId)
    .requiredOption("--member <email>")
    .requiredOption("--may <role>", roles)
    .option("--may-in-sandbox <role>", "the same for the sandbox; default: as --may")
    .action(({ organization, member, may, mayInSandbox }: Options) =>
      printOf(organization!, async (ctx) => {
        const memberId = await findMember(ctx, organization!, member!);
        const grant = readGrants(may!, mayInSandbox);
        return setPermissions(ctx, organization!, { memberId, grant, by: "system" });
      }),
    );
  for (const [name, verb, description] of [
    ["disable-member", disableMember, "disable a member"],
    ["enable-member", enableMember, "re-enable a disabled member with the previous permissions"],
  ] as const)
    program
      .command(name)
      .description(description)
      .requiredOption("--organization <id>", "", readId)
      .requiredOption("--member <email>")
      .action(({ organization, member }: Options) =>
        printOf(organization!, async (ctx) => {
          const memberId = await findMember(ctx, organization!, member!);
          return verb(ctx, organization!, { memberId, by: "system" });
        }),
      );
}

function addApprovals(program: Command): void {
  const kinds = SUBJECT_KINDS.join(", ");
  program
    .command("set-policies")
    .description(
      "set approval policies from a JSON file; for its format see the README of the module approvals",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--kind <kind>", kinds, readWord(SUBJECT_KINDS))
    .requiredOption("--file <path>")
    .option(
      "--expire-after <hours>",
      "hours until a request expires",
      readWhole(1, EXPIRE_AFTER_MAX_HOURS),
      168,
    )
    .option("--except <ways>", `channels that need no approval: ${WAYS.join(", ")}`, "")
    .action((options: ToSet) => printFor(options.merchant, (ctx) => replacePolicies(ctx, options)));
  program
    .command("list-policies")
    .description("list a merchant's approval policies")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) => printFor(merchant!, (ctx) => listPolicies(ctx, merchant!)));
  program
    .command("list-approvals")
    .description("list pending approval requests, most urgent first")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, async (ctx) => {
        const waiting = await ctx.db.inMerchant(merchant!, (tx) => listRequests(tx, { limit: 500 }));
        return waiting.map(shown);
      }),
    );
  for (const verdict of ["approve", "reject"] as const)
    program
      .command(verdict)
      .description(`${verdict} a request on behalf of a member`)
      .requiredOption("--merchant <id>", "", readId)
      .requiredOption("--request <id>", "", readId)
      .requiredOption("--member <email>")
      .requiredOption("--content <hash>", "contentHash of what the member has seen, in hexadecimal", readHash)
      .option("--remarks <text>", "why", "")
      .action((options: ToDecide) => printFor(options.merchant, (ctx) => decide(ctx, verdict, options)));
}

function readGrants(may: string, mayInSandbox: string | undefined): Grants {
  const live = readGrant(may);
  return mayInSandbox === undefined ? live : { live, sandbox: readGrant(mayInSandbox) };
}

/** Reads a grant; `none` means no permissions. */
function readGrant(may: string): Grant {
  if (may === "none") return { permissions: [] };
  if (Object.hasOwn(ROLES, may)) return { role: may as Role };
  const permissions = may.split(",").map((name) => name.trim());
  const unknown = permissions.find((name) => !isPermission(name));
  if (unknown !== undefined) throw new OptionError(`--may ${unknown} is not a role or permission`);
  return { permissions: permissions.filter(isPermission) };
}

/** Finds a member in a transaction of the organization or of one of its merchants. */
async function findMember(ctx: Context, ownerId: string, email: string): Promise<string> {
  const [member] = await ctx.db.inMerchant(ownerId, (tx) => listMembers(tx, { limit: 1, email }));
  if (member === undefined) throw AccessError.member_not_found({ email });
  return member.memberId;
}

async function replacePolicies(
  ctx: Context,
  { merchant, kind: subjectKind, file, expireAfter, except }: ToSet,
): Promise<unknown> {
  const policies = parsePolicies(await readJson(file), subjectKind);
  const expireAfterMinutes = expireAfter * 60;
  const exceptWays = parseExceptions(except === "" ? null : except.split(","));
  return setPolicies(ctx, merchant, { subjectKind, policies, expireAfterMinutes, exceptWays, by: "system" });
}

/** Throws OptionError if the file cannot be read or is not JSON. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new OptionError(`--file ${file} ${why}: ${(error as Error).message}`);
  }
}

/** Decides an approval request. Throws ApprovalError with the reason if it cannot be decided. */
async function decide(
  ctx: Context,
  verdict: Verdict,
  { merchant, request: requestId, member, content: contentHash, remarks }: ToDecide,
): Promise<unknown> {
  const memberId = await findMember(ctx, merchant, member);
  const decision = { request: { requestId }, memberId, verdict, contentHash, remarks };
  const [outcome] = await ctx.db.inMerchant(merchant, (tx) => decideRequests(tx, [decision]));
  const { request, ...rest } = outcome!;
  if (rest.kind === "refused") {
    throw ApprovalError[rest.code]({ requestId, status: request?.status ?? null });
  }
  return { ...rest, request: request && shown(request) };
}

/** Shows a request with its hash in hexadecimal, so that people can copy it. */
const shown = ({ contentHash, ...request }: Request) => ({
  ...request,
  contentHash: contentHash.toString("hex"),
  proposal: maskVpasIn(request.proposal),
});
