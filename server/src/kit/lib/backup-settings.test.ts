import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) => readConfig(environment).backups;
const AWS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };

test("without BACKUP_TO no backups are kept, and with it the rest has defaults", () => {
  assert.equal(read({ BACKUP_AT: "nonsense" }), null);
  assert.deepEqual(read({ BACKUP_TO: "/safe" }), {
    to: { folder: "/safe" },
    atMinutes: [150],
    keep: 14,
    drill: true,
    keys: [],
  });
  const set = { BACKUP_TO: "/safe", BACKUP_AT: "14:30, 02:30,14:30", BACKUP_KEEP: "3", BACKUP_DRILL: "off" };
  const { atMinutes, keep, drill } = read(set)!;
  assert.deepEqual([atMinutes, keep, drill], [[150, 870], 3, false]);
});

test("a bucket is in Mumbai unless another region or store is named", () => {
  const { to } = read({ ...AWS, BACKUP_TO: "s3://safe-place" })!;
  assert.deepEqual(to, {
    s3: {
      bucket: "safe-place",
      prefix: "",
      endpoint: "https://s3.ap-south-1.amazonaws.com",
      region: "ap-south-1",
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    },
  });
  const other = { BACKUP_TO: "s3://safe/a/b/", BACKUP_ENDPOINT: "https://minio.internal:9000/" };
  const { to: there } = read({ ...AWS, ...other, AWS_SESSION_TOKEN: "token", AWS_REGION: "us-east-1" })!;
  assert.ok("s3" in there);
  assert.deepEqual(
    [there.s3.prefix, there.s3.endpoint, there.s3.region, there.s3.credentials.sessionToken],
    ["a/b/", "https://minio.internal:9000", "us-east-1", "token"],
  );
});

test("a setting that cannot be used stops the start and is named", () => {
  const bad: [string, Record<string, string>][] = [
    ["BACKUP_TO", { BACKUP_TO: "backups" }],
    ["BACKUP_TO", { ...AWS, BACKUP_TO: "s3://Upper" }],
    ["BACKUP_TO", { ...AWS, BACKUP_TO: "s3://safe/a b" }],
    ["BACKUP_AT", { BACKUP_TO: "/safe", BACKUP_AT: "24:00" }],
    ["BACKUP_KEEP", { BACKUP_TO: "/safe", BACKUP_KEEP: "0" }],
    ["BACKUP_DRILL", { BACKUP_TO: "/safe", BACKUP_DRILL: "yes" }],
    ["BACKUP_KEY", { BACKUP_TO: "/safe", BACKUP_KEY: "short" }],
    ["AWS_ACCESS_KEY_ID", { BACKUP_TO: "s3://safe" }],
    ["AWS_SECRET_ACCESS_KEY", { BACKUP_TO: "s3://safe", AWS_ACCESS_KEY_ID: "id" }],
    ["AWS_REGION", { ...AWS, BACKUP_TO: "s3://safe", AWS_REGION: "x/y" }],
    ["BACKUP_ENDPOINT", { ...AWS, BACKUP_TO: "s3://safe", BACKUP_ENDPOINT: "minio" }],
  ];
  for (const [setting, environment] of bad)
    assert.throws(() => read(environment), { name: "ConfigError", setting }, JSON.stringify(environment));
});
