import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmailAddress, isPhoneNumber, writeMessage } from "#messages";

test("whatever stands in a message is text in its HTML, and one line of its plain text", () => {
  const hostile = `<img src=x onerror="alert('1')">&\r\nBcc: other@example.com\u0000\u202e`;
  const { subject, text, html } = writeMessage({
    subject: hostile,
    paragraphs: [hostile],
    code: hostile,
    link: { label: hostile, url: `https://pay.example/"><script>` },
    table: { columns: [hostile], rows: [[hostile]] },
    closing: hostile,
  });
  assert.doesNotMatch(html, /<(?:img|script)|onerror="|Bcc: other@example\.com\n/);
  assert.equal(html.split("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;").length, 8);
  assert.doesNotMatch(subject + html, /[\p{Cc}\u202a-\u202e]/u);
  assert.doesNotMatch(text, /^Bcc/m);
  assert.match(html, /href="https:\/\/pay\.example\/%22%3E%3Cscript%3E"/);
});

test("a message loads nothing and links only to http and https", () => {
  const { html } = writeMessage({ subject: "Hello", paragraphs: ["World"] });
  assert.doesNotMatch(html, /src=|url\(|@import|<link|<script/);
  for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]) {
    assert.throws(() => writeMessage({ subject: "", paragraphs: [], link: { label: "x", url } }));
  }
});

test("an e-mail address is one plain mailbox", () => {
  for (const good of [
    "asha.rao@example.com",
    "a+b@x-y.co.in",
    "o'neil@example.org",
    `${"a".repeat(64)}@example.com`,
  ]) {
    assert.ok(isEmailAddress(good), good);
  }
  for (const bad of [
    "",
    "asha",
    "asha@localhost",
    "asha@@example.com",
    "asha@example.com, other@example.com",
    "Asha <asha@example.com>",
    "asha@example.com\r\nBcc: x@example.com",
    '"asha rao"@example.com',
    ".asha@example.com",
    "asha@-example.com",
    "asha@example..com",
    "asha@example.com\n",
    "आशा@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(63)}.com`,
  ]) {
    assert.ok(!isEmailAddress(bad), bad);
  }
});

test("a phone number is 10 to 15 digits", () => {
  for (const good of ["9876543210", "+919876543210", "123456789012345"]) assert.ok(isPhoneNumber(good), good);
  for (const bad of ["", "987654321", "1234567890123456", "98765 43210", "98765x3210", "9876543210\n"])
    assert.ok(!isPhoneNumber(bad), bad);
});
