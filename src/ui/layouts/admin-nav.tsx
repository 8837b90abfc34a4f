import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** The pages of the admin area by their key in `admin.nav`, in the order of a day's work. */
const PAGES = [
  ["today", paths.admin()],
  ["followUp", paths.followUp()],
  ["listings", paths.adminListings()],
  ["reports", paths.adminReports()],
  ["reviews", paths.adminReviews()],
  ["testimonials", paths.adminTestimonials()],
  ["verifications", paths.adminVerifications()],
  ["searches", paths.adminSearches()],
  ["users", paths.adminUsers()],
  ["orders", paths.adminOrders()],
  ["events", paths.adminEvents()],
  ["reconciliations", paths.adminReconciliations()],
  ["mail", paths.adminMail()],
  ["posts", paths.adminPosts()],
  ["categories", paths.adminCategories()],
  ["pricing", paths.adminPricing()],
  ["settings", paths.adminSettings()],
  ["audit", paths.adminAudit()],
] as const;

/** The navigation of the admin area; nothing on other pages. */
export function AdminNav() {
  const { t, url, currentPath, visitor } = usePage();
  const path = currentPath.split("?", 1)[0] ?? "";
  if (visitor?.role !== "a" || !isWithin(path, paths.admin())) return null;
  const current = findCurrentPage(path);
  return (
    <nav className="admin-nav" aria-label={t("admin.nav.label")}>
      <ul className="admin-nav__list container">
        {PAGES.map(([name, page]) => (
          <li key={name}>
            <a
              className="admin-nav__link"
              href={url(page)}
              aria-current={page === path ? "page" : page === current ? "true" : undefined}
            >
              {t(`admin.nav.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);

/** The menu entry of a path: the longest one that contains it, since "Today" contains all. */
const findCurrentPage = (path: string): string | undefined =>
  PAGES.map(([, page]) => page)
    .filter((page) => isWithin(path, page))
    .sort((one, other) => other.length - one.length)[0];
