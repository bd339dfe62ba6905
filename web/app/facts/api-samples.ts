// Writes the same call in five languages, from the contract. Each sample is a whole program that can be run.
import type { LanguageId } from "#ui/code-language.ts";
import type { ApiOperation, Field } from "./api-operations.ts";

interface Call {
  method: string;
  path: string;
  headers: [name: string, variable: string, prefix: string][];
  body: string | undefined;
  /** The media type of the body if it is a file beside the program. */
  fileType: string | undefined;
  /** True if the response is a file and not JSON. */
  download: boolean;
}

/** The file that samples send if a call takes one. */
export const SENT_FILE = {
  name: "salaries.csv",
  text: [
    "transferId,amount,name,phone,email,bankAccount,ifsc,remarks",
    "salary_1,1500.00,Ravi Traders,9876543210,accounts@ravi.example,026291800001191,YESB0000262,November",
    "salary_2,1500.00,Meera Works,9876543211,office@meera.example,00011020001772,HDFC0000001,November",
    "",
  ].join("\n"),
};

/** A call may accept several IDs for the same thing; samples show these. */
const NAMING: readonly string[] = ["transferId", "userId", "bulkValidationId"];

/** True if samples show this query parameter. */
export const isShown = ({ where, required, name }: Field): boolean =>
  where === "query" && (required || NAMING.includes(name));

