import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import { FieldList } from "./field-list";
import { fieldsOf } from "./fields";
import { isProblem, refusalMeaning } from "./meanings";
import { type Answer, componentOf } from "./openapi";

/** What a call answers, by status: its body's fields, or that it is a problem, and the headers one may count on. */
export function AnswerList({ responses }: { responses: Record<string, Answer> }) {
  const { t } = usePage();
  return (
    <dl className="api-answers">
      {Object.entries(responses).map(([status, answer]) => (
        <div className="api-answers__row" key={status}>
          <dt>
            <span className={`api-status api-status--${status[0]}`}>{status}</span>
          </dt>
          <dd>
            {isProblem(answer) ? (
              <p>
                {refusalMeaning(t, status) ?? answer.description}{" "}
                <a href={`#${anchors.shape("Problem")}`}>Problem</a>
              </p>
            ) : (
              <Success answer={answer} />
            )}
            <Headers answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Success({ answer }: { answer: Answer }) {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const schema = content?.schema;
  const component = schema && componentOf(schema);
  return (
    <>
      <p>
        <span lang="en">{answer.description}</span>
        {type && type !== "application/json" ? (
          <>
            {" "}
            <code>{type}</code>
          </>
        ) : null}
        {component ? (
          <>
            {" "}
            <a href={`#${anchors.shape(component)}`}>{component}</a>
          </>
        ) : null}
      </p>
      {schema?.properties ? <FieldList fields={fieldsOf(schema)} /> : null}
    </>
  );
}

function Headers({ answer: { headers = {} } }: { answer: Answer }) {
  return Object.entries(headers).map(([name, { description }]) => (
    <p className="api-answers__header" key={name}>
      <code>{name}</code> <span lang="en">{description}</span>
    </p>
  ));
}
