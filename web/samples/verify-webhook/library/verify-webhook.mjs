import { createServer } from "node:http";
import { SignatureError, verifyWebhook } from "@vitaran/node";

const clientSecret = process.env.CLIENT_SECRET;
const { PORT = "8443" } = process.env;

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { headers } = request;
  try {
    const event = verifyWebhook({ body: Buffer.concat(parts), headers, clientSecret });
    console.log(`${event.type} is genuine`, event.data);
    response.writeHead(200).end();
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    response.writeHead(400).end();
  }
}).listen(Number(PORT));
