/** A database with nothing in it, for tests of what makes schemas and roles. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { findTestServer, withClient } from "./postgres.ts";

/** Makes one and answers its owner's address; it goes when the test or file that made it ends. */
export async function makeEmptyDatabase(): Promise<string> {
  const { ownerUrl } = await findTestServer();
  const database = `empty_${randomBytes(8).toString("hex")}`;
  await withClient(ownerUrl, (client) => client.query(`create database ${database}`));
  after(async () => {
    await withClient(ownerUrl, (client) => client.query(`drop database ${database} with (force)`));
  });
  return new URL(`/${database}`, ownerUrl).href;
}
