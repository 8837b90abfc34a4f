import { paths, type Query } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** A sentence about a search, with links to other searches: their labels and queries. */
export function SearchNotice({
  text,
  links,
}: {
  text: string;
  links: readonly (readonly [string, Query])[];
}) {
  const { url } = usePage();
  return (
    <p className="understood">
      <span data-announced="">{text}</span>
      {links.map(([label, query]) => [
        " ",
        <a key={label} href={url(paths.listings(query))} rel="nofollow" data-follow="">
          {label}
        </a>,
      ])}
    </p>
  );
}