function callOf(operation: ApiOperation): Call {
  const query = operation.fields
    .filter(isShown)
    .map((field) => `${field.name}=${examples[field.name] ?? "..."}`);
  const path = (operation.versions.at(-1)?.path ?? "").replace(
    /\{(\w+)\}/g,
    (_, name: string) => examples[name] ?? name,
  );
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${query.join("&")}` : path,
    headers:
      operation.id === "authorize"
        ? [
            ["X-Client-Id", "CLIENT_ID", ""],
            ["X-Client-Secret", "CLIENT_SECRET", ""],
          ]
        : [["Authorization", "TOKEN", "Bearer "]],
    body: operation.body === undefined ? undefined : JSON.stringify(operation.body, null, 2),
    fileType: operation.fileType,
    download: operation.download,
  };
}

/** The values that samples and the console use for parameters. */
export const examples: Readonly<Record<string, string>> = {
  beneId: "JOHN18011",
  bankAccount: "00111122233",
  ifsc: "HDFC0000001",
  transferId: "INV_2026_0002",
  name: "Ravi%20Traders",
  userId: "user_42",
  bulkValidationId: "payees_2026_11",
  batchTransferId: "salaries_11",
  cashgramId: "refund_2042",
  id: "01a1fe00-0000-7000-8000-000000000001",
  category: "transfer_failed",
  format: "BANK_ACCOUNT",
  phone: "9876543210",
  vpa: "success@upi",
};

const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

const contentType = ({ body, fileType }: Call): string | undefined =>
  fileType ?? (body === undefined ? undefined : "application/json");

function curl(call: Call): string {
  const { method, path, headers, body, fileType } = call;
  const type = contentType(call);
  const lines = [
    `curl -s -X ${method} "$VITARAN${path}"`,
    ...headers.map(([name, variable, prefix]) => `-H "${name}: ${prefix}$${variable}"`),
    ...(type === undefined ? [] : [`-H "Content-Type: ${type}"`]),
    ...(fileType === undefined ? [] : [`--data-binary @${SENT_FILE.name}`]),
    ...(body === undefined ? [] : [`-d '${indent(body, "  ")}'`]),
  ];
  return lines.join(" \\\n  ");
}

function node(call: Call): string {
  const { method, path, headers, body, fileType, download } = call;
  const type = contentType(call);
  const fields = headers.map(([name, variable, prefix]) => {
    const value = prefix === "" ? `process.env.${variable}` : `\`${prefix}\${process.env.${variable}}\``;
    return `    "${name}": ${value},`;
  });
  return [
    ...(fileType === undefined ? [] : ['import { readFile } from "node:fs/promises";', ""]),
    `const response = await fetch(process.env.VITARAN + "${path}", {`,
    `  method: "${method}",`,
    "  headers: {",
    ...fields,
    ...(type === undefined ? [] : [`    "Content-Type": "${type}",`]),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(body, "  ")}),`]),
    ...(fileType === undefined ? [] : [`  body: await readFile("${SENT_FILE.name}"),`]),
    "});",
    `console.log(await response.${download ? "text" : "json"}());`,
  ].join("\n");
}

/** Python writes True and False with a capital letter. */
const pythonBody = (body: string): string =>
  `json.dumps(${body.replaceAll(": true", ": True").replaceAll(": false", ": False")}).encode()`;

function python(call: Call): string {
  const { method, path, headers, body, fileType, download } = call;
  const type = contentType(call);
  const fields = headers.map(
    ([name, variable, prefix]) => `    "${name}": "${prefix}" + os.environ["${variable}"],`,
  );
  const sent = fileType === undefined ? body && pythonBody(body) : `open("${SENT_FILE.name}", "rb").read()`;
  const data = sent === undefined ? "" : `, ${sent}`;
  return [
    "import json, os",
    "from urllib.request import Request, urlopen",
    "",
    `request = Request(os.environ["VITARAN"] + "${path}"${data}, method="${method}", headers={`,
    ...fields,
    ...(type === undefined ? [] : [`    "Content-Type": "${type}",`]),
    "})",
    download ? "print(urlopen(request).read().decode())" : "print(json.load(urlopen(request)))",
  ].join("\n");
}

function javaPublisher({ body, fileType }: Call): string {
  if (fileType !== undefined) return `ofFile(Path.of("${SENT_FILE.name}"))`;
  if (body === undefined) return "noBody()";
  return `ofString("""\n            ${indent(body, "            ")}""")`;
}

function java(call: Call): string {
  const { method, path, headers, fileType } = call;
  const type = contentType(call);
  const fields = headers.map(
    ([name, variable, prefix]) => `        .header("${name}", "${prefix}" + System.getenv("${variable}"))`,
  );
  return [
    "import java.net.URI;",
    "import java.net.http.*;",
    ...(fileType === undefined ? [] : ["import java.nio.file.Path;"]),
    "",
    "public class Call {",
    "  public static void main(String[] args) throws Exception {",
    `    var request = HttpRequest.newBuilder(URI.create(System.getenv("VITARAN") + "${path}"))`,
    ...fields,
    ...(type === undefined ? [] : [`        .header("Content-Type", "${type}")`]),
    `        .method("${method}", HttpRequest.BodyPublishers.${javaPublisher(call)})`,
    "        .build();",
    "    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());",
    "  }",
    "}",
  ].join("\n");
}

function php(call: Call): string {
  const { method, path, headers, body, fileType } = call;
  const type = contentType(call);
  const fields = headers.map(
    ([name, variable, prefix]) => `        '${name}: ${prefix}' . getenv('${variable}'),`,
  );
  return [
    "<?php",
    `echo file_get_contents(getenv('VITARAN') . '${path}', false, stream_context_create(['http' => [`,
    `    'method' => '${method}',`,
    "    'ignore_errors' => true,",
    "    'header' => [",
    ...fields,
    ...(type === undefined ? [] : [`        'Content-Type: ${type}',`]),
    "    ],",
    ...(body === undefined ? [] : [`    'content' => '${indent(body, "    ")}',`]),
    ...(fileType === undefined ? [] : [`    'content' => file_get_contents('${SENT_FILE.name}'),`]),
    "]]));",
  ].join("\n");
}

const writers: Record<LanguageId, (call: Call) => string> = { curl, node, java, python, php };

export function apiSample(operation: ApiOperation, language: LanguageId): string {
  return writers[language](callOf(operation));
}
