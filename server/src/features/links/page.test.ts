/** The page over HTTP: headers, checks of forms, secrets that must not leak, limits. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { registerLinks } from "#links";
import { setModes } from "#risk";
import { advance, makeFaultWorld } from "#test/faults/fault-world";
import { makeVisitLimit } from "./page/visit.ts";
import { html } from "./page/document.ts";
import { openForms, proveIn, servePage } from "./test/page.ts";
import { makeLink, newestPassword, view } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const address = await servePage(world);

const ACCOUNT = "026291800001191";
const DETAILS = { way: "banktransfer", account: ACCOUNT, again: ACCOUNT, ifsc: "YESB0000262" };

test("a payee without scripts is paid by plain forms, and no page holds the account number", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const forms = openForms(address, made.token);
  const seen = [await forms.get()];
  assert.match(seen[0]!.text, /₹500\.00/);
  assert.match(seen[0]!.text, /from Merchant \d+/);
  assert.match(seen[0]!.text, /Refund of order 7/);
  assert.match(seen[0]!.text, /by SMS to ••••3210/);
  assert.doesNotMatch(seen[0]!.text, /9876543210/);
  await proveIn(world, forms, merchant);
  seen.push(await forms.post("/details", { ...DETAILS, ifsc: "NOSUCH" }));
  assert.equal(seen[1]!.status, 422);
  assert.match(seen[1]!.text, /An IFSC has 11 characters/);
  assert.deepEqual(
    [(await forms.post("/details", DETAILS)).to, (await forms.post("/details", DETAILS)).to],
    [`/pay/${made.token}`, `/pay/${made.token}`],
  );
  seen.push(await forms.get());
  assert.match(seen[2]!.text, /••••1191/);
  assert.match(seen[2]!.text, /YES BANK|Yes Bank/i);
  assert.match(seen[2]!.text, /Rupees Five Hundred Only/);
  assert.equal((await forms.post("/confirm")).status, 303);
  seen.push(await forms.get());
  const { status, utr } = await view(world, merchant, made);
  assert.equal(status, "REDEEMED");
  assert.ok(seen[3]!.text.includes(utr!) && seen[3]!.text.includes("was paid"));
  for (const { text } of seen) assert.ok(!text.includes(ACCOUNT));
  // Other visitors of the link see that it was paid, but not where to.
  const { text } = await openForms(address, made.token).get();
  assert.ok(text.includes(utr!) && !text.includes("YESB0000262"));
  // The UTR itself may contain these digits.
  assert.doesNotMatch(text, /(?<!\w)1191(?!\w)/);
});

test("each field of a form has a length of its own, and a longer one is not read", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const forms = openForms(address, token);
  await proveIn(world, forms, merchant);
  for (const name of ["way", "account", "again", "ifsc", "vpa", "form", "draft", "code", "unheard_of"]) {
    assert.equal((await forms.post("/details", { ...DETAILS, [name]: "1".repeat(300) })).status, 400, name);
  }
  assert.equal((await forms.post("/details", { ...DETAILS, account: "1".repeat(60) })).status, 422);
  assert.equal((await forms.post("/details", DETAILS)).status, 303);
});

test("every answer is kept by no one, framed by no one, and loads nothing from elsewhere", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const forms = openForms(address, token);
  const answers = [
    await forms.get(),
    await forms.post("/password"),
    await forms.get(),
    await forms.get("/state"),
    await forms.post("/code", { code: "12" }),
    await openForms(address, "x".repeat(48)).get(),
    await forms.post("/confirm", {}, { "content-type": "application/json" }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 303, 200, 200, 422, 404, 415],
  );
  for (const { headers, text, status } of answers) {
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("x-frame-options"), "DENY");
    assert.doesNotMatch(text, /(?:src|href|action)="(?:https?:)?\/\//);
    if (status === 303 || !headers.get("content-type")?.includes("html")) continue;
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(rule), rule);
    assert.doesNotMatch(policy, /unsafe|script-src|\*/);
  }
});

