import assert from "node:assert/strict";
import { test } from "node:test";
import { withinOneWindow } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import {
  AccessError,
  changePassword,
  completeLogIn,
  logIn,
  logInWithPasskey,
  proveAgain,
  resetPassword,
  startPasskeyLogIn,
  startPasswordResets,
  type PasswordReset,
} from "./index.ts";
import { guessSubjects } from "./take-attempt.ts";
import { addAuthenticator, makeMember, PASSWORD } from "./test/people.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);
const codeOf = (error: unknown): string => (error as { code: string }).code;

let addresses = 0;
/** An address that no one has come from yet. */
const freshIp = (): string => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

const guess = (email: string, ip: string) =>
  logIn(ctx, { email, password: "guess guess guess", browser: { ip, userAgent: "" } }).then(
    () => assert.fail("let in"),
    codeOf,
  );

/** Makes some guesses, ten at once, so that none waits too long; returns what they heard. */
async function guessAll(count: number, one: (nth: number) => Promise<string>): Promise<string[]> {
  const heard: string[] = [];
  while (heard.length < count) {
    heard.push(...(await Promise.all(Array.from({ length: 10 }, (_, nth) => one(heard.length + nth)))));
  }
  return heard;
}

/** Guesses at an account from many addresses until it is locked. */
async function lock(email: string): Promise<void> {
  const heard = await guessAll(60, () => guess(email, freshIp()));
  assert.equal(heard.filter((code) => code === "log_in_refused").length, 50);
}

test("guesses from many addresses lock an account to strangers, and not to a browser it was entered from", async () => {
  await withinOneWindow(world, 60, async () => {
    const { email, start, enter, browser } = await makeMember(ctx);
    const { browserToken } = await start();
    await lock(email);
    await assert.rejects(enter(), fails("too_many_attempts"));
    const own = { ...browser, ip: freshIp(), token: browserToken };
    const again = await logIn(ctx, { email, password: PASSWORD, browser: own });
    assert.ok(again.kind === "session");
    assert.deepEqual(
      [again.session.browserToken, again.session.isNewBrowser],
      [browserToken, false],
      "the browser stays the same",
    );
  });
});

test("a known browser has ten wrong passwords of its own, which lock no one else", async () => {
  await withinOneWindow(world, 60, async () => {
    const { email, start, enter, browser } = await makeMember(ctx);
    const { browserToken } = await start();
    const own = { ...browser, token: browserToken };
    const wrong = () =>
      logIn(ctx, { email, password: "guess guess guess", browser: own }).then(() => "in", codeOf);
    const heard = await Promise.all(Array.from({ length: 14 }, wrong));
    assert.equal(heard.filter((code) => code === "log_in_refused").length, 10);
    await assert.rejects(logIn(ctx, { email, password: PASSWORD, browser: own }), fails("too_many_attempts"));
    assert.equal((await enter()).kind, "session");
  });
});

test("a browser is known for its own member alone, and a token that we never gave is worth nothing", async () => {
  await withinOneWindow(world, 60, async () => {
    const [victim, other] = [await makeMember(ctx), await makeMember(ctx)];
    const { browserToken } = await other.start();
    await lock(victim.email);
    for (const token of [browserToken, "A".repeat(43), "short", "' or true --"]) {
      const browser = { ip: freshIp(), userAgent: "", token };
      await assert.rejects(
        logIn(ctx, { email: victim.email, password: PASSWORD, browser }),
        fails("too_many_attempts"),
        token,
      );
    }
    const planted = "B".repeat(43);
    const entered = await logIn(ctx, {
      email: other.email,
      password: PASSWORD,
      browser: { ip: freshIp(), userAgent: "", token: planted },
    });
    assert.ok(entered.kind === "session" && entered.session.browserToken !== planted);
  });
});

test("what is refused unchecked counts nowhere: an address that is stopped locks no further account", async () => {
  await withinOneWindow(world, 60, async () => {
    const member = await makeMember(ctx);
    const ip = freshIp();
    await guessAll(130, (nth) => guess(`nowhere${nth}@example.com`, ip));
    assert.equal(await guess(member.email, ip), "too_many_attempts");
    await guessAll(60, () => guess(member.email, ip));
    assert.equal((await member.enter()).kind, "session");
  });
});

test("no counter is shared by accounts and addresses that have nothing to do with each other", async () => {
  const hashesOf = (account: string, ip: string) =>
    guessSubjects(ctx, { account, ip }).map(({ hash }) => hash.toString("hex"));
  const [one, two] = [hashesOf("a@example.com", "192.0.2.1"), hashesOf("b@example.com", "198.51.100.1")];
  assert.equal(new Set([...one, ...two]).size, one.length + two.length);
});

