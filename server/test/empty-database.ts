/** An empty database, for tests of code that creates schemas and roles. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { findTestServer, withClient } from "./postgres.ts";

/** Creates an empty database and returns its owner's address; it is dropped after the test or file that created it. */
export async function makeEmptyDatabase(): Promise<string> {
  const { ownerUrl } = await findTestServer();
  const database = `empty_${randomBytes(8).toString("hex")}`;
  await withClient(ownerUrl, (client) => client.query(`create database ${database}`));
  after(async () => {
    await withClient(ownerUrl, (client) => client.query(`drop database ${database} with (force)`));
  });
  return new URL(`/${database}`, ownerUrl).href;
}
