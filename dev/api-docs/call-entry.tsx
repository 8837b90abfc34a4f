import { anchors } from "./anchors";
import type { Call } from "./chapters";
import { CodeBlock } from "./code-block";
import { curlOf } from "./curl";
import { exampleOf } from "./example";
import { valuesOf } from "./example-values";
import { isProblem } from "./explain";
import { FieldList } from "./field-list";
import { codesOf, type Field, fieldsOf, limitsOf, typesOf } from "./fields";
import { type Answer, type ApiDocument, componentOf, type Operation, type Parameter } from "./openapi";
import { Words } from "./words";

/** One call: what it does and for whom, what it takes, what it answers, and a command to try it. */
export function CallEntry({ call, document }: { call: Call; document: ApiDocument }) {
  const { path, method, operation } = call;
  const { parameters = [], requestBody } = operation;
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return (
    <article className="api-call" id={anchors.call(operation.operationId)}>
      <h3 className="api-call__title">{operation.summary}</h3>
      <p className="api-call__line" translate="no">
        <Method method={method} />
        <code className="api-call__path">
          <BreakablePath path={path} />
        </code>
      </p>
      {operation.description === undefined ? null : (
        <p>
          <Words text={operation.description} />
        </p>
      )}
      <p className="api-call__who">
        <Words text={whoMayCall(operation)} />
      </p>

      {parameters.length > 0 ? (
        <>
          <h4>Parameters</h4>
          <FieldList side="sent" fields={parameters.map(asField)} />
        </>
      ) : null}

      {bodyType ? (
        <>
          <h4>
            Body <code className="api-call__media">{bodyType}</code>
          </h4>
          {body?.schema ? (
            <FieldList fields={fieldsOf(body.schema)} side="sent" />
          ) : (
            <p>The bytes of the file, unchanged.</p>
          )}
        </>
      ) : null}

      <h4>Answers</h4>
      <AnswerList call={operation} />

      <details className="api-example">
        <summary>Example</summary>
        <CodeBlock>{curlOf(document, path, method, operation)}</CodeBlock>
        <ExampleAnswer operation={operation} document={document} />
      </details>
    </article>
  );
}

export const Method = ({ method }: { method: string }) => (
  <span className={`api-method api-method--${method}`}>{method.toUpperCase()}</span>
);

/** A long path may be broken behind a slash or an underscore and nowhere else. */
function BreakablePath({ path }: { path: string }) {
  return path.split(/(?<=[/_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay where they are
    <span key={index}>
      {part}
      <wbr />
    </span>
  ));
}

function whoMayCall({ security }: Operation): string {
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  if (names.size === 0) return "Needs no authentication.";
  if (security.some((one) => Object.keys(one).length === 0)) {
    return "Needs no authentication; with an access token it answers more.";
  }
  if (names.has("address")) return "Needs an access token, in the header or in the address (`auth`).";
  if (names.size > 1) return "Needs an access token or the refresh cookie.";
  return names.has("cookie") ? "Needs the refresh cookie." : "Needs an access token.";
}

const asField = ({ name, required, schema, description = "" }: Parameter): Field => ({
  path: name,
  name,
  type: { oneOf: typesOf(schema), list: false, nullable: false },
  required,
  meaning: description,
  limits: limitsOf(schema),
  codes: codesOf(schema),
});

function ExampleAnswer({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const good = Object.entries(operation.responses).find(([, one]) => !isProblem(one));
  const schema = good?.[1].content?.["application/json"]?.schema;
  if (!good || !schema) return null;
  return (
    <>
      <p className="api-example__answer">The answer, with status {good[0]}:</p>
      <CodeBlock>{JSON.stringify(exampleOf(schema, document, valuesOf(operation)), null, 2)}</CodeBlock>
    </>
  );
}

/** What a call answers, by status: the body's fields or a problem, and the guaranteed headers. */
function AnswerList({ call }: { call: Operation }) {
  return (
    <dl className="api-answers">
      {Object.entries(call.responses).map(([status, answer]) => (
        <div className="api-answers__row" key={status}>
          <dt>
            <span className={`api-status api-status--${status[0]}`}>{status}</span>
          </dt>
          <dd>
            <p>
              <Words text={answer.description} /> <BodyName answer={answer} />
            </p>
            <BodyFields answer={answer} />
            {Object.entries(answer.headers ?? {}).map(([name, { description = "" }]) => (
              <p className="api-answers__header" key={name}>
                <code>{name}</code> <Words text={description} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The component that an answer's body is, or its media type where that is no JSON. */
function BodyName({ answer }: { answer: Answer }) {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const component = content?.schema && componentOf(content.schema);
  if (component) return <a href={`#${anchors.shape(component)}`}>{component}</a>;
  return type && type !== "application/json" ? <code>{type}</code> : null;
}

function BodyFields({ answer }: { answer: Answer }) {
  const schema = Object.values(answer.content ?? {})[0]?.schema;
  return schema?.properties && !isProblem(answer) ? (
    <FieldList fields={fieldsOf(schema)} side="answered" />
  ) : null;
}
