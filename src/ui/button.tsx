import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "regular" | "small";

export function buttonClass(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "regular",
  wide = false,
): string {
  return `button button--${variant}${size === "small" ? " button--small" : ""}${wide ? " button--wide" : ""}`;
}

type ButtonStyle = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its column. */
  wide?: boolean;
};

export function Button({
  variant,
  size,
  wide,
  type = "button",
  ...button
}: ButtonStyle & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "style" | "className">) {
  return <button {...button} type={type} className={buttonClass(variant, size, wide)} />;
}

/** A link that looks like a button. `href` goes through `url(paths.x())` like any link. */
export function LinkButton({
  variant,
  size,
  wide,
  children,
  ...link
}: ButtonStyle & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "style" | "className"> & { href: string }) {
  return (
    <a {...link} className={buttonClass(variant, size, wide)}>
      {children}
    </a>
  );
}

/** Hidden fields of a form by name; several of one name as a list. */
export type HiddenFields = Readonly<Record<string, string | number | readonly string[]>>;

/** A button in its own form: POST to `action`, with hidden `fields`. */
export function ActionButton({
  action,
  fields = {},
  children,
  ...look
}: ButtonStyle &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, "id" | "name" | "value" | "accessKey"> & {
    action: string;
    fields?: HiddenFields;
    children: ReactNode;
  }) {
  return (
    <form method="post" action={action} className="action-form">
      {Object.entries(fields).flatMap(([name, values]) =>
        [values]
          .flat()
          .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      <Button type="submit" {...look}>
        {children}
      </Button>
    </form>
  );
}
