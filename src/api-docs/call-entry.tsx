import { anchors } from "./anchors";
import type { ChapterCall } from "./chapters";
import { CodeBlock } from "./code-block";
import { toCurl } from "./curl";
import { createExample } from "./example";
import { getExampleValues } from "./example-values";
import { FieldList } from "./field-list";
import { type ApiField, listCodes, listFields, listLimits, listTypes } from "./fields";
import { FormattedText } from "./formatted-text";
import {
  type ApiDocument,
  type ApiResponse,
  getComponentName,
  isProblem,
  type Operation,
  type Parameter,
} from "./openapi";

/** One call: description, authentication, parameters, body, responses and an example. */
export function CallEntry({ call, document }: { call: ChapterCall; document: ApiDocument }) {
  const { path, method, operation } = call;
  const { parameters = [], requestBody } = operation;
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return (
    <article className="api-call" id={anchors.call(operation.operationId)}>
      <h3>{operation.summary}</h3>
      <p className="api-call__line" translate="no">
        <Method method={method} />
        <code>
          <BreakablePath path={path} />
        </code>
      </p>
      {operation.description === undefined ? null : (
        <p>
          <FormattedText text={operation.description} />
        </p>
      )}
      <p className="api-call__who">
        <FormattedText text={describeAuth(operation)} />
      </p>

      {parameters.length > 0 ? (
        <>
          <h4>Parameters</h4>
          <FieldList side="request" fields={parameters.map(toField)} />
        </>
      ) : null}

      {bodyType ? (
        <>
          <h4>
            Body <code className="api-call__media">{listMediaTypes(requestBody)}</code>
          </h4>
          {body?.schema ? (
            <FieldList fields={listFields(body.schema)} side="request" />
          ) : (
            <p>The content of the file.</p>
          )}
        </>
      ) : null}

      <h4>Responses</h4>
      <ResponseList call={operation} />

      <details className="api-example">
        <summary>Example</summary>
        <CodeBlock>{toCurl(document, path, method, operation)}</CodeBlock>
        <ExampleResponse operation={operation} document={document} />
      </details>
    </article>
  );
}

export const Method = ({ method }: { method: string }) => (
  <span className={`api-method api-method--${method}`}>{method.toUpperCase()}</span>
);

/** A path that wraps only after a slash or an underscore. */
function BreakablePath({ path }: { path: string }) {
  return path.split(/(?<=[/_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    <span key={index}>
      {part}
      <wbr />
    </span>
  ));
}

function describeAuth({ security }: Operation): string {
  const names = new Set(security.flatMap((schemes) => Object.keys(schemes)));
  if (names.size === 0) return "No authentication required.";
  if (security.some((schemes) => Object.keys(schemes).length === 0)) {
    return "Authentication is optional. With an access token the response contains more.";
  }
  if (names.has("address"))
    return "Requires an access token, in the header or in the query parameter `auth`.";
  if (names.size > 1) return "Requires an access token or the refresh cookie.";
  return names.has("cookie") ? "Requires the refresh cookie." : "Requires an access token.";
}

const toField = ({ name, required, schema, description = "" }: Parameter): ApiField => ({
  path: name,
  name,
  type: { oneOf: listTypes(schema), list: false, nullable: false },
  required,
  meaning: description,
  limits: listLimits(schema),
  codes: listCodes(schema),
});

function ExampleResponse({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const success = Object.entries(operation.responses).find(([, response]) => !isProblem(response));
  const schema = success?.[1].content?.["application/json"]?.schema;
  if (!success || !schema) return null;
  return (
    <>
      <p>Response with status {success[0]}:</p>
      <CodeBlock>
        {JSON.stringify(createExample(schema, document, getExampleValues(operation)), null, 2)}
      </CodeBlock>
    </>
  );
}

/** Responses by status: the fields of the body or a problem, and the guaranteed headers. */
function ResponseList({ call }: { call: Operation }) {
  return (
    <dl className="api-answers">
      {Object.entries(call.responses).map(([status, answer]) => (
        <div className="api-answers__row" key={status}>
          <dt>
            <span className={`api-status api-status--${status[0]}`}>{status}</span>
          </dt>
          <dd>
            <p>
              <FormattedText text={answer.description} /> <BodyName answer={answer} />
            </p>
            <BodyFields answer={answer} />
            {Object.entries(answer.headers ?? {}).map(([name, { description = "" }]) => (
              <p className="api-answers__header" key={name}>
                <code>{name}</code> <FormattedText text={description} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The component of a response's body, or its media types if it is not JSON. */
function BodyName({ answer }: { answer: ApiResponse }) {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const component = content?.schema && getComponentName(content.schema);
  if (component) return <a href={`#${anchors.shape(component)}`}>{component}</a>;
  return type && type !== "application/json" ? <code>{listMediaTypes(answer)}</code> : null;
}

const listMediaTypes = (body: Pick<ApiResponse, "content"> | undefined): string =>
  Object.keys(body?.content ?? {}).join(", ");

function BodyFields({ answer }: { answer: ApiResponse }) {
  const schema = Object.values(answer.content ?? {})[0]?.schema;
  return schema?.properties && !isProblem(answer) ? (
    <FieldList fields={listFields(schema)} side="response" />
  ) : null;
}
