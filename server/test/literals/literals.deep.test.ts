import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOfProcess } from "#operator";
import { answersOf, operations } from "#api";
import { makeWorld } from "#test/world";
import { allCauses } from "./all-causes.ts";
import type { Cause } from "./cause.ts";
import { checkSchema } from "./check-schema.ts";
import { openStage, type Client, type Heard, type StatusMode } from "./stage.ts";

const world = await makeWorld();
const stage = await openStage(world);
const clients: Readonly<Record<StatusMode, Client>> = {
  rest: await stage.makeClient("rest"),
  "always-200": await stage.makeClient("always-200"),
};

const byOperation = Map.groupBy(allCauses, ({ operation, version }) => `${operation} ${version}`);

for (const [name, causes] of byOperation) {
  test(name, async (context) => {
    for (const cause of causes) {
      for (const mode of ["rest", "always-200"] as const) {
        await context.test(`${cause.answer} (${mode})`, async () => {
          checkHeard(cause, await cause.cause(clients[mode]), mode);
        });
      }
    }
  });
}

function checkHeard(cause: Cause, heard: Heard, mode: StatusMode): void {
  const operation = operations.find(({ name }) => name === cause.operation)!;
  const answer = answersOf(operation, cause.version as "v1")[cause.answer];
  assert.ok(answer !== undefined, "the operation has this answer");
  const { body } = heard;
  const { status, subCode } = answer;
  const message = (cause.message ?? answer.message).replace("{operatorEmail}", operatorOfProcess().email);
  const idSaid = message.replace("{id}", body.message.split(" ").at(-1)!);
  // The value of `{first}` is at the end of the message.
  const said = idSaid.replace("{first}", body.message.slice(idSaid.indexOf("{first}")));
  assert.deepEqual(
    { status: body.status, subCode: body.subCode, message: body.message },
    { status, subCode, message: said },
  );
  assert.equal(heard.httpStatus, mode === "always-200" ? 200 : answer.httpStatus);
  assert.match(heard.headers.get("x-request-id") ?? "", /^.{1,100}$/);
  const shown = operation.data?.examples[cause.answer];
  if (shown !== undefined) assert.deepEqual(checkSchema(operation.data!.schema, body.data), []);
  else assert.equal(body.data, undefined);
  const { beside } = operation;
  if (beside !== undefined && cause.answer in beside.examples)
    assert.deepEqual(checkSchema(beside.schema, body), []);
  if (subCode === "429" || subCode === "503") assert.ok(Number(heard.headers.get("retry-after")) > 0);
  assert.ok(!JSON.stringify(body).includes('\\"'), "no quotes within strings");
}
