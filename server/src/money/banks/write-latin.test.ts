import assert from "node:assert/strict";
import { test } from "node:test";
import { isWritableName, type Letters, writeLatin, writeName } from "./write-latin.ts";

const FILE: Letters = { taken: /[A-Za-z0-9 /?:().,'+&<>-]/, max: 140 };
const LETTERS_ONLY: Letters = { taken: /[A-Za-z ]/, max: 20 };

test("names go out in the letters that a protocol takes", () => {
  const table: readonly (readonly [name: string, file: string, letters: string])[] = [
    ["आशा राव", "Asha Rav", "Asha Rav"],
    ["உமா மகேஸ்வரி", "Uma Mahesvari", "Uma Mahesvari"],
    ["José D’Souza", "Jose D'Souza", "Jose D Souza"],
    ["Łukasz Groß", "Lukasz Gross", "Lukasz Gross"],
    ["M/s. Ram & Sons – “Unit 2”", "M/s. Ram & Sons - 'Unit 2'", "M s Ram Sons Unit"],
    ["Asha 🙏🏽 Rao\n", "Asha Rao", "Asha Rao"],
    ["रवि 王", "Ravi", "Ravi"],
    ["ਗਿੱਲ १२", "Gill 12", "Gill"],
    ["A".repeat(200), "A".repeat(140), "A".repeat(20)],
  ];
  for (const [name, file, letters] of table) {
    assert.equal(writeName(name, FILE), file);
    assert.equal(writeName(name, LETTERS_ONLY), letters);
  }
  assert.equal(writeLatin("D’Souza", { taken: /[A-Za-z’]/, max: 50, apostrophe: "’" }), "D’Souza");
});

test("a name of which nothing can be written is known before, and no name is empty", () => {
  for (const name of ["王芳", "🙂", "عائشہ", "...", ""]) {
    assert.equal(isWritableName(name), false, name);
    assert.notEqual(writeName(name, LETTERS_ONLY), "");
  }
  for (const name of ["राम", "José", "Ravi 王", "24 Seven", "ன்"])
    assert.equal(isWritableName(name), true, name);
  assert.equal(writeLatin("🙂", FILE), "");
});
