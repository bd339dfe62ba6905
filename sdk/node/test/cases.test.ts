/** Runs the cases that all client libraries share on a running sandbox. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "../src/index.ts";
import { type Case, runCase } from "./run-case.ts";
import { RUN, stage } from "./stage.ts";

const file = join(import.meta.dirname, "../../cases/calls.json");
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };

/** Returns the date in India that is so many days ahead. */
const day = (ahead: number): string =>
  new Date(Date.now() + 19_800_000 + ahead * 86_400_000).toISOString().slice(0, 10);
const memory = new Map([
  ["run", RUN],
  ["account", `3${randomInt(1e10, 1e11)}`],
  ["today", day(0)],
  ["later", `${day(2)} 10:30:00`],
  ["expiry", day(7).replaceAll("-", "/")],
]);

const client = createClient(stage);
assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length, "each has its own name");

for (const one of cases) test(one.name, () => runCase(client, one, memory));