test("the cookie is the browser's alone, and another one after the right code", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const forms = openForms(address, token);
  assert.equal((await forms.get()).headers.get("set-cookie"), null);
  const given = (await forms.post("/password")).headers.get("set-cookie")!;
  assert.match(given, /^flowgram-[0-9a-f]{12}=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/);
  const before = forms.cookie;
  await forms.get();
  await forms.post("/code", { code: await newestPassword(world, merchant) });
  assert.notEqual(forms.cookie, before);
  const stolen = openForms(address, token);
  stolen.cookie = before;
  assert.match((await stolen.get()).text, /First, confirm that it is you/);
  const { writeCookie } = await import("./page/visit.ts");
  assert.match(
    writeCookie(token, { session: "s", secure: true }),
    /^__Host-flowgram-\w{12}=s; Path=\/;.*; Secure$/,
  );
});

test("a form of another page, browser, link or site does nothing", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const forms = openForms(address, made.token);
  await proveIn(world, forms, merchant);
  const other = openForms(address, (await makeLink(world, merchant)).token);
  await other.post("/password");
  const foreign = /name="form" value="([^"]+)"/.exec((await other.get()).text)![1]!;
  const refusals = [
    await forms.post("/details", { ...DETAILS, form: "" }),
    await forms.post("/details", { ...DETAILS, form: foreign }),
    await forms.post("/details", DETAILS, { "sec-fetch-site": "cross-site" }),
    await forms.post("/details", DETAILS, { "sec-fetch-site": "same-site" }),
    await forms.post("/password", {}, { "sec-fetch-site": "cross-site" }),
    await forms.post("/details", DETAILS, { cookie: "" }),
  ];
  for (const { status, text } of refusals) {
    assert.equal(status, 403);
    assert.match(text, /This page is out of date/);
  }
  const drafts = await world.look("select from links.session where draft_id is not null and link_id = $1", [
    made.link.linkId,
  ]);
  assert.equal(drafts.length, 0);
  const twice = await fetch(`${address}/pay/${made.token}/details`, {
    method: "POST",
    body: new URLSearchParams([
      ["form", "a"],
      ["form", "b"],
    ]),
  });
  assert.equal(twice.status, 400);
  for (const path of ["/password", "/code", "/confirm"])
    assert.equal((await fetch(`${address}/pay/${made.token}${path}`, { redirect: "manual" })).status, 404);
});

test("after five guesses the page takes no code for an hour, and what is no code is no guess", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const forms = openForms(address, made.token);
  await forms.post("/password");
  await forms.get();
  const password = await newestPassword(world, merchant);
  for (const code of ["", "12345", "1234567", "abcdef", "१२३४५६", "12 34"]) {
    const { status, text } = await forms.post("/code", { code });
    assert.equal(status, 422);
    assert.match(text, /The code has six digits/);
  }
  const wrong = String((Number(password) + 1) % 1_000_000).padStart(6, "0");
  for (const left of ["4 tries are", "3 tries are", "2 tries are", "One try is"])
    assert.ok((await forms.post("/code", { code: wrong })).text.includes(left), left);
  const refused = await forms.post("/code", { code: wrong });
  assert.equal(refused.status, 429);
  assert.match(refused.text, /No code is accepted until .*\d\d:\d\d IST/);
  assert.match((await forms.get()).text, /No code is accepted until/);
  assert.doesNotMatch((await forms.get()).text, /Send me the code/);
  assert.equal((await forms.post("/code", { code: password })).status, 429);
  assert.equal((await forms.post("/password")).status, 429);
  assert.equal((await view(world, merchant, made)).status, "ACTIVE");
});

