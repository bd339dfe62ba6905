/** A merchant's webhook receiver that accepts everything. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { checkWebhook } from "../check-webhook.ts";
import type { World } from "../world.ts";

/** Starts it on the loopback address, which merchants of tests must allow first. */
export async function startReceiver(world: World): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      bodies.push(body);
      wrong.push(...checkWebhook(Object.fromEntries(new URLSearchParams(body))));
      response.writeHead(200).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
    assert.deepEqual(wrong, []);
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/webhooks`, bodies };
}