test("while strangers wait in line, a known browser is let in", async () => {
  const member = await makeMember(ctx);
  const { browserToken } = await member.start();
  const flood = Array.from({ length: 24 }, (_, nth) => guess(`flood${nth}@example.com`, freshIp()));
  const order: string[] = [];
  const known = logIn(ctx, {
    email: member.email,
    password: PASSWORD,
    browser: { ...member.browser, token: browserToken },
  }).then(() => order.push("known"));
  await Promise.all([...flood.slice(-10).map((one) => one.then(() => order.push("stranger"))), known]);
  assert.equal(order[0], "known");
  assert.deepEqual(new Set(await Promise.all(flood)), new Set(["log_in_refused"]));
});

test("the wait that is told is that until the window ends", async () => {
  const { email } = await makeMember(ctx);
  const ip = freshIp();
  let refused: unknown;
  for (let times = 0; times < 25 && refused === undefined; times += 1)
    await logIn(ctx, { email, password: "guess guess", browser: { ip, userAgent: "" } }).catch(
      (error: unknown) => {
        if (fails("too_many_attempts")(error)) refused = error;
      },
    );
  const { seconds, wait } = (refused as { details: { seconds: number; wait: string } }).details;
  const [row] = await world.look<{ left: number }>(
    "select ceil(900 - extract(epoch from now()) % 900)::integer as left",
  );
  assert.ok(Math.abs(seconds - row!.left) <= 2 || seconds > 890, `${seconds} beside ${row!.left}`);
  assert.match(wait, /^(\d+ minutes|a minute|\d+ seconds|a second)$/);
});

test("guesses at codes by one who knows the password do not lock the member's own browser", async () => {
  await withinOneWindow(world, 60, async () => {
    const member = await makeMember(ctx);
    const { browserToken } = await member.start();
    const { code } = await addAuthenticator(ctx, member);
    const ticketOf = async (browser: { ip: string; userAgent: string; token?: string }) => {
      const outcome = await logIn(ctx, { email: member.email, password: PASSWORD, browser });
      return outcome.kind === "second_factor" ? outcome.ticket : assert.fail();
    };
    const wrong = { kind: "code", code: "000000" } as const;
    for (let round = 0; round < 12; round += 1) {
      const browser = { ip: freshIp(), userAgent: "" };
      const ticket = await ticketOf(browser);
      for (let times = 0; times < 5; times += 1)
        await completeLogIn(ctx, { ticket, proof: wrong, browser }).catch(() => undefined);
    }
    const stranger = { ip: freshIp(), userAgent: "" };
    const late = await ticketOf(stranger);
    await assert.rejects(
      completeLogIn(ctx, { ticket: late, proof: wrong, browser: stranger }),
      fails("too_many_attempts"),
    );
    const browser = { ip: freshIp(), userAgent: "", token: browserToken };
    const ticket = await ticketOf(browser);
    assert.ok(await completeLogIn(ctx, { ticket, proof: { kind: "code", code: code() }, browser }));
  });
});

test("guesses at the log-in do not lock what a member does in a session", async () => {
  await withinOneWindow(world, 60, async () => {
    const member = await makeMember(ctx);
    const { sessionId } = await member.start();
    const { organizationId, memberId, email } = member;
    const own = { organizationId, memberId, sessionId };
    await lock(email);
    assert.ok(await proveAgain(ctx, own, { proof: { kind: "password", password: PASSWORD } }));
    await changePassword(ctx, own, { current: PASSWORD, next: "a calm peepal 81" });
  });
});

test("a link by e-mail opens a locked account: the browser that sets the password is known", async () => {
  await withinOneWindow(world, 60, async () => {
    const { email } = await makeMember(ctx);
    await lock(email);
    const [{ ticket }] = (await startPasswordResets(ctx, email)) as [PasswordReset];
    const browser = { ip: freshIp(), userAgent: "" };
    const { browserToken } = await resetPassword(ctx, { ticket, password: "a calm peepal 81", browser });
    const entering = { email, password: "a calm peepal 81" };
    await assert.rejects(logIn(ctx, { ...entering, browser }), fails("too_many_attempts"));
    const entered = await logIn(ctx, { ...entering, browser: { ...browser, token: browserToken } });
    assert.equal(entered.kind, "session");
  });
});

