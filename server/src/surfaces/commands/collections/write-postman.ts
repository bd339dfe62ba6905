import type { SampleCall } from "./list-calls.ts";

type Json = Readonly<Record<string, unknown>>;

/** Writes a Postman collection, format 2.1: folders by surface and tag, variables, token scripts. */
export function writePostman(calls: readonly SampleCall[]): Json {
  return {
    info: {
      name: "Vitaran",
      description: ABOUT,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: writeFolder(calls, 0),
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    event: [script("prerequest", BEFORE)],
    variable: Object.entries(DEFAULTS).map(([key, value]) => ({ key, value })),
  };
}

/** Writes the environment for it: the server's URL and the key pair. */
export function writePostmanEnvironment(): Json {
  const values = Object.entries(DEFAULTS).map(([key, value]) => ({
    key,
    value,
    type: key === "clientSecret" ? "secret" : "default",
    enabled: true,
  }));
  return { name: "Vitaran sandbox", values, _postman_variable_scope: "environment" };
}

const ABOUT =
  "Every call of the Vitaran API, written from its contract. Set `baseUrl`, `clientId` and `clientSecret`; the token " +
  "is fetched and renewed by itself, and every request carries new ids, so that it can be sent again as it stands.";

const DEFAULTS: Readonly<Record<string, string>> = {
  baseUrl: "http://localhost:8080",
  clientId: "",
  clientSecret: "",
};

function writeFolder(calls: readonly SampleCall[], depth: number): Json[] {
  const byFolder = Map.groupBy(calls, ({ folder }) => folder[depth]);
  return [...byFolder].flatMap(([name, within]) =>
    name === undefined ? within.map(writeItem) : [{ name, item: writeFolder(within, depth + 1) }],
  );
}

function writeItem({ title, about, method, path, query, headers, body, access, ...call }: SampleCall): Json {
  const address = query.map(([key, value]) => `${key}=${value}`).join("&");
  const url = {
    raw: `{{baseUrl}}${path}${address === "" ? "" : `?${address}`}`,
    host: ["{{baseUrl}}"],
    path: path.slice(1).split("/"),
    ...(query.length === 0 ? {} : { query: query.map(([key, value]) => ({ key, value })) }),
  };
  const language = headers.some(([, value]) => value === "application/json") ? "json" : "text";
  const after = remember(call);
  return {
    name: title,
    ...(after.length === 0 ? {} : { event: [script("test", after)] }),
    request: {
      method,
      header: headers.map(([key, value]) => ({ key, value })),
      ...(access === "keys" ? { auth: { type: "noauth" } } : {}),
      ...(body === undefined ? {} : { body: { mode: "raw", raw: body, options: { raw: { language } } } }),
      url,
      description: about,
    },
    response: [],
  };
}

const script = (listen: string, exec: readonly string[]): Json => ({
  listen,
  script: { type: "text/javascript", exec },
});

/** Returns the lines after an answer that store ids for later requests. */
function remember({ makes, keeps }: Pick<SampleCall, "makes" | "keeps">): string[] {
  if (makes.length + keeps.length === 0) return [];
  const keep = (name: string, value: string) => `  pm.collectionVariables.set("${name}", ${value});`;
  return [
    "if (pm.response.code < 300) {",
    "  const sent = pm.request.body.raw, heard = pm.response.json();",
    ...makes.map((name) => keep(name, `/"${name}"\\s*:\\s*"([^"]+)/.exec(sent)[1]`)),
    ...keeps.map(([name, place]) => keep(name, `heard.${place}`)),
    "}",
  ];
}

/** Before every request: a new number and today's dates, and a token if there is none for this key pair. */
const BEFORE = [
  "const now = Date.now();",
  "const day = (days) => new Date(now + 19800000 + days * 86400000).toISOString().slice(0, 10);",
  'const fresh = Math.max(Math.floor(now / 10), Number(pm.collectionVariables.get("fresh") || 0) + 1);',
  'pm.collectionVariables.set("fresh", String(fresh));',
  'pm.collectionVariables.set("today", day(0));',
  'pm.collectionVariables.set("linkExpiry", day(10).replaceAll("-", "/"));',
  'const clientId = pm.variables.get("clientId");',
  'const isCurrent = pm.collectionVariables.get("tokenOf") === clientId',
  '  && Number(pm.collectionVariables.get("tokenEnds")) > now + 30000;',
  "if (!isCurrent) {",
  "  pm.sendRequest({",
  '    url: pm.variables.get("baseUrl") + "/payout/v1/authorize",',
  '    method: "POST",',
  '    header: { "X-Client-Id": clientId, "X-Client-Secret": pm.variables.get("clientSecret") },',
  "  }, (error, answer) => {",
  "    if (error) throw error;",
  "    const { status, message, data } = answer.json();",
  '    if (status !== "SUCCESS") throw new Error(`No token: ${message}`);',
  '    pm.collectionVariables.set("token", data.token);',
  '    pm.collectionVariables.set("tokenOf", clientId);',
  '    pm.collectionVariables.set("tokenEnds", String(data.expiry * 1000));',
  "  });",
  "}",
];
