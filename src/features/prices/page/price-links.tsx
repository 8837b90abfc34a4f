import { usePage } from "@/ui/page-context";

/** "There are prices for: Cluj, Iași"; nothing without links. */
export function PriceLinks({
  text,
  links,
}: {
  text: string;
  links: readonly { label: string; href?: string | undefined }[];
}) {
  const { url } = usePage();
  if (links.length === 0) return null;
  return (
    <p>
      {text}{" "}
      {links.map(({ label, href = "" }, n) => (
        <span key={href}>
          {n > 0 ? ", " : ""}
          <a href={url(href)}>{label}</a>
        </span>
      ))}
    </p>
  );
}
