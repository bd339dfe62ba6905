// The same with two homes, each on a server of its own and with a merchant.
process.env.VITARAN_TEST_HOMES = "2";
await import("./t42-everything-fails.deep.test.ts");
