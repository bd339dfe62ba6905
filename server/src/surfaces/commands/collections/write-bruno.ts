import type { SampleCall } from "./list-calls.ts";

type Json = Readonly<Record<string, unknown>>;

/** Writes a Bruno collection as one file: folders by surface and tag, an environment, token scripts. */
export function writeBruno(calls: readonly SampleCall[]): Json {
  return {
    name: "Vitaran",
    version: "1",
    items: writeFolder(calls, 0),
    environments: [{ name: "Sandbox", variables: ENVIRONMENT }],
    root: {
      request: {
        auth: { mode: "bearer", bearer: { token: "{{token}}" } },
        script: { req: BEFORE.join("\n") },
      },
      docs: ABOUT,
    },
    brunoConfig: { version: "1", name: "Vitaran", type: "collection", ignore: ["node_modules", ".git"] },
  };
}

const ABOUT =
  "Every call of the Vitaran API, written from its contract. Choose the environment Sandbox and set `baseUrl`, " +
  "`clientId` and `clientSecret`; the token is fetched and renewed by itself, and every request carries new ids, so " +
  "that it can be sent again as it stands.";

const ENVIRONMENT = [
  { name: "baseUrl", value: "http://localhost:8080", type: "text", enabled: true, secret: false },
  { name: "clientId", value: "", type: "text", enabled: true, secret: false },
  { name: "clientSecret", value: "", type: "text", enabled: true, secret: true },
];

function writeFolder(calls: readonly SampleCall[], depth: number): Json[] {
  const byFolder = Map.groupBy(calls, ({ folder }) => folder[depth]);
  return [...byFolder].flatMap(([name, within], index) =>
    name === undefined
      ? within.map((call, at) => writeItem(call, at + 1))
      : [{ type: "folder", name, seq: index + 1, items: writeFolder(within, depth + 1) }],
  );
}

/** Names become file names in Bruno, which must not contain a slash. */
function writeItem(
  { title, about, method, path, query, headers, body, access, ...call }: SampleCall,
  seq: number,
): Json {
  const address = query.map(([name, value]) => `${name}=${value}`).join("&");
  const isJson = headers.some(([, value]) => value === "application/json");
  const mode = body === undefined ? "none" : isJson ? "json" : "text";
  return {
    type: "http",
    name: title.replaceAll("/", " or "),
    seq,
    request: {
      url: `{{baseUrl}}${path}${address === "" ? "" : `?${address}`}`,
      method,
      headers: headers.map(([name, value]) => ({ name, value, enabled: true })),
      params: query.map(([name, value]) => ({ name, value, type: "query", enabled: true })),
      auth: { mode: access === "keys" ? "none" : "inherit" },
      body: { mode, ...(body === undefined ? {} : { [mode]: body }), formUrlEncoded: [], multipartForm: [] },
      script: { res: remember(call).join("\n") },
      vars: { req: [], res: [] },
      assertions: [],
      tests: "",
      docs: about,
    },
  };
}

/** Returns the lines after an answer that store ids for later requests. */
function remember({ makes, keeps }: Pick<SampleCall, "makes" | "keeps">): string[] {
  if (makes.length + keeps.length === 0) return [];
  return [
    "if (res.getStatus() < 300) {",
    "  const sent = JSON.stringify(req.getBody() ?? {}), heard = res.getBody();",
    ...makes.map(
      (name) => `  bru.setVar("${name}", /"${name}\\\\?"\\s*:\\s*\\\\?"([^"\\\\]+)/.exec(sent)[1]);`,
    ),
    ...keeps.map(([name, place]) => `  bru.setVar("${name}", heard.${place});`),
    "}",
  ];
}

/** Before every request: a new number and today's dates, and a token if there is none for this key pair. */
const BEFORE = [
  'const axios = require("axios");',
  "const now = Date.now();",
  "const day = (days) => new Date(now + 19800000 + days * 86400000).toISOString().slice(0, 10);",
  'bru.setVar("fresh", String(Math.max(Math.floor(now / 10), Number(bru.getVar("fresh") ?? 0) + 1)));',
  'bru.setVar("today", day(0));',
  'bru.setVar("linkExpiry", day(10).replaceAll("-", "/"));',
  'const clientId = bru.getEnvVar("clientId");',
  'const isCurrent = bru.getVar("tokenOf") === clientId && Number(bru.getVar("tokenEnds")) > now + 30000;',
  "if (!isCurrent) {",
  '  const headers = { "X-Client-Id": clientId, "X-Client-Secret": bru.getEnvVar("clientSecret") };',
  '  const answer = await axios.post(bru.getEnvVar("baseUrl") + "/payout/v1/authorize", undefined, {',
  "    headers,",
  "    validateStatus: () => true,",
  "  });",
  "  const { status, message, data } = answer.data;",
  '  if (status !== "SUCCESS") throw new Error(`No token: ${message}`);',
  '  bru.setVar("token", data.token);',
  '  bru.setVar("tokenOf", clientId);',
  '  bru.setVar("tokenEnds", String(data.expiry * 1000));',
  "}",
];
