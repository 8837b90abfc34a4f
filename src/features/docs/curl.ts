import { exampleOf } from "./example";
import type { ApiDocument, Operation, Parameter } from "./openapi";

/** The file that keeps the refresh cookie from one call to the next. */
const COOKIES = "cookies.txt";
const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A command for the shell that makes the call, with what it cannot do without and a body that fits its schema. */
export function curlOf(document: ApiDocument, path: string, method: string, call: Operation): string {
  const base = document.servers[0]?.url ?? "";
  const verb = method.toUpperCase();
  const parameters = call.parameters ?? [];
  const by = new Set(call.security.flatMap((one) => Object.keys(one)));
  const cookie = by.has("cookie") && !by.has("bearer");
  const setsCookie = Object.values(call.responses).some(({ headers }) => headers && "Set-Cookie" in headers);

  const lines = [
    `curl${verb === "GET" ? "" : verb === "HEAD" ? " --head" : ` -X ${verb}`} ${quoted(base + address(document, path, parameters))}`,
    ...(by.has("bearer") ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(cookie ? [`-b ${COOKIES}`] : []),
    ...(cookie || setsCookie ? [`-c ${COOKIES}`] : []),
    ...(cookie && UNSAFE.has(verb) ? [`-H ${quoted(`Origin: ${new URL(base).origin}`)}`] : []),
    ...parameters
      .filter((one) => one.in === "header" && one.required)
      .map((one) => `-H ${quoted(`${one.name}: ${sampleOf(document, one)}`)}`),
    ...bodyOf(document, call),
  ];
  return lines.join(" \\\n  ");
}

/** The path with its parameters filled in, and the query that has to be there. */
function address(document: ApiDocument, path: string, parameters: Parameter[]): string {
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, sampleOf(document, one)), path);
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(sampleOf(document, one))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

const sampleOf = (document: ApiDocument, { name, schema }: Parameter) =>
  String(exampleOf(schema, document, name));

function bodyOf(document: ApiDocument, { requestBody }: Operation): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type) return [];
  const example = content?.schema ? exampleOf(content.schema, document) : null;
  if (type === "application/json") {
    return [`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(example, null, 2))}`];
  }
  if (type === "application/x-www-form-urlencoded") {
    return Object.entries(example ?? {}).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
    );
  }
  return [`-H 'Content-Type: ${type}'`, "--data-binary @file"];
}

/** In single quotes a shell reads nothing but what stands there. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
