/** The stream over a real connection that breaks repeatedly. Nothing is lost, and nothing personal is sent. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import fastify from "fastify";
import { disableMember, endSessions, setPermissions } from "#access";
import { mountDashboard } from "#dashboard";
import { watchHappenings } from "#live";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeDashboard, type Browser } from "#test/dashboard";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

const RECONNECTS = 50;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const world = await makeFaultWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);
const app = fastify();
mountDashboard(app, ctx, { simulatorUrl: null });
world.onClose(() => app.close());
const address = await app.listen({ port: 0, host: "127.0.0.1" });

interface Message {
  readonly id: string | null;
  readonly topic: string;
  readonly about: string;
  readonly event: string;
}

async function connect(browser: Browser, { merchantId }: Payer, lastEventId: string | null) {
  const headers = {
    cookie: `__Host-vitaran_session=${browser.token}`,
    ...(lastEventId === null ? {} : { "last-event-id": lastEventId }),
  };
  const request = get(`${address}/api/merchants/${merchantId}/events`, { headers });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { request, response };
}

/** Reads messages, and the data they came with, as they arrive, until `enough` returns true or the stream ends. */
async function read(
  response: IncomingMessage,
  enough: (message: Message) => boolean,
): Promise<{ messages: Message[]; text: string }> {
  const messages: Message[] = [];
  let [text, rest] = ["", ""];
  for await (const chunk of response) {
    rest += String(chunk);
    const parts = rest.split("\n\n");
    rest = parts.pop()!;
    for (const part of parts) {
      const fields = new Map(part.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
      if (fields.get("data") === undefined || fields.get("event") === "heartbeat") continue;
      text += `${fields.get("data")!}\n`;
      const { topic, id, event } = JSON.parse(fields.get("data")!) as Record<string, string>;
      const message = { id: fields.get("id") ?? null, topic: topic!, about: id ?? "", event: event ?? "" };
      messages.push(message);
      if (enough(message)) return { messages, text };
    }
  }
  return { messages, text };
}

async function pay(merchant: Payer, keys: readonly string[]): Promise<string[]> {
  const made = await acceptTransfers(
    ctx,
    merchant.merchantId,
    keys.map((key) => orderTo(key)),
  );
  return made.map((one) => (one as { transfer: { transferId: string } }).transfer.transferId);
}

test("nothing is lost over fifty broken connections, and nothing personal is said", async () => {
  const merchant = await world.makePayer();
  const member = await dashboard.logIn(merchant.organizationId, "viewer");
  const heard = new Set<string>();
  const made: string[] = [];
  let lastEventId: string | null = null;
  let said = "";
  // A first message gives the browser an ID with which it can reconnect.
  const first = await connect(member, merchant, null);
  const firstIds = await pay(merchant, ["first"]);
  const begun = await read(first.response, ({ id }) => id !== null);
  for (const message of begun.messages) heard.add(`${message.about} ${message.event}`);
  lastEventId = begun.messages.at(-1)!.id;
  first.request.destroy();
  made.push(...firstIds);

  for (let round = 0; round < RECONNECTS; round += 1) {
    // Payments are made while no one is connected, and again while someone is.
    made.push(...(await pay(merchant, [`away${round}`])));
    const { request, response } = await connect(member, merchant, lastEventId);
    made.push(...(await pay(merchant, [`here${round}`])));
    const { messages, text } = await read(response, ({ id }) => id !== null);
    request.destroy();
    said += text;
    for (const message of messages) heard.add(`${message.about} ${message.event}`);
    lastEventId = messages.findLast(({ id }) => id !== null)?.id ?? lastEventId;
  }
  await runtimeOf(ctx).idle();
  const wanted = new Set(made.flatMap((id) => [`${id} accepted`, `${id} TRANSFER_SUCCESS`]));
  const last = await connect(member, merchant, lastEventId);
  const { messages } = await read(last.response, (message) => {
    heard.add(`${message.about} ${message.event}`);
    return wanted.isSubsetOf(heard);
  });
  last.request.destroy();
  for (const message of messages) heard.add(`${message.about} ${message.event}`);
  assert.deepEqual([...wanted.difference(heard)], []);
  // Random IDs contain any four digits now and then, so they are left out. Cursors, which count, are not data.
  const words = said.replaceAll(UUID, "");
  for (const secret of ["Asha", "026291800001191", "1191", "100.00"])
    assert.ok(!words.includes(secret), secret);
});

test("it is a member's own: others and those without permission are refused", async () => {
  const [merchant, other] = [await world.makePayer(), await world.makePayer()];
  const keys = await dashboard.logIn(merchant.organizationId, { permissions: ["manage_keys"] });
  const member = await dashboard.logIn(merchant.organizationId, "viewer");
  const codes = [
    await connect(keys, merchant, null),
    await connect(member, other, null),
    await connect(dashboard.stranger, merchant, null),
  ].map(({ request, response }) => {
    request.destroy();
    return response.statusCode;
  });
  assert.deepEqual(codes, [403, 404, 401]);
});

test("a member's ninth stream ends the oldest; ended sessions open none", async () => {
  const merchant = await world.makePayer();
  const member = await dashboard.logIn(merchant.organizationId, "viewer");
  const streams = [];
  for (let count = 0; count < 9; count += 1) streams.push(await connect(member, merchant, null));
  // The stream ends by itself.
  await read(streams[0]!.response, () => false);
  for (const { request } of streams.slice(1)) request.destroy();
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    endSessions(tx, { memberId: member.memberId, by: `member:${member.memberId}`, because: "logged_out" }),
  );
  const { request, response } = await connect(member, merchant, null);
  request.destroy();
  assert.equal(response.statusCode, 401);
});

test("a stream ends with its session, with its member, and with the permission to hear it", async () => {
  const merchant = await world.makePayer();
  const { organizationId } = merchant;
  const [out, disabled, demoted, stays] = await Promise.all(
    ["out", "disabled", "demoted", "stays"].map(() => dashboard.logIn(organizationId, "viewer")),
  );
  const members = [out!, disabled!, demoted!, stays!];
  const streams = await Promise.all(members.map((member) => connect(member, merchant, null)));
  await out!.ask("logOut");
  const by = "system" as const;
  await disableMember(ctx, organizationId, { memberId: disabled!.memberId, by });
  const grant = { permissions: ["manage_keys"] } as const;
  await setPermissions(ctx, organizationId, { memberId: demoted!.memberId, grant, by });
  // Each of the three ends by itself. The fourth still gets what happens after that.
  for (const { response } of streams.slice(0, 3)) await read(response, () => false);
  const [transferId] = await pay(merchant, ["after"]);
  const { messages } = await read(streams[3]!.response, ({ about }) => about === transferId);
  assert.equal(messages.at(-1)!.about, transferId);
  streams[3]!.request.destroy();
  const again = await connect(demoted!, merchant, null);
  again.request.destroy();
  assert.equal(again.response.statusCode, 403);
  await runtimeOf(ctx).idle();
});

test("those who watch one merchant share one look, and the last who leaves ends it", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const stops = await Promise.all(
    [first, second].map(({ resolve }) =>
      watchHappenings(ctx, merchantId, { after: null, hear: ({ happenings }) => resolve(happenings[0]!.id) }),
    ),
  );
  const [transferId] = await pay(merchant, ["shared"]);
  assert.deepEqual(await Promise.all([first.promise, second.promise]), [transferId, transferId]);
  for (const stop of stops) stop();
  await runtimeOf(ctx).idle();
});
