import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError } from "./errors.ts";
import { hashPassword, isPassword } from "./password.ts";

test("a password is kept as argon2id with a salt of its own, and found right again", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(await isPassword("correct horse", one), true);
  assert.equal(await isPassword("correct horse ", one), false);
  assert.equal(await isPassword("", one), false);
});

test("one letter typed in two ways is one password", async () => {
  assert.equal(await isPassword("caf\u00e9 au lait", await hashPassword("cafe\u0301 au lait")), true);
});

test("a kept text of the usual form from elsewhere is read with its own cost", async () => {
  // A vector of the reference implementation's own tests.
  const kept = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal(await isPassword("password", kept), true);
});

test("passwords shorter than 8 or longer than 128 characters are refused", async () => {
  for (const password of ["", "1234567", "x".repeat(129)]) {
    await assert.rejects(hashPassword(password), (error) => AccessError.is(error, "bad_password"));
  }
});
