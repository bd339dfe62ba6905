import { memberOf, sayPerson, type ShownPerson } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { withoutLinks, type MessageParts } from "#messages";
import { istText } from "#rails";
import type { Change } from "./announced.ts";
import { linkTo } from "./link-to.ts";
import type { Person } from "./read-people.ts";

/** At most this many rows of changes are listed in an e-mail, but at least one of each kind; the others are counted. */
const SHOWN_MAX = 100;

interface Notice {
  readonly person: Person;
  readonly organization: { readonly name: string };
  readonly changes: readonly Change[];
  readonly named: ReadonlyMap<string, ShownPerson>;
  /** The ticket in the link by which the person stops a waiting change; null if there is nothing to stop. */
  readonly ticket: string | null;
}

/** Writes the e-mail about changes to one person. Its subject contains no name that a person has chosen. */
export function writeNotice(
  ctx: Pick<Context, "config">,
  { person, organization, changes, named, ticket }: Notice,
): MessageParts {
  const nameOf = (memberId: string | null): string => {
    const known = named.get(memberId ?? "");
    if (known !== undefined) return sayPerson(known, withoutLinks);
    return memberId === null ? "" : "A former member";
  };
  const actorOf = (actor: string): string => {
    const memberId = memberOf(actor as Actor);
    if (memberId === person.memberId) return "You";
    if (memberId !== null) return nameOf(memberId);
    return actor.startsWith("api-key:") ? "API" : "Vitaran";
  };
  const what = changes.length === 1 ? changes[0]!.announcement.what : `${changes.length} changes`;
  const groups = groupChanges(changes);
  const rows = chooseRows(groups);
  const stop = {
    label: "Stop this change",
    url: ticket === null ? "" : linkTo(ctx, "keep-factors", ticket),
  };
  return {
    subject: `Security notice: ${what}`,
    paragraphs: [
      `Hello ${withoutLinks(person.name)},`,
      `this has changed at ${withoutLinks(organization.name)}.`,
      ...new Set(
        changes
          .flatMap(({ announcement: { canBeStopped, advice }, memberId }) => [
            memberId === person.memberId ? canBeStopped : undefined,
            advice,
          ])
          .filter((said) => said !== undefined),
      ),
      ...sayMore(groups.filter((group) => !rows.includes(group))),
    ],
    table: {
      columns: ["Time (IST)", "What", "Member", "By", "From"],
      rows: rows.map((group) => {
        const [first] = group;
        const { ip } = first.detail;
        return [
          istText(first.at),
          sayGroup(group),
          nameOf(first.memberId),
          actorOf(first.actor),
          typeof ip === "string" ? ip : "",
        ];
      }),
    },
    ...(ticket === null ? {} : { link: stop }),
    closing:
      "If you do not expect this, set a new password, end your other sessions on the page Account, and tell an Owner " +
      "of your organization. Members get these e-mails about themselves, Owners about everyone, and approvers about " +
      "what takes effect without them; they cannot be switched off.",
  };
}

const sayChange = ({ announcement, ...record }: Omit<Change, "memberId">): string =>
  `${announcement.what}${announcement.more?.(record) ?? ""}`;

/** The first change of a row, and equal ones after it. */
type Group = readonly [Change, ...Change[]];

/** Says what the last change of a row says, because counts of a week grow, and how often it was made. */
function sayGroup(group: Group): string {
  const last = group.at(-1)!;
  return group.length === 1
    ? sayChange(last)
    : `${sayChange(last)}; ${group.length} times until ${istText(last.at)}`;
}

/** Counts the rows that are left out, by what they are about. */
function sayMore(groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const kinds = Map.groupBy(groups, ([{ announcement }]) => announcement.what);
  const counts = [...kinds].map(([what, those]) => `${what} (${those.length})`).join(", ");
  return [`${groups.length} more are in the audit log (page Access Management): ${counts}.`];
}

/** Returns the text of a change without its numbers: equal changes differ by their times and counts. */
const kindOf = (change: Change): string => sayChange(change).replaceAll(/\d+/g, "0");

/** Groups equal changes of the same thing by the same person, so that repeated ones hide no other. */
function groupChanges(changes: readonly Change[]): Group[] {
  const keyOf = (change: Change) =>
    JSON.stringify([kindOf(change), change.subject, change.memberId, change.actor]);
  return [...Map.groupBy(changes, keyOf).values()] as unknown as Group[];
}

/** Chooses the rows to list: the first one of each kind, and then the earliest others. */
function chooseRows(groups: readonly Group[]): Group[] {
  const firsts = new Set(
    [...Map.groupBy(groups, ([first]) => kindOf(first)).values()].map(([first]) => first!),
  );
  const others = groups.filter((group) => !firsts.has(group)).slice(0, Math.max(0, SHOWN_MAX - firsts.size));
  return groups.filter((group) => firsts.has(group) || others.includes(group));
}
