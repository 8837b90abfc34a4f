import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { QUALIFICATIONS } from "@/shared/schemas/accounts";
import { Button } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { FieldGroup, fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { QUALIFICATIONS_FIELD } from "./form-values";

const ID = fieldId(QUALIFICATIONS_FIELD);
const rowId = (index: number) => `${ID}-${index + 1}`;
const LABELS = ["row", "up", "down", "remove"] as const;

/**
 * A sortable list of lines of text. Without JavaScript the buttons submit the form to `action`, which returns the
 * changed page at the same line. With it they act immediately.
 */
export function QualificationsField({
  rows,
  action,
  error,
}: {
  rows: readonly string[];
  action: string;
  error?: string;
}) {
  const { t } = usePage();
  const shown = rows.length > 0 ? rows : [""];
  const label = (name: string, n: number | string) => t(`profile.qualifications.${name}`, { n });
  const words = {
    ...Object.fromEntries(LABELS.map((name) => [name, label(name, "{n}")])),
    moved: label("moved", "{n}"),
    removed: t("profile.qualifications.removed"),
  };
  return (
    <FieldGroup
      id={ID}
      label={t("profile.fields.qualifications")}
      help={t("profile.qualifications.help", { most: QUALIFICATIONS.most })}
      error={error}
      optional
    >
      <Enhanced name="list-field" words={words}>
        <ol className="list-field" data-most={QUALIFICATIONS.most}>
          {shown.map((text, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and lines may be equal
              key={index}
              text={text}
              index={index}
              last={index === shown.length - 1}
              action={action}
              label={label}
            />
          ))}
        </ol>
        <template>
          <Row text="" index={0} last action={action} label={label} />
        </template>
        <p className="visually-hidden" role="status" />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          name="intent"
          value="add"
          formNoValidate
          formAction={`${action}#${rowId(shown.length)}`}
          hidden={shown.length >= QUALIFICATIONS.most}
        >
          <Plus size={16} aria-hidden="true" />
          {t("profile.qualifications.add")}
        </Button>
      </Enhanced>
    </FieldGroup>
  );
}

type RowProps = {
  text: string;
  index: number;
  last: boolean;
  action: string;
  label(name: string, n: number): string;
};

function Row({ text, index, last, action, label }: RowProps) {
  const n = index + 1;
  const buttons = [
    { name: "up", Icon: ArrowUp, hidden: index === 0, to: index - 1 },
    { name: "down", Icon: ArrowDown, hidden: last, to: index + 1 },
    { name: "remove", Icon: Trash2, hidden: false, to: Math.max(0, last ? index - 1 : index) },
  ];
  return (
    <li className="list-field__item">
      <input
        className="input"
        type="text"
        id={rowId(index)}
        name={QUALIFICATIONS_FIELD}
        defaultValue={text}
        maxLength={QUALIFICATIONS.length}
        aria-label={label("row", n)}
      />
      <span className="list-field__actions">
        {buttons.map(({ name, Icon, hidden, to }) => (
          <button
            key={name}
            type="submit"
            className="icon-button"
            name="intent"
            value={`${name}:${index}`}
            formNoValidate
            formAction={`${action}#${rowId(to)}`}
            title={label(name, n)}
            hidden={hidden}
          >
            <Icon size={20} aria-hidden="true" />
            <span className="visually-hidden">{label(name, n)}</span>
          </button>
        ))}
      </span>
    </li>
  );
}
