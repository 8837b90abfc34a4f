export { PACKAGES, SELLER, VAT } from "./documents";
export { type Package, packagesOnSale, readCaps, WELCOME_GIFT } from "./packages";
