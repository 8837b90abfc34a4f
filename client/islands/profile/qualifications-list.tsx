import { listKeptTexts } from "@client/enhance/keep-draft";
import { useHydrated } from "@client/islands/use-hydrated";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { moveItem } from "@/shared/sortable-list";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";

export type QualificationsListProps = {
  /** Name of each row's input. */
  name: string;
  /** Prefix of the rows' ids. */
  idPrefix: string;
  texts: readonly string[];
  maxRows: number;
  /** UTF-16 units. */
  maxLength: number;
  /** Path that the form is submitted to. */
  action: string;
  /** The form's draft in the browser. */
  draftKey: string;
};

type Row = { key: number; text: string };
type RowAction = "up" | "down" | "remove";

/**
 * A sortable list of text fields. Without a script the buttons submit the form to `action`, which returns the changed
 * page at the same row. With it they act immediately.
 */
export function QualificationsList(props: QualificationsListProps) {
  const { maxRows, action, draftKey, name } = props;
  const { t } = usePage();
  const isHydrated = useHydrated();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (props.texts.length > 0 ? props.texts : [""]).map((text, key) => ({ key, text })),
  );
  const [status, setStatus] = useState("");
  const nextKey = useRef(rows.length);
  const list = useRef<HTMLOListElement>(null);
  /** What to focus after the next render: the row, and its button or else its input. */
  const nextFocus = useRef<{ row: number; button?: RowAction } | null>(null);
  /** Texts of the draft for the last rows, until they are rendered. */
  const keptTexts = useRef<string[]>([]);

  useEffect(() => {
    if (!nextFocus.current) return;
    const { row, button } = nextFocus.current;
    nextFocus.current = null;
    // The form keeps the rows as its draft.
    list.current?.dispatchEvent(new Event("input", { bubbles: true }));
    const item = list.current?.children[row];
    item?.querySelector<HTMLElement>(button ? `[value^="${button}:"]` : "input")?.focus();
  });

  // Not as default values: the texts are not saved.
  useEffect(() => {
    const inputs = [...(list.current?.querySelectorAll("input") ?? [])];
    const texts = keptTexts.current.splice(0);
    for (const [index, input] of inputs.slice(inputs.length - texts.length).entries())
      input.value = texts[index] ?? "";
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for rows of the draft that the page does not have
  useEffect(() => {
    keptTexts.current = listKeptTexts(draftKey, name, rows.length);
    setRows([...rows, ...keptTexts.current.map(() => ({ key: nextKey.current++, text: "" }))]);
  }, []);

  const add = () => {
    setRows([...rows, { key: nextKey.current++, text: "" }]);
    nextFocus.current = { row: rows.length };
  };
  const move = (index: number, by: -1 | 1) => {
    const to = index + by;
    const isAtEnd = to === (by < 0 ? 0 : rows.length - 1);
    setRows(moveItem(rows, index, by));
    // At an end of the list the pressed button is hidden.
    const [pressed, opposite] = by < 0 ? (["up", "down"] as const) : (["down", "up"] as const);
    nextFocus.current = { row: to, button: isAtEnd ? opposite : pressed };
    setStatus(t("profile.qualifications.moved", { n: to + 1 }));
  };
  const remove = (index: number) => {
    const rest = rows.filter((_, other) => other !== index);
    // The last row stays as an empty field.
    setRows(rest.length > 0 ? rest : [{ key: nextKey.current++, text: "" }]);
    nextFocus.current = { row: Math.min(index, Math.max(0, rest.length - 1)) };
    setStatus(t("profile.qualifications.removed"));
  };
  const actions = { up: (n: number) => move(n, -1), down: (n: number) => move(n, 1), remove };
  /** Runs an action in place of submitting the form. */
  const inPlace = (run: () => void) => (event: MouseEvent) => {
    if (!isHydrated) return;
    event.preventDefault();
    run();
  };

  return (
    <>
      <ol className="list-field" ref={list}>
        {rows.map((row, index) => (
          <QualificationRow
            key={row.key}
            {...props}
            text={row.text}
            index={index}
            isLast={index === rows.length - 1}
            onAction={(rowAction) => inPlace(() => actions[rowAction](index))}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <Button
        type="submit"
        variant="secondary"
        size="small"
        name="intent"
        value="add"
        formNoValidate
        formAction={`${action}#${toRowId(props.idPrefix, rows.length)}`}
        hidden={rows.length >= maxRows}
        onClick={inPlace(add)}
      >
        <Plus size={16} aria-hidden="true" />
        {t("profile.qualifications.add")}
      </Button>
    </>
  );
}

type QualificationRowProps = QualificationsListProps & {
  text: string;
  index: number;
  isLast: boolean;
  onAction(action: RowAction): (event: MouseEvent) => void;
};

function QualificationRow(props: QualificationRowProps) {
  const { name, idPrefix, maxLength, action, text, index, isLast, onAction } = props;
  const { t } = usePage();
  const label = (key: string) => t(`profile.qualifications.${key}`, { n: index + 1 });
  /** `target` is the row that the page shows after a request. */
  const buttons = [
    { rowAction: "up", Icon: ArrowUp, isHidden: index === 0, target: index - 1 },
    { rowAction: "down", Icon: ArrowDown, isHidden: isLast, target: index + 1 },
    {
      rowAction: "remove",
      Icon: Trash2,
      isHidden: false,
      target: Math.max(0, isLast ? index - 1 : index),
    },
  ] as const;
  return (
    <li className="list-field__item">
      <input
        className="input"
        type="text"
        id={toRowId(idPrefix, index)}
        name={name}
        defaultValue={text}
        maxLength={maxLength}
        aria-label={label("row")}
      />
      <span className="list-field__actions">
        {buttons.map(({ rowAction, Icon, isHidden, target }) => (
          <button
            key={rowAction}
            type="submit"
            className="icon-button"
            name="intent"
            value={`${rowAction}:${index}`}
            formNoValidate
            formAction={`${action}#${toRowId(idPrefix, target)}`}
            title={label(rowAction)}
            hidden={isHidden}
            onClick={onAction(rowAction)}
          >
            <Icon size={20} aria-hidden="true" />
            <span className="visually-hidden">{label(rowAction)}</span>
          </button>
        ))}
      </span>
    </li>
  );
}

const toRowId = (prefix: string, index: number) => `${prefix}-${index + 1}`;