test("a new password forgets the browsers of before, but for the one it was set in", async () => {
  const member = await makeMember(ctx);
  const [first, second] = [await member.start(), await member.start()];
  const { organizationId, memberId } = member;
  const own = { organizationId, memberId, sessionId: second.sessionId };
  await changePassword(ctx, own, { current: PASSWORD, next: "a calm peepal 81" });
  const enter = async (token: string) => {
    const browser = { ...member.browser, token };
    const entered = await logIn(ctx, { email: member.email, password: "a calm peepal 81", browser });
    return entered.kind === "session" ? entered.session.isNewBrowser : assert.fail();
  };
  assert.deepEqual([await enter(second.browserToken), await enter(first.browserToken)], [false, true]);
});

test("a member's known browsers are twenty at most", async () => {
  const { memberId, start } = await makeMember(ctx);
  for (let times = 0; times < 23; times += 1) await start();
  const [row] = await world.look<{ count: number }>(
    "select count(*)::integer as count from access.known_browser where member_id = $1",
    [memberId],
  );
  assert.equal(row!.count, 20);
});

test("answers of unknown passkeys from many addresses lock no passkey of anyone", async () => {
  const answer = (ip: string) =>
    logInWithPasskey(ctx, {
      answer: {
        ticket: "A".repeat(43),
        site: { rpId: "localhost", origin: "http://localhost" },
        response: {
          id: "unknown",
          rawId: "unknown",
          type: "public-key",
          clientExtensionResults: {},
          response: { clientDataJSON: "", authenticatorData: "", signature: "" },
        },
      },
      browser: { ip, userAgent: "" },
    }).then(() => "in", codeOf);
  const heard = await Promise.all(Array.from({ length: 80 }, () => answer(freshIp())));
  assert.deepEqual(new Set(heard), new Set(["wrong_passkey"]));
});

test("one who knows the password ends no log-in between password and second factor but their own", async () => {
  await withinOneWindow(world, 60, async () => {
    const member = await makeMember(ctx);
    const { browserToken } = await member.start();
    const { code } = await addAuthenticator(ctx, member);
    const ticketOf = async (browser: { ip: string; userAgent: string; token?: string }) => {
      const outcome = await logIn(ctx, { email: member.email, password: PASSWORD, browser });
      return outcome.kind === "second_factor" ? outcome.ticket : assert.fail();
    };
    const wrong = { kind: "code", code: "000000" } as const;
    const known = { ip: freshIp(), userAgent: "", token: browserToken };
    const fresh = { ip: freshIp(), userAgent: "" };
    const stranger = { ip: freshIp(), userAgent: "" };
    const ticket = await ticketOf(known);
    const ofFresh = await ticketOf(fresh);
    const first = await ticketOf(stranger);
    for (let times = 0; times < 30; times += 1) await ticketOf(stranger);
    const trying = (one: string, browser: typeof stranger) =>
      completeLogIn(ctx, { ticket: one, proof: wrong, browser }).then(() => "in", codeOf);
    assert.equal(await trying(first, stranger), "ticket_invalid", "the same address has one");
    assert.equal(await trying(ofFresh, fresh), "wrong_code", "another address keeps its own");
    for (let nth = 0; nth < 25; nth += 1) await ticketOf({ ip: freshIp(), userAgent: "" });
    assert.equal(await trying(ofFresh, fresh), "ticket_invalid", "of many addresses the oldest ends");
    const [row] = await world.look<{ open: number }>(
      `select count(*)::integer as open from access.ticket
       where member_id = $1 and purpose = 'second_factor' and used_at is null`,
      [member.memberId],
    );
    assert.equal(row!.open, 21);
    assert.ok(await completeLogIn(ctx, { ticket, proof: { kind: "code", code: code() }, browser: known }));
  });
});

test("questions to passkeys are limited for each address, and kept no longer than they hold", async () => {
  await withinOneWindow(world, 15, async () => {
    const ip = freshIp();
    const ask = (from: string) =>
      startPasskeyLogIn(ctx, { rpId: "localhost", ip: from }).then(() => "asked", codeOf);
    await ask(ip);
    await world.look(
      `update access.ticket
       set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
       where purpose = 'passkey_log_in'`,
    );
    const heard: string[] = [];
    while (heard.length < 310) heard.push(...(await Promise.all(Array.from({ length: 31 }, () => ask(ip)))));
    assert.equal(heard.filter((one) => one === "asked").length, 299);
    assert.equal(heard.at(-1), "too_many_attempts");
    assert.equal(await ask(freshIp()), "asked");
    const [row] = await world.look<{ count: number }>(
      "select count(*)::integer as count from access.ticket where purpose = 'passkey_log_in'",
    );
    assert.equal(row!.count, 300, "that which had expired is gone");
  });
});