test("a code may be typed with a blank, is not sent twice in a minute, and an old one is not a wrong one", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  const forms = openForms(address, token);
  await forms.post("/password");
  await forms.get();
  const again = await forms.post("/password");
  assert.equal(again.status, 429);
  assert.match(again.text, /You can ask for another code from .*\d\d:\d\d IST/);
  // Another browser, a moment later, can enter the code that was already sent.
  const other = openForms(address, token);
  assert.equal((await other.post("/password")).status, 303);
  assert.match((await other.get()).text, /Enter the code/);
  await advance(world, merchant, 10 * 60_000);
  const old = await newestPassword(world, merchant);
  const stale = await forms.post("/code", { code: old });
  assert.equal(stale.status, 422);
  assert.match(stale.text, /That code no longer works/);
  await forms.post("/password");
  await forms.get();
  const fresh = await newestPassword(world, merchant);
  assert.equal((await forms.post("/code", { code: `${fresh.slice(0, 3)} ${fresh.slice(3)}` })).status, 303);
  assert.match((await forms.get()).text, /Where should the money go/);
  await advance(world, merchant, 31 * 60_000);
  const late = await forms.post("/details", DETAILS);
  assert.equal(late.status, 403);
  assert.match(late.text, /Your session has ended/);
});

test("names and remarks are text, whatever they are made of", async () => {
  const script = `<script>alert(1)</script>"'&`;
  const merchant = await world.makeMerchant({ name: script, balancePaise: 1_000_00n });
  const { token } = await makeLink(world, merchant, { name: `${script}\u202e` });
  const { text } = await openForms(address, token).get();
  assert.ok(!text.includes("<script>") && !text.includes("\u202e"));
  assert.ok(text.includes("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"));
  assert.equal(html`<p>${["<", html`<b>${">"}</b>`, null, false, 7]}</p>`.markup, "<p>&lt;<b>&gt;</b>7</p>");
});

test("only what can be paid is offered, and a wallet only for a mobile phone", async () => {
  const merchant = await world.makePayer();
  const waysOf = async (changes: object): Promise<string[]> => {
    const { token } = await makeLink(world, merchant, changes);
    const forms = openForms(address, token);
    await proveIn(world, forms, merchant);
    const { text } = await forms.get("/details");
    const links = [...text.matchAll(/\?way=(\w+)"/g)].map(([, way]) => way!);
    // A single mode is not offered as a choice.
    return links.length > 0 ? links : [/name="way" value="(\w+)"/.exec(text)![1]!];
  };
  assert.deepEqual(await waysOf({}), ["banktransfer", "upi", "paytm", "amazonpay"]);
  assert.deepEqual(await waysOf({ amountPaise: 10_001_00n }), ["banktransfer", "upi", "paytm"]);
  assert.deepEqual(await waysOf({ amountPaise: 1_00_001_00n }), ["banktransfer"]);
  assert.deepEqual(await waysOf({ phone: "1126543210" }), ["banktransfer", "upi"]);
  const modes = { unavailableModes: ["amazonpay"], disabledModes: ["banktransfer"], by: "system" } as const;
  await setModes(world.ctx, merchant.merchantId, modes);
  assert.deepEqual(await waysOf({}), ["upi", "paytm"]);
  const { token } = await makeLink(world, merchant);
  const forms = openForms(address, token);
  await proveIn(world, forms, merchant);
  assert.equal((await forms.post("/details", DETAILS)).to, `/pay/${token}`);
  assert.ok((await forms.get()).text.includes("Where should the money go?"));
});

test("an address that comes too often waits; the pages of others do not", async () => {
  const may = makeVisitLimit(3);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => may("192.0.2.1", 0)),
    [true, true, true, false],
  );
  assert.ok(may("192.0.2.2", 0) && may("192.0.2.1", 60_001));
  for (const ip of ["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8::3"]) assert.ok(may(ip, 0), ip);
  assert.equal(may("2001:0db8::4".replace("0db8", "db8"), 0), false);
  assert.ok(may("2001:db8:0:1::1", 0));
});

test("the page's colours are those of the product", () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
  const tokens = read("../../../../web/app/styles/tokens.css");
  const own = [...read("./page/style.css").matchAll(/--([\w-]+): (light-dark\([^)]*\));/g)];
  assert.ok(own.length > 20);
  for (const [, name, value] of own) assert.ok(tokens.includes(`--color-${name}: ${value};`), name);
});
