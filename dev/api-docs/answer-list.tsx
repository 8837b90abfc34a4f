import { anchors } from "./anchors";
import { isProblem } from "./explain";
import { FieldList } from "./field-list";
import { fieldsOf } from "./fields";
import { type Answer, componentOf, type Operation } from "./openapi";
import { Words } from "./words";

/** What a call answers, by status: the body's fields or a problem, and the guaranteed headers. */
export function AnswerList({ call }: { call: Operation }) {
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
