import { usePage } from "@/ui/page-context";
import { type FormErrors, nameByLabel } from "./errors";

/**
 * What the fields of a form have in common. `field` returns the props of one: its name after `prefix`, its value as typed,
 * its error, and the texts `{texts}.{name}` and, if there is one, `{texts}.{name}Help`; labels may be those of
 * `general.fields`. `labels` are for the error summary.
 */
export function useFields<Name extends string>(
  texts: string,
  { values, errors, prefix = "" }: { values: Record<Name, string>; errors: FormErrors; prefix?: string },
) {
  const { t } = usePage();
  const getLabel = (name: string) =>
    t(t.has(`${texts}.${name}`) ? `${texts}.${name}` : `general.fields.${name}`);
  const field = (name: Name) => {
    const help = `${texts}.${name}Help`;
    const label = getLabel(name);
    const error = errors[prefix + name];
    return {
      name: prefix + name,
      label,
      help: t.has(help) ? t(help) : undefined,
      value: values[name],
      error: error && nameByLabel(t, error, { field: name, label }),
    };
  };
  const labels = Object.fromEntries(Object.keys(values).map((name) => [prefix + name, getLabel(name)]));
  return { field, labels };
}
