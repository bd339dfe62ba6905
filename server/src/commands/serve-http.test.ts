import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { serveHttp } from "./serve-http.ts";

const world = await makeWorld({ environment: { PORT: "0" } });

test("whoever keeps a connection open, or never uses one, does not keep the server from ending", async (context) => {
  const { port, close } = await serveHttp(world.ctx, null);
  const unused = connect(port, "127.0.0.1");
  await once(unused, "connect");
  const agent = new Agent({ keepAlive: true });
  context.after(() => agent.destroy());
  const answered = once(get({ host: "127.0.0.1", port, path: "/readyz", agent }), "response");
  const [response] = (await answered) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.resume();
  await once(response, "end");
  await Promise.all([close(), once(unused, "close")]);
});
