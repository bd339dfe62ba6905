// The same call in five languages, written from the contract. Every one is a whole program that can be run.
import type { LanguageId } from "#ui/code-language.ts";
import type { ApiOperation } from "./api-operations.ts";

interface Call {
  method: string;
  path: string;
  headers: [name: string, variable: string, prefix: string][];
  body: string | undefined;
  /** The answer is a file, not JSON. */
  download: boolean;
}

/** Calls that answer with a file where there is one. */
export const DOWNLOADS: readonly string[] = ["getBatchTemplate", "getBatchFileResult", "getReportFile"];

/** Of several ids that may name what is asked for, the one that is shown. */
const NAMING: readonly string[] = ["transferId", "userId", "bulkValidationId"];

function callOf(operation: ApiOperation): Call {
  const query = operation.fields
    .filter((field) => field.where === "query" && (field.required || NAMING.includes(field.name)))
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
    download: DOWNLOADS.includes(operation.id),
  };
}

const examples: Record<string, string> = {
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

function curl({ method, path, headers, body }: Call): string {
  const lines = [
    `curl -s -X ${method} "$VITARAN${path}"`,
    ...headers.map(([name, variable, prefix]) => `-H "${name}: ${prefix}$${variable}"`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${indent(body, "  ")}'`]),
  ];
  return lines.join(" \\\n  ");
}

function node({ method, path, headers, body, download }: Call): string {
  const fields = headers.map(([name, variable, prefix]) => {
    const value = prefix === "" ? `process.env.${variable}` : `\`${prefix}\${process.env.${variable}}\``;
    return `    "${name}": ${value},`;
  });
  return [
    `const response = await fetch(process.env.VITARAN + "${path}", {`,
    `  method: "${method}",`,
    "  headers: {",
    ...fields,
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(body, "  ")}),`]),
    "});",
    `console.log(await response.${download ? "text" : "json"}());`,
  ].join("\n");
}

function python({ method, path, headers, body, download }: Call): string {
  const fields = headers.map(
    ([name, variable, prefix]) => `    "${name}": "${prefix}" + os.environ["${variable}"],`,
  );
  const data =
    body === undefined
      ? ""
      : `, json.dumps(${body.replaceAll(": true", ": True").replaceAll(": false", ": False")}).encode()`;
  return [
    "import json, os",
    "from urllib.request import Request, urlopen",
    "",
    `request = Request(os.environ["VITARAN"] + "${path}"${data}, method="${method}", headers={`,
    ...fields,
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    "})",
    download ? "print(urlopen(request).read().decode())" : "print(json.load(urlopen(request)))",
  ].join("\n");
}

function java({ method, path, headers, body }: Call): string {
  const fields = headers.map(
    ([name, variable, prefix]) => `        .header("${name}", "${prefix}" + System.getenv("${variable}"))`,
  );
  const publisher =
    body === undefined ? "noBody()" : `ofString("""\n            ${indent(body, "            ")}""")`;
  return [
    "import java.net.URI;",
    "import java.net.http.*;",
    "",
    "public class Call {",
    "  public static void main(String[] args) throws Exception {",
    `    var request = HttpRequest.newBuilder(URI.create(System.getenv("VITARAN") + "${path}"))`,
    ...fields,
    ...(body === undefined ? [] : ['        .header("Content-Type", "application/json")']),
    `        .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
    "        .build();",
    "    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());",
    "  }",
    "}",
  ].join("\n");
}

function php({ method, path, headers, body }: Call): string {
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
    "        'Content-Type: application/json',",
    "    ],",
    ...(body === undefined ? [] : [`    'content' => '${indent(body, "    ")}',`]),
    "]]));",
  ].join("\n");
}

const writers: Record<LanguageId, (call: Call) => string> = { curl, node, java, python, php };

export function apiSample(operation: ApiOperation, language: LanguageId): string {
  return writers[language](callOf(operation));
}
