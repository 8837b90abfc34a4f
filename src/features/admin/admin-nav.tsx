import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** The groups of the admin area by their key in `admin.nav.groups`, and their pages by their key in `admin.nav`. */
const GROUPS: Readonly<Record<string, readonly (readonly [name: string, path: string])[]>> = {
  work: [
    ["today", paths.admin()],
    ["followUp", paths.followUp()],
    ["listings", paths.adminListings()],
    ["reports", paths.adminReports()],
    ["conversations", paths.adminConversations()],
    ["reviews", paths.adminReviews()],
    ["testimonials", paths.adminTestimonials()],
    ["requests", paths.adminRequests()],
    ["verifications", paths.adminVerifications()],
    ["mail", paths.adminMail()],
  ],
  users: [
    ["users", paths.adminUsers()],
    ["invitations", paths.adminInvitations()],
    ["audit", paths.adminAudit()],
  ],
  payments: [
    ["orders", paths.adminOrders()],
    ["money", paths.adminMoney()],
    ["invoices", paths.adminInvoices()],
    ["eFactura", paths.eFactura()],
  ],
  site: [
    ["posts", paths.adminPosts()],
    ["categories", paths.adminCategories()],
    ["searches", paths.adminSearches()],
    ["coverage", paths.adminCoverage()],
    ["pricing", paths.adminPricing()],
    ["settings", paths.adminSettings()],
    ["health", paths.adminHealth()],
  ],
};

const MENU = "admin-menu";

/** All pages of the menu. */
export const MENU_PAGES = Object.values(GROUPS).flat();
const ALL_PATHS = MENU_PAGES.map(([, path]) => path);

/**
 * The navigation of the admin area with the number of open tasks, and its search. On a phone the navigation is a native
 * popover like that of the site, without JavaScript. Its script keeps what is typed into
 * the forms of the area.
 */
export function AdminNav() {
  const { t, url, currentPath, adminMenu } = usePage();
  const counts = adminMenu?.counts ?? {};
  const [path = "", query = ""] = currentPath.split("?");
  const current = findCurrentPath(path);
  const searched = path === paths.adminSearch() ? (new URLSearchParams(query).get("q") ?? "") : "";
  return (
    <div className="admin-nav" data-enhance="keep-typed" data-enhance-immediate="">
      <div className="container admin-nav__bar">
        <button type="button" className="admin-nav__menu button button--secondary" popoverTarget={MENU}>
          {t("admin.nav.menu")}
        </button>
        <nav className="admin-menu" id={MENU} popover="auto" aria-label={t("admin.nav.label")}>
          <ul className="admin-nav__list">
            {Object.entries(GROUPS).map(([group, pages]) => (
              <li key={group} className="admin-nav__group">
                <span className="admin-nav__heading">{t(`admin.nav.groups.${group}`)}</span>
                <ul className="admin-nav__links">
                  {pages.map(([name, target]) => (
                    <li key={name}>
                      <a
                        className="admin-nav__link"
                        href={url(target)}
                        aria-current={target === path ? "page" : target === current ? "true" : undefined}
                      >
                        {`${t(`admin.nav.${name}`)}${counts[name] ? " " : ""}`}
                        {counts[name] ? <span className="admin-nav__count">{counts[name]}</span> : null}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
        <search className="admin-nav__search">
          <form className="admin-search" method="get" action={url(paths.adminSearch())}>
            <input
              className="input"
              type="search"
              name="q"
              defaultValue={searched}
              maxLength={200}
              autoComplete="off"
              aria-label={t("admin.nav.search")}
              placeholder={t("admin.nav.placeholder")}
            />
            <button type="submit" className="button button--secondary">
              {t("admin.nav.find")}
            </button>
          </form>
        </search>
      </div>
    </div>
  );
}

const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);

/** The menu entry of a path: the longest one that contains it, since "Today" contains all. */
const findCurrentPath = (path: string): string | undefined =>
  ALL_PATHS.filter((page) => isWithin(path, page)).sort((one, other) => other.length - one.length)[0];
