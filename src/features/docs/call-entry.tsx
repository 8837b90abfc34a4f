import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import { AnswerList } from "./answer-list";
import type { Call } from "./chapters";
import { CodeBlock } from "./code-block";
import { curlOf } from "./curl";
import { exampleOf } from "./example";
import { valuesOf } from "./example-values";
import { FieldList } from "./field-list";
import { codesOf, type Field, fieldsOf, limitsOf, typesOf } from "./fields";
import { aboutOf, isProblem, parameterMeaning, summaryOf } from "./meanings";
import type { ApiDocument, Operation, Parameter } from "./openapi";
import { Words } from "./words";

/** One call: what it does and for whom, what it takes, what it answers, and a command to try it. */
export function CallEntry({ call, document }: { call: Call; document: ApiDocument }) {
  const { t } = usePage();
  const { path, method, operation } = call;
  const { parameters = [], requestBody } = operation;
  const about = aboutOf(t, operation);
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return (
    <article className="api-call" id={anchors.call(operation.operationId)}>
      <h3 className="api-call__title">{summaryOf(t, operation)}</h3>
      <p className="api-call__line" translate="no">
        <Method method={method} />
        <code className="api-call__path">
          <BreakablePath path={path} />
        </code>
      </p>
      {about === undefined ? null : (
        <p>
          <Words text={about} />
        </p>
      )}
      <p className="api-call__who">
        <Words text={t(`docs.who.${whoMayCall(operation)}`)} />
      </p>

      {parameters.length > 0 ? (
        <>
          <h4>{t("docs.page.parameters")}</h4>
          <FieldList
            side="sent"
            fields={parameters.map((one) => asField(one, parameterMeaning(t, operation, one.name)))}
          />
        </>
      ) : null}

      {bodyType ? (
        <>
          <h4>
            {t("docs.page.body")} <code className="api-call__media">{bodyType}</code>
          </h4>
          {body?.schema ? (
            <FieldList fields={fieldsOf(body.schema)} side="sent" owner={operation.operationId} />
          ) : (
            <p>{t("docs.page.bytes")}</p>
          )}
        </>
      ) : null}

      <h4>{t("docs.page.answers")}</h4>
      <AnswerList call={operation} />

      <details className="api-example">
        <summary>{t("docs.page.example")}</summary>
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

function whoMayCall({
  security,
}: Operation): "anybody" | "maybe" | "bearer" | "cookie" | "either" | "address" {
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  if (names.size === 0) return "anybody";
  if (security.some((one) => Object.keys(one).length === 0)) return "maybe";
  if (names.has("address")) return "address";
  if (names.size > 1) return "either";
  return names.has("cookie") ? "cookie" : "bearer";
}

const asField = ({ name, required, schema }: Parameter, meaning: string): Field => ({
  path: name,
  name,
  type: { oneOf: typesOf(schema), list: false, nullable: false },
  required,
  meaning,
  limits: limitsOf(schema),
  codes: codesOf(schema),
});

function ExampleAnswer({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const { t } = usePage();
  const good = Object.entries(operation.responses).find(([, one]) => !isProblem(one));
  const schema = good?.[1].content?.["application/json"]?.schema;
  if (!good || !schema) return null;
  return (
    <>
      <p className="api-example__answer">{t("docs.page.exampleAnswer", { status: good[0] })}</p>
      <CodeBlock>{JSON.stringify(exampleOf(schema, document, valuesOf(operation)), null, 2)}</CodeBlock>
    </>
  );
}
