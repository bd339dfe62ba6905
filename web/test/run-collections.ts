// Sends the requests of a collection in order, with its scripts, the same way as Postman and Bruno.
import { createContext, runInContext } from "node:vm";

/** The address of the server, and the key pair. */
export interface Environment {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** One request and its response. */
export interface Exchange {
  name: string;
  method: string;
  path: string;
  sent: string | undefined;
  status: number;
  type: string;
  text: string;
}

interface Field {
  key: string;
  value: string;
}

interface Script {
  listen: string;
  script: { exec: string[] };
}

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  event?: Script[];
  request?: {
    method: string;
    header: Field[];
    auth?: { type: string };
    body?: { raw: string };
    url: { raw: string };
  };
}

export interface PostmanCollection extends PostmanItem {
  item: PostmanItem[];
}

interface BrunoItem {
  type: "folder" | "http";
  name: string;
  items?: BrunoItem[];
  request?: {
    url: string;
    method: string;
    headers: { name: string; value: string }[];
    auth: { mode: string };
    body: { mode: "none" | "json" | "text"; json?: string; text?: string };
    script: { res: string };
  };
}

export interface BrunoCollection {
  items: BrunoItem[];
  root: { request: { script: { req: string } } };
}

/** A request of either kind of collection. */
interface Call {
  name: string;
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  before: string;
  after: string;
}

/** Makes the objects that scripts use, before a request or after its response. */
type Speak = (variables: Map<string, string>, exchange?: Exchange) => Record<string, unknown>;

async function sendAll(calls: Call[], environment: Environment, speak: Speak): Promise<Exchange[]> {
  const variables = new Map<string, string>(Object.entries(environment));
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? "");
  const exchanges: Exchange[] = [];
  for (const { name, method, url, headers, body, before, after } of calls) {
    await runScript(before, speak(variables));
    const address = fill(url);
    const sent = body === undefined ? undefined : fill(body);
    const answer = await fetch(address, {
      method,
      headers: headers.map(([key, value]): [string, string] => [key, fill(value)]),
      ...(sent === undefined ? {} : { body: sent }),
    });
    const type = answer.headers.get("content-type") ?? "";
    const text = await answer.text();
    const exchange = {
      name,
      method,
      path: new URL(address).pathname,
      sent,
      status: answer.status,
      type,
      text,
    };
    exchanges.push(exchange);
    await runScript(after, speak(variables, exchange));
  }
  return exchanges;
}

async function runScript(text: string, things: Record<string, unknown>): Promise<void> {
  await runInContext(`(async () => {\n${text}\n})()`, createContext(things));
  await Promise.all((things["waiting"] as Promise<unknown>[] | undefined) ?? []);
}

const flatten = <Item extends object>(items: Item[], within: (item: Item) => Item[] | undefined): Item[] =>
  items.flatMap((item) => {
    const inner = within(item);
    return inner === undefined ? [item] : flatten(inner, within);
  });

const linesOf = (event: Script[] | undefined, listen: string): string =>
  (event ?? [])
    .filter((one) => one.listen === listen)
    .flatMap(({ script }) => script.exec)
    .join("\n");

export function runPostman(collection: PostmanCollection, environment: Environment): Promise<Exchange[]> {
  const calls = flatten(collection.item, ({ item }) => item).map(({ name, event, request }): Call => {
    if (request === undefined) throw new Error(`${name} has no request`);
    const token: [string, string][] =
      request.auth === undefined ? [["Authorization", "Bearer {{token}}"]] : [];
    return {
      name,
      method: request.method,
      url: request.url.raw,
      headers: [...request.header.map(({ key, value }): [string, string] => [key, value]), ...token],
      body: request.body?.raw,
      before: linesOf(collection.event, "prerequest"),
      after: linesOf(event, "test"),
    };
  });
  return sendAll(calls, environment, speakPostman);
}

function speakPostman(variables: Map<string, string>, exchange?: Exchange): Record<string, unknown> {
  const waiting: Promise<unknown>[] = [];
  const store = {
    get: (name: string) => variables.get(name),
    set: (name: string, value: string) => void variables.set(name, value),
  };
  const sendRequest = (
    { url, method, header }: { url: string; method: string; header: Record<string, string> },
    then: (error: unknown, answer: unknown) => void,
  ) => {
    const asked = fetch(url, { method, headers: header }).then((answer) => answer.json());
    waiting.push(asked.then((heard: unknown) => then(null, { json: () => heard })));
  };
  const pm = {
    variables: store,
    collectionVariables: store,
    sendRequest,
    request: { body: { raw: exchange?.sent } },
    response: { code: exchange?.status, json: () => JSON.parse(exchange?.text ?? "") as unknown },
  };
  return { pm, waiting };
}

export function runBruno(collection: BrunoCollection, environment: Environment): Promise<Exchange[]> {
  const calls = flatten(collection.items, ({ items }) => items).map(({ name, request }): Call => {
    if (request === undefined) throw new Error(`${name} has no request`);
    const { auth, body } = request;
    const token: [string, string][] = auth.mode === "inherit" ? [["Authorization", "Bearer {{token}}"]] : [];
    return {
      name,
      method: request.method,
      url: request.url,
      headers: [...request.headers.map((one): [string, string] => [one.name, one.value]), ...token],
      body: body.json ?? body.text,
      before: collection.root.request.script.req,
      after: request.script.res,
    };
  });
  return sendAll(calls, environment, speakBruno);
}

function speakBruno(variables: Map<string, string>, exchange?: Exchange): Record<string, unknown> {
  const axios = {
    post: async (url: string, _: undefined, { headers }: { headers: Record<string, string> }) => ({
      data: (await (await fetch(url, { method: "POST", headers })).json()) as unknown,
    }),
  };
  const heard = (text: string): unknown =>
    exchange?.type.startsWith("application/json") ? JSON.parse(text) : text;
  return {
    require: () => axios,
    bru: {
      setVar: (name: string, value: string) => void variables.set(name, value),
      getVar: (name: string) => variables.get(name),
      getEnvVar: (name: string) => variables.get(name),
    },
    req: { getBody: () => exchange?.sent },
    res: { getStatus: () => exchange?.status, getBody: () => heard(exchange?.text ?? "") },
  };
}
