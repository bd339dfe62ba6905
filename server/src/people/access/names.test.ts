import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import {
  acceptInvitation,
  addMember,
  AccessError,
  createOrganization,
  nameActors,
  nameMembers,
  renameMember,
  sayPerson,
  showPeople,
  startInvitation,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

async function makeRenamed() {
  const { organizationId } = await createOrganization(ctx, { name: "Sal Forests" });
  const { meera } = await makeMembers(ctx, organizationId, { meera: "initiator" });
  const rename = (name: string) => renameMember(ctx, { organizationId, memberId: meera }, name);
  const shown = async () => (await ctx.db.directory((tx) => nameMembers(tx, [meera]))).get(meera);
  const pass = (days: number) =>
    world.look(
      "update access.former_name set ended_at = ended_at - make_interval(days => $2) where member_id = $1",
      [meera, days],
    );
  return { organizationId, meera, rename, shown, pass };
}

test("a renamed member is shown with the former name for thirty days", async () => {
  const { organizationId, meera, rename, shown, pass } = await makeRenamed();
  await rename("Asha Rao");
  assert.equal(await shown(), "Asha Rao (formerly meera)");
  const nameOf = await ctx.db.inMerchant(organizationId, (tx) => nameActors(tx, [`member:${meera}`]));
  assert.equal(nameOf(`member:${meera}`), "Asha Rao (formerly meera)");
  await pass(29);
  assert.equal(await shown(), "Asha Rao (formerly meera)");
  await pass(1);
  assert.equal(await shown(), "Asha Rao");
});

test("who accepts an invitation under another name is shown with the one that was invited", async () => {
  const { organizationId } = await makeRenamed();
  const shownAs = async (name: string): Promise<string | undefined> => {
    const { ravi } = await makeMembers(ctx, organizationId, { ravi: "approver" });
    const { ticket } = await startInvitation(ctx, organizationId, { memberId: ravi, by: "system" });
    const browser = { ip: "127.0.0.1", userAgent: "A test" };
    await acceptInvitation(ctx, { ticket, name, password: "a long walk by the river 41", browser });
    return (await ctx.db.directory((tx) => nameMembers(tx, [ravi]))).get(ravi);
  };
  assert.equal(await shownAs("Meera Shah"), "Meera Shah (formerly ravi)");
  assert.equal(await shownAs("ravi"), "ravi");
});

test("many new names hide the one that people know no better than one does", async () => {
  const { rename, shown } = await makeRenamed();
  for (const name of ["A", "B", "C", "C", "D"]) await rename(name);
  assert.equal(await shown(), "D (formerly meera)");
  await rename("meera");
  assert.equal(await shown(), "meera");
});

test("a name holds no address, no link and nothing unseen", async () => {
  const { organizationId, rename } = await makeRenamed();
  const refused = [
    "asha@example.com",
    "Asha @bank",
    "http://evil.example",
    "HTTPS://EVIL.EXAMPLE",
    "www.evil.example",
    "pay at evil.example/now",
    "Asha\u202eoaR",
    "Asha\u2066Rao",
    "As\u200bha",
    "Asha\u0007",
    "Asha\nRao",
    "Asha\u2028Rao",
    "\ufeffAsha Rao\u00ad x",
    "...",
  ];
  for (const name of refused)
    await assert.rejects(rename(name), (error) => AccessError.is(error, "bad_name"), JSON.stringify(name));
  const taken = [
    "Asha Rao",
    "D'Souza",
    "M. K. Nair",
    "Smt. Devi",
    "ಕೃಷ್ಣ",
    "क्\u200dष",
    "Rao & Sons",
    "R/O 12",
  ];
  for (const name of taken) assert.equal((await rename(name)).name, name);
  const grant = { role: "viewer" } as const;
  const member = {
    organizationId,
    email: "x@example.com",
    name: "http://evil.example",
    grant,
    by: "system",
  } as const;
  await assert.rejects(addMember(ctx, member), (error) => AccessError.is(error, "bad_name"));
});

test("a member is marked whose name looks like that of another one in the organization", async () => {
  const { organizationId } = await createOrganization(ctx, { name: "Sal Forests" });
  const other = await makeMembers(ctx, organizationId, { known: "approver", puppet: "viewer" });
  const { stranger } = await makeMembers(
    ctx,
    (await createOrganization(ctx, { name: "Neem Traders" })).organizationId,
    { stranger: "viewer" },
  );
  const name = (memberId: string, text: string) =>
    world.look("update access.member set name = $2 where member_id = $1", [memberId, text]);
  const marked = async (known: string, puppet: string): Promise<boolean> => {
    await name(other.known, known);
    await name(other.puppet, puppet);
    await name(stranger, known);
    const people = await ctx.db.directory((tx) => showPeople(tx, [other.known, other.puppet, stranger]));
    assert.equal(people.get(stranger)!.hasNamesake, false, "another organization's member is no namesake");
    const both = [other.known, other.puppet].map((id) => people.get(id)!.hasNamesake);
    assert.equal(both[0], both[1]);
    return both[0]!;
  };
  const alike = [
    "Asha Rao",
    "asha rao",
    "ASHA RAO",
    "Asha  Rao",
    " Asha\u00a0Rao ",
    "AshaRao",
    "Asha-Rao.",
    "As\u200bha Rao\u3164",
    "Аsha Rао",
    "ΑSΗΑ RAΟ",
    "Asha Ra0",
    "A5ha Rao",
    "Áshà Râo",
    "Ａｓｈａ Ｒａｏ",
    "𝐀𝐬𝐡𝐚 𝐑𝐚𝐨",
    "ꓮꓢꓧꓮ ꓣꓮꓳ",
    "ᎪᏚᎻᎪ ᎡᎪO",
  ];
  for (const text of alike) assert.ok(await marked("Asha Rao", text), JSON.stringify(text));
  for (const [known, puppet] of [
    ["Ali Imam", "AIi Irnarn"],
    ["ಕೃಷ್ಣ", "కృష్ణ"],
    ["Наталья", "НАТАЛЬЯ"],
  ] as const)
    assert.ok(await marked(known, puppet), puppet);
  for (const text of ["Asha Rai", "Usha Rao", "Asha", "आशा राव", "Rao Asha"])
    assert.ok(!(await marked("Asha Rao", text)), text);
  assert.ok(!(await marked("ಕೃಷ್ಣ", "ಕೃಷ್ಣಾ")), "vowel signs of Indian scripts tell names apart");
});

test("a name that a colleague bore until a few days ago still is that colleague's", async () => {
  const { organizationId, meera, rename, pass } = await makeRenamed();
  const { puppet } = await makeMembers(ctx, organizationId, { puppet: "viewer" });
  await world.look("update access.member set name = 'Meera' where member_id = $1", [puppet]);
  const shown = async (memberId: string) =>
    (await ctx.db.directory((tx) => showPeople(tx, [memberId]))).get(memberId)!;
  await rename("Meera Shah");
  assert.equal((await shown(puppet)).hasNamesake, true);
  assert.deepEqual([(await shown(meera)).formerly, (await shown(meera)).hasNamesake], ["meera", false]);
  const { email } = await shown(puppet);
  assert.equal(sayPerson(await shown(puppet)), `Meera (${email}; another member has a similar name)`);
  assert.match(sayPerson(await shown(meera)), /^Meera Shah \(meera\.\d+@example\.com; formerly meera\)$/);
  await pass(31);
  assert.deepEqual([(await shown(puppet)).hasNamesake, (await shown(meera)).formerly], [false, null]);
});
