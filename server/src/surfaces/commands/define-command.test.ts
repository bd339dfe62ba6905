import assert from "node:assert/strict";
import { test } from "node:test";
import { Command } from "commander";
import { operationCommand } from "./define-command.ts";

test("an operation on a merchant becomes a command if all its required fields have options", async () => {
  const run = (operation: string, options: Record<string, string>) => {
    const program = new Command();
    operationCommand(program, operation, { name: "x", says: "x", options });
    const words = Object.keys(options).flatMap((name) => [`--${name}`, "7"]);
    return program.parseAsync(["x", "--merchant", "01a20000-0000-7000-8000-000000000000", ...words], {
      from: "user",
    });
  };
  await assert.rejects(run("endBlockedPayee", { because: "--because <reason>" }), /no option sets blockId/);
  await assert.rejects(run("listMembers", {}), /listMembers is not about one merchant/);
  const block = { blockId: "--blockId <id>", because: "--because <reason>" };
  await assert.rejects(
    run("endBlockedPayee", block),
    /'--blockId <id>' argument '7' is invalid. It is not an ID/,
  );
});
