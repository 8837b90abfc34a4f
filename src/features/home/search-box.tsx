import { Search } from "lucide-react";
import { SearchSelect, SearchTextField } from "@/features/search";
import { paths } from "@/shared/paths";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";

/** The search on the home page: words, subject, level, place. A plain GET form to the list; empty fields match all. */
export function SearchBox() {
  const { t, url } = usePage();
  return (
    <search>
      <form className="search-box" action={url(paths.listings())} method="get">
        <div className="search-box__text">
          <SearchTextField id="search-q" label={t("general.search.q")} autoComplete="off" />
        </div>
        <SearchSelect name="subject" id="search-subject" />
        <SearchSelect name="level" id="search-level" />
        <SearchSelect name="county" id="search-county" />
        <Button type="submit">
          <Search size={20} aria-hidden="true" />
          {t("general.search.submit")}
        </Button>
      </form>
    </search>
  );
}
