import { memberOf, sayPerson, type ShownPerson } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { withoutLinks, type MessageParts } from "#messages";
import { istText } from "#rails";
import type { Change } from "./announced.ts";
import { linkTo } from "./link-to.ts";
import type { Person } from "./read-people.ts";

/** At most this many changes are listed in an e-mail; the others are counted. */
const SHOWN_MAX = 20;

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
  const more = changes.length - SHOWN_MAX;
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
      ...(more > 0 ? [`The first ${SHOWN_MAX} are shown; ${more} more are in the audit log.`] : []),
    ],
    table: {
      columns: ["Time (IST)", "What", "Member", "By", "From"],
      rows: changes
        .slice(0, SHOWN_MAX)
        .map(({ announcement, memberId, ...record }) => [
          istText(record.at),
          `${announcement.what}${announcement.more?.(record) ?? ""}`,
          nameOf(memberId),
          actorOf(record.actor),
          typeof record.detail["ip"] === "string" ? record.detail["ip"] : "",
        ]),
    },
    ...(ticket === null ? {} : { link: stop }),
    closing:
      "If you do not expect this, set a new password, end your other sessions on the page Account, and tell an Owner " +
      "of your organization. Members get these e-mails about themselves, Owners about everyone, and approvers about " +
      "what takes effect without them; they cannot be switched off.",
  };
}
