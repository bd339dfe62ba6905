import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { CLIENT_SECRET, PORT = "8443" } = process.env;

/** Whether the body, as it came, was signed with your client secret. */
function isGenuine({ "x-webhook-timestamp": timestamp = "", "x-webhook-signature": signature = "" }, body) {
  const expected = createHmac("sha256", CLIENT_SECRET).update(timestamp).update(body).digest("base64");
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const genuine = isGenuine(request.headers, body);
  console.log(genuine ? `${JSON.parse(body).type} is genuine` : "not genuine");
  response.writeHead(genuine ? 200 : 400).end();
}).listen(Number(PORT));
