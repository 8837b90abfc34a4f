import { createExample } from "./example";
import { getExampleValues } from "./example-values";
import type { ApiDocument, Operation, Parameter } from "./openapi";

/** File for the refresh cookie. */
const COOKIES = "cookies.txt";
const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A curl command with all required parameters and a valid body. */
export function toCurl(document: ApiDocument, path: string, method: string, call: Operation): string {
  const values = getExampleValues(call);
  const sample = ({ name, schema }: Parameter) => String(createExample(schema, document, values, name));
  const base = document.servers[0]?.url ?? "";
  const verb = method.toUpperCase();
  const parameters = call.parameters ?? [];
  const auth = new Set(call.security.flatMap((scheme) => Object.keys(scheme)));
  const cookie = auth.has("cookie") && !auth.has("bearer");
  const setsCookie = Object.values(call.responses).some(({ headers }) => headers && "Set-Cookie" in headers);

  const lines = [
    `curl${verb === "GET" ? "" : verb === "HEAD" ? " --head" : ` -X ${verb}`} ${quote(base + toUrlPath(path, parameters, sample))}`,
    ...(auth.has("bearer") ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(cookie ? [`-b ${COOKIES}`] : []),
    ...(cookie || setsCookie ? [`-c ${COOKIES}`] : []),
    ...(cookie && UNSAFE.has(verb) ? [`-H ${quote(`Origin: ${new URL(base).origin}`)}`] : []),
    ...parameters
      .filter((parameter) => parameter.in === "header" && parameter.required)
      .map((parameter) => `-H ${quote(`${parameter.name}: ${sample(parameter)}`)}`),
    ...toBodyArguments(document, call),
  ];
  return lines.join(" \\\n  ");
}

/** The path with its parameters filled in, and the required query. */
function toUrlPath(path: string, parameters: Parameter[], sample: (parameter: Parameter) => string): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, sample(parameter)), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(sample(parameter))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

function toBodyArguments(document: ApiDocument, call: Operation): string[] {
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!type) return [];
  const example = content?.schema ? createExample(content.schema, document, getExampleValues(call)) : null;
  if (type === "application/json") {
    return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example, null, 2))}`];
  }
  if (type === "application/x-www-form-urlencoded") {
    return Object.entries(example ?? {}).map(
      ([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`,
    );
  }
  return [`-H 'Content-Type: ${type}'`, "--data-binary @file"];
}

/** Single quotes prevent shell expansion. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
