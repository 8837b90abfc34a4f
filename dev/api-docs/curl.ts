import { exampleOf } from "./example";
import { valuesOf } from "./example-values";
import type { ApiDocument, Operation, Parameter } from "./openapi";

/** The file that keeps the refresh cookie from one call to the next. */
const COOKIES = "cookies.txt";
const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A command for the shell that makes the call, with what it cannot do without and a body that fits its schema. */
export function curlOf(document: ApiDocument, path: string, method: string, call: Operation): string {
  const values = valuesOf(call);
  const sample = ({ name, schema }: Parameter) => String(exampleOf(schema, document, values, name));
  const base = document.servers[0]?.url ?? "";
  const verb = method.toUpperCase();
  const parameters = call.parameters ?? [];
  const by = new Set(call.security.flatMap((one) => Object.keys(one)));
  const cookie = by.has("cookie") && !by.has("bearer");
  const setsCookie = Object.values(call.responses).some(({ headers }) => headers && "Set-Cookie" in headers);

  const lines = [
    `curl${verb === "GET" ? "" : verb === "HEAD" ? " --head" : ` -X ${verb}`} ${quoted(base + address(path, parameters, sample))}`,
    ...(by.has("bearer") ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(cookie ? [`-b ${COOKIES}`] : []),
    ...(cookie || setsCookie ? [`-c ${COOKIES}`] : []),
    ...(cookie && UNSAFE.has(verb) ? [`-H ${quoted(`Origin: ${new URL(base).origin}`)}`] : []),
    ...parameters
      .filter((one) => one.in === "header" && one.required)
      .map((one) => `-H ${quoted(`${one.name}: ${sample(one)}`)}`),
    ...bodyOf(document, call),
  ];
  return lines.join(" \\\n  ");
}

/** The path with its parameters filled in, and the query that has to be there. */
function address(path: string, parameters: Parameter[], sample: (one: Parameter) => string): string {
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, sample(one)), path);
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(sample(one))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

function bodyOf(document: ApiDocument, call: Operation): string[] {
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!type) return [];
  const example = content?.schema ? exampleOf(content.schema, document, valuesOf(call)) : null;
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

/** In single quotes a shell expands nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
