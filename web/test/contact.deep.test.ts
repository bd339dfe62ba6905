// The contact form: its texts, its challenge and its two messages. Nothing leaves the page.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { captchaSymbols, makeCaptcha } from "#site/contact/captcha.ts";
import { makeSender } from "#site/contact/send-contact.ts";
import { contactFields, validateContact } from "#site/contact/validate-contact.ts";
import type { ContactValues } from "#site/contact/validate-contact.ts";
import { browserTest, openSite } from "./site.ts";
import { test } from "node:test";

const site = openSite();

const emptyContact = Object.fromEntries(contactFields.map((field) => [field, ""])) as ContactValues;
const filled = {
  firstName: "Ravi",
  lastName: "Rao",
  email: "ravi@shop.example",
  phone: "9876543210",
  message: "How do we start?",
  captchaInput: "x",
};

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value);
}

const code = (page: Page) => page.getByTestId("captcha").innerText();
const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
const errors = (page: Page) => page.locator("form [id$=-error]").allInnerTexts();

test("every rule has its text", () => {
  assert.deepEqual(validateContact(emptyContact), {
    firstName: "First name is required",
    lastName: "Last name is required",
    email: "Email is required",
    phone: "Phone is required",
    message: "Message is required",
    captchaInput: "Captcha is required",
  });
  assert.deepEqual(validateContact(filled), {});
  for (const email of ["ravi", "ravi@shop", "@shop.example", "ravi rao@shop.example", "ravi@"]) {
    assert.equal(validateContact({ ...filled, email }).email, "Invalid email format", email);
  }
  for (const phone of ["123456789", "1234567890123456", "98765 43210", "+919876543210", "98765abcde"]) {
    assert.equal(validateContact({ ...filled, phone }).phone, "Phone must be 10–15 digits", phone);
  }
  for (const phone of ["1234567890", "123456789012345"])
    assert.equal(validateContact({ ...filled, phone }).phone, undefined);
});

test("the challenge has six of 32 symbols, without I, O, 0 and 1", () => {
  assert.equal(new Set(captchaSymbols).size, 32);
  assert.doesNotMatch(captchaSymbols, /[IO01]/);
  const seen = new Set(Array.from({ length: 500 }, makeCaptcha).join(""));
  assert.deepEqual([...seen].sort(), [...captchaSymbols].sort());
  assert.match(makeCaptcha(), /^[A-HJ-NP-Z2-9]{6}$/);
});

test("a message is sent once while it is under way, and another one after it", async (context) => {
  const answers: ((answer: Response) => void)[] = [];
  const bodies: unknown[] = [];
  context.mock.method(globalThis, "fetch", async (_address: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return new Promise<Response>((resolve) => answers.push(resolve));
  });
  const send = makeSender("/api/contact");
  const twice = [send(filled), send(filled)];
  assert.equal(bodies.length, 1);
  answers[0]!(new Response(null, { status: 500 }));
  assert.deepEqual(await Promise.all(twice), [false, false]);
  const again = send({ ...filled, message: "Are you there?" });
  answers[1]!(new Response(null, { status: 204 }));
  assert.equal(await again, true);
  const { captchaInput: _challenge, ...message } = filled;
  assert.equal(await makeSender("")(filled), true);
  assert.deepEqual(bodies, [message, { ...message, message: "Are you there?" }]);
});

for (const path of ["/", "/contact-page"]) {
  browserTest(`on ${path} errors appear once a field was touched, on change and on blur`, async () => {
    const { page, complaints } = await site.open(path);
    assert.deepEqual(await errors(page), []);
    await page.locator('[name="firstName"]').focus();
    await page.locator('[name="lastName"]').focus();
    assert.deepEqual(await errors(page), ["First name is required"]);
    await page.locator('[name="email"]').pressSequentially("ra");
    assert.deepEqual(await errors(page), [
      "First name is required",
      "Last name is required",
      "Invalid email format",
    ]);
    await fill(page, { firstName: "Ravi", lastName: "Rao", email: "ravi@shop.example", phone: "12" });
    assert.deepEqual(await errors(page), ["Phone must be 10–15 digits"]);
    assert.equal(await page.locator('[name="phone"]').getAttribute("aria-invalid"), "true");
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  browserTest(`on ${path} an empty form shows all six errors and goes to the first`, async () => {
    const { page } = await site.open(path);
    await submit(page);
    assert.deepEqual(await errors(page), Object.values(validateContact(emptyContact)));
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "firstName");
    await page.context().close();
  });

  browserTest(
    `on ${path} a wrong challenge is told and replaced; the right one is thanked for, and nothing is sent`,
    async () => {
      const { page, complaints } = await site.open(path);
      const requests: string[] = [];
      // The page may still fetch a font or ask for the sandbox key. Any other request would send data.
      page.on("request", (request) => {
        const isAsked = request.method() === "GET" && !request.url().includes("?");
        if (!isAsked) requests.push(`${request.method()} ${request.url()}`);
      });
      const first = await code(page);
      await fill(page, { ...filled, captchaInput: first.toLowerCase() });
      await submit(page);
      await page
        .getByRole("alert")
        .filter({ hasText: "Captcha does not match! Please try again." })
        .waitFor();
      const second = await code(page);
      assert.notEqual(second, first);
      assert.equal(await page.locator('[name="message"]').inputValue(), filled.message);
      await fill(page, { captchaInput: second });
      await submit(page);
      const thanks = page.getByRole("alert").filter({ hasText: "Thank you for submitting!" });
      await thanks.waitFor();
      assert.equal(await thanks.locator("svg").count(), 1);
      assert.notEqual(await code(page), second);
      for (const name of Object.keys(filled))
        assert.equal(await page.locator(`[name="${name}"]`).inputValue(), "", name);
      assert.deepEqual(await errors(page), []);
      assert.deepEqual(requests, []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );
}

browserTest("the challenge is new at each load and with Refresh", async () => {
  const { page } = await site.open("/contact-page");
  const seen = [await code(page)];
  for (let round = 0; round < 3; round++) {
    await page.getByRole("button", { name: "Refresh" }).click();
    seen.push(await code(page));
  }
  await page.reload();
  await page.waitForFunction(
    () => (document.querySelector("[data-testid=captcha]")?.textContent ?? "").length === 6,
  );
  seen.push(await code(page));
  assert.equal(new Set(seen).size, seen.length);
  for (const one of seen) assert.match(one, /^[A-HJ-NP-Z2-9]{6}$/);
  await page.context().close();
});

browserTest("the whole form can be filled and sent by keyboard", async () => {
  const { page } = await site.open("/contact-page");
  const given = [filled.firstName, filled.lastName, filled.email, filled.phone, filled.message];
  await page.locator('[name="firstName"]').focus();
  for (const value of given) {
    await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Refresh");
  await page.keyboard.press("Enter");
  const wanted = await code(page);
  await page.keyboard.press("Tab");
  await page.keyboard.type(wanted);
  await page.keyboard.press("Enter");
  await page.getByText("Thank you for submitting!").waitFor();
  await page.context().close();
});
