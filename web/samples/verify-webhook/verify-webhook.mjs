import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { CLIENT_SECRET, PORT = "8443" } = process.env;

/** Whether the fields were signed with your client secret. */
function isGenuine({ signature = "", ...fields }) {
  const values = Object.keys(fields).sort().map((key) => fields[key]).join("");
  const expected = createHmac("sha256", CLIENT_SECRET).update(values).digest("base64");
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const fields = Object.fromEntries(new URLSearchParams(body));
  const genuine = isGenuine(fields);
  console.log(fields.event ?? "no event", genuine ? "is genuine" : "is not genuine");
  response.writeHead(genuine ? 200 : 400).end();
}).listen(Number(PORT));
