/**
 * Shows people to those who decide about their orders or their rights. A name never stands alone. Names are only
 * compared to find those that look alike: two members may have the same name, and then their addresses distinguish
 * them.
 */
import type { Actor } from "#audit";
import type { Reader, Tx } from "#lib/db";
import { memberOf } from "./require-permission.ts";

export interface ShownPerson {
  /** Null for a program or the product itself. */
  readonly memberId: string | null;
  readonly name: string;
  /** Null if it is no member. */
  readonly email: string | null;
  /** The name of 30 days ago, if it was a different one. */
  readonly formerly: string | null;
  /** True if another member of the organization has this name or one that looks like it, or had it 30 days ago. */
  readonly hasNamesake: boolean;
}

/** Returns members by their ids, including those who have left. */
export async function showPeople(
  read: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, ShownPerson>> {
  if (memberIds.length === 0) return new Map();
  const rows = await read.query<Row>(READ_WITH_COLLEAGUES, [[...new Set(memberIds)], FORMER_NAME_DAYS]);
  const bearers = new Map<string, Set<string>>();
  for (const { organizationId, memberId, name, former } of rows)
    for (const look of [name, ...former].flatMap(looksOf)) {
      const key = `${organizationId} ${look}`;
      bearers.set(key, (bearers.get(key) ?? new Set()).add(memberId));
    }
  return new Map(
    rows
      .filter(({ isShown }) => isShown)
      .map(({ organizationId, memberId, name, email, former: [first = name] }) => {
        const formerly = first === name ? null : first;
        const hasNamesake = looksOf(name).some((look) => bearers.get(`${organizationId} ${look}`)!.size > 1);
        return [memberId, { memberId, name, email, formerly, hasNamesake }];
      }),
  );
}

/** Shows actors of all kinds as people. */
export async function showActors(
  read: Reader,
  actors: readonly string[],
): Promise<(actor: string) => ShownPerson> {
  const idOf = (actor: string): string | null => memberOf(actor as Actor);
  const people = await showPeople(
    read,
    actors.flatMap((actor) => idOf(actor) ?? []),
  );
  return (actor) =>
    people.get(idOf(actor) ?? "") ?? {
      ...{ memberId: null, name: nameOfOther(actor), email: null },
      ...{ formerly: null, hasNamesake: false },
    };
}

/** Describes a person in one line of an e-mail, with names cleaned by `clean`. */
export function sayPerson(
  { name, email, formerly, hasNamesake }: ShownPerson,
  clean: (name: string) => string = (text) => text,
): string {
  const facts = [
    ...(email === null ? [] : [email]),
    ...(formerly === null ? [] : [`formerly ${clean(formerly)}`]),
    ...(hasNamesake ? ["another member has a similar name"] : []),
  ];
  return facts.length === 0 ? clean(name) : `${clean(name)} (${facts.join("; ")})`;
}

interface Row {
  readonly organizationId: string;
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  /** The names of the last 30 days, the oldest first. */
  readonly former: readonly string[];
  readonly isShown: boolean;
}

const READ_WITH_COLLEAGUES = `
  select member.organization_id as "organizationId", member.member_id as "memberId", member.name, member.email,
    member.member_id = any ($1::uuid[]) as "isShown",
    array(
      select former_name.name
      from access.former_name
      where former_name.member_id = member.member_id
        and former_name.ended_at > now() - make_interval(days => $2)
      order by former_name.ended_at
    ) as former
  from access.member
  where member.organization_id in (
    select shown.organization_id from access.member as shown where shown.member_id = any ($1::uuid[])
  )`;

/** A member who took a new name is shown with the former one for this long. */
export const FORMER_NAME_DAYS = 30;

/**
 * The name of a row of `member` as it is shown to those who decide about what the member made: with the name that the
 * member had 30 days ago, however often it has changed since.
 */
export const SHOWN_NAME = `
  member.name || coalesce((
    select ' (formerly ' || former.name || ')'
    from (
      select former_name.name
      from access.former_name
      where former_name.member_id = member.member_id
        and former_name.ended_at > now() - interval '${FORMER_NAME_DAYS} days'
      order by former_name.ended_at
      limit 1
    ) as former
    where former.name <> member.name
  ), '')`;

/** The names of members as they are shown, those who have left too, by their ids. */
export async function nameMembers(
  read: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await read.query<{ memberId: string; name: string }>(NAME, [[...new Set(memberIds)]]);
  return new Map(rows.map(({ memberId, name }) => [memberId, name]));
}

const NAME = `
  select member.member_id as "memberId", ${SHOWN_NAME} as name
  from access.member
  where member.member_id = any ($1::uuid[])`;

/** Names actors in words for people. Members appear by their names, and so do members who have left. */
export async function nameActors(tx: Tx, actors: readonly string[]): Promise<(actor: string) => string> {
  const idOf = (actor: string): string | null => memberOf(actor as Actor);
  const names = await nameMembers(
    tx,
    actors.flatMap((actor) => idOf(actor) ?? []),
  );
  return (actor) => {
    const memberId = idOf(actor);
    return names.get(memberId ?? "") ?? nameOfOther(actor);
  };
}

/** The name of an actor that is no member any more, or never was one. */
function nameOfOther(actor: string): string {
  if (actor.startsWith("member:")) return "A former member";
  return actor.startsWith("api-key:") ? "API" : "Vitaran";
}

/** Latin letters, each with the letters and digits that look like it in its small or its large form. */
const TWINS: Readonly<Record<string, string>> = {
  a: "аАαΑɑᴀᎪꓮ",
  b: "ьЬвВβΒʙᏴꓐ",
  c: "сСϲϹᴄᏟꓚ",
  d: "ԁԀđĐᴅᎠꓓ",
  e: "еЕεΕєЄᴇᎬꓰ",
  f: "ꜰꓝ",
  g: "ɡԌɢᏀꓖ",
  h: "һҺНнΗհħĦʜᎻꓧ",
  j: "јЈϳᴊᎫꓙ",
  k: "кКκΚᴋᏦꓗ",
  l: "iI1|іІιΙıɩӏӀłŁɪʟᏞꓲꓡ",
  m: "мМΜᴍᎷꓟ",
  n: "ΝηпոɴꓠИи",
  o: "0оОοΟσօøØᴏꓳ",
  p: "рРρΡᴘᏢꓑ",
  q: "ԛԚգ",
  r: "гɾʀᎡᏒꓣ",
  s: "5ѕЅꜱᏚꓢ",
  t: "тТτΤŧŦᴛᎢꓔ",
  u: "υսʋᴜꓴ",
  v: "νѵѴᴠᏙꓦ",
  w: "ԝԜωѡᴡᎳꓪ",
  x: "хХχΧꓫ",
  y: "уУүҮγΥყʏꓬ",
  z: "ΖᴢᏃꓜ",
};

const TWIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(TWINS).flatMap(([letter, twins]) => [...twins].map((twin) => [twin, letter] as const)),
);

/** Spaces, signs, accents and invisible characters are ignored. Vowel signs of Indian scripts stay. */
const UNREAD = /[^\p{L}\p{N}\p{M}]|\p{Script=Inherited}|\p{Default_Ignorable_Code_Point}/u;

/** The blocks of Indian scripts have the same order of letters, so a name has the same positions in each of them. */
const INDIAN = /[\u0900-\u0d7f]/;
const inFirstIndian = (letter: string): string =>
  String.fromCodePoint(0x900 + (letter.codePointAt(0)! & 0x7f));

/** Returns all forms in which a name may be read. Two names look alike if they share one of these. */
function looksOf(name: string): readonly string[] {
  return [...new Set([lookOf(name), lookOf(name.toUpperCase())])];
}

function lookOf(text: string): string {
  const letters = [...text.normalize("NFKD")].map((letter) => {
    const twin = TWIN_OF.get(letter);
    if (twin !== undefined) return twin;
    if (UNREAD.test(letter)) return "";
    return INDIAN.test(letter) ? inFirstIndian(letter) : letter.toLowerCase();
  });
  return letters.join("").replaceAll("rn", "m").replaceAll("vv", "w");
}
