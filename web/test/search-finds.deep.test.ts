// Runs the questions of readers on the built index.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { docsPages } from "#docs/navigation.ts";
import { makeSearch } from "#docs/search-engine.ts";
import type { IndexEntry } from "#docs/search-engine.ts";
import { questions, sectionQuestions } from "./search-questions.ts";
import { buildDir } from "./site.ts";

const file = readFileSync(join(buildDir, "client/docs-index.json"));
const entries = JSON.parse(file.toString()) as IndexEntry[];
const titles = new Map(entries.map(([address, title]) => [address, title]));
const search = makeSearch(entries);

const pageOf = (address: string) => (address.startsWith("/#") ? address : address.split("#")[0]);
const pagesFor = (question: string) => [...new Set(search(question).map(({ address }) => pageOf(address)))];

/** Returns the place of the first page that answers the question, or -1 if there is none. */
const placeFor = ([question, ...pages]: readonly [string, ...string[]]) =>
  pagesFor(question).findIndex((page) => pages.includes(page ?? ""));

test("questions that name a section lead to exactly that section; with the others they are a hundred", () => {
  assert.ok(questions.length + sectionQuestions.length >= 100);
  const missed = sectionQuestions.flatMap(([question, address]) => {
    const [first] = search(question);
    return first?.address === address ? [] : [`${question}: ${first?.address} instead of ${address}`];
  });
  assert.deepEqual(missed, []);
});

test("sixty questions lead to a page that answers them, four in five at once", () => {
  assert.ok(questions.length >= 60);
  const places = questions.map(placeFor);
  const share = (fits: (place: number) => boolean) => places.filter(fits).length / places.length;
  const missed = questions.flatMap(([question], at) =>
    places[at] === 0 ? [] : [`${question}: ${places[at]}`],
  );
  assert.ok(share((place) => place === 0) >= 0.8, missed.join("\n"));
  assert.ok(share((place) => place >= 0 && place < 3) >= 0.95, missed.join("\n"));
});

test("a page is found first by its own name, and by that in the singular", () => {
  for (const { label, path } of docsPages) {
    if (docsPages.some((other) => other.label === label && other.path !== path)) continue;
    const title = titles.get(path);
    if (title !== undefined) assert.equal(pagesFor(title)[0], path, title);
  }
  assert.equal(pagesFor("webhook")[0], "/payout/make-payouts/webhooks");
});

test("a short word finds only itself and what begins with it", () => {
  assert.deepEqual(search("qpi"), []);
  assert.ok(search("thresold").length > 0, "a longer one may have a letter wrong");
});

test("a question that no text answers whole is answered in part", () => {
  assert.ok(search("webhook zzzzqqqq").length > 0);
  assert.deepEqual(search("the of and"), []);
});

test("commands come after pages, and hits of a page stand together", () => {
  const addresses = search("list members").map(({ address }) => address);
  assert.ok(!addresses[0]?.includes("#command-"), addresses[0]);
  for (const [question] of questions) {
    const pages = search(question).map(({ address }) => address.split("#")[0]);
    const runs = pages.filter((page, at) => page !== pages[at - 1]).length;
    assert.equal(runs, new Set(pages).size, question);
  }
});

test("the index is fetched in no more than 60 kB", () => {
  assert.ok(gzipSync(file, { level: 9 }).length <= 60_000);
});
